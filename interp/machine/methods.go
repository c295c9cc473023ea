package machine

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"krigo/interp/internal/gotype"
)

// methods.go: calls of methods of interfaces. Where a method is the machine's, it is called as functions are, and else
// by the interface's own table.

// method is the function of a method, nil if it is not the machine's. Another one may take its place.
type method = atomic.Pointer[Function]

type methodKey struct {
	receiver reflect.Type
	name     string // behind its package's path and a point where it is not exported
}

// SetMethod sets the function of a method, with the receiver as its first parameter. For functions that are not
// the machine's, it records only that.
func (m *Machine) SetMethod(receiver reflect.Type, name string, f reflect.Value) {
	m.methodOf(methodKey{receiver, name}).Store(Of(codeOf(f)))
}

func (m *Machine) methodOf(k methodKey) *method {
	known, ok := m.methods.Load(k)
	if !ok {
		known, _ = m.methods.LoadOrStore(k, new(method))
	}
	return known.(*method)
}

// calledMethods are the methods that a call has found, by the tables of interfaces.
type calledMethods struct {
	all    sync.Map
	recent [testSlots]atomic.Pointer[calledMethod] // by their hash
}

// calledMethod is the method whose receiver is the second word of an interface with a table.
type calledMethod struct {
	itab     unsafe.Pointer
	function *method
}

// of returns the method of an interface's value; receiver is a variable of the interface type. Where an interface holds
// the address of a value, the method is the pointer's, which copies the value, as in the interface's own table.
func (s *calledMethods) of(m *Machine, g *goFunction, receiver reflect.Value, itab unsafe.Pointer) *method {
	known, ok := s.all.Load(itab)
	if !ok {
		name := g.iface.Method(g.method)
		key := methodKey{receiver.Elem().Type(), name.Name}
		if name.PkgPath != "" {
			key.name = name.PkgPath + "." + name.Name
		}
		if key.receiver.Kind() != reflect.Pointer && !gotype.Direct(key.receiver) {
			key.receiver = reflect.PointerTo(key.receiver)
		}
		known, _ = s.all.LoadOrStore(itab, &calledMethod{itab, m.methodOf(key)})
	}
	s.recent[slot(itab)].Store(known.(*calledMethod))
	return known.(*calledMethod).function
}

// callMethod executes CallMethod where the method is not known or the machine has not called it yet. It returns where
// execution goes on.
func (t *Thread) callMethod(pc *Instr, w, p unsafe.Pointer) (*Instr, unsafe.Pointer, unsafe.Pointer, fault) {
	g := goFunctionOf(pc)
	value := pointerAt(p, pc.C)
	if *value == nil {
		return nil, nil, nil, nilFault
	}
	frameWords, framePointers := unsafe.Pointer(wordAt(w, pc.A)), unsafe.Pointer(pointerAt(p, pc.B))
	receiver := reflect.NewAt(g.iface, unsafe.Pointer(value)).Elem()
	f := g.methods.of(t.machine, g, receiver, *value).Load()
	if f != nil && t.hasRoom(f, frameWords, framePointers) {
		*(*unsafe.Pointer)(framePointers) = *pointerAt(p, pc.C+1)
		t.enter(f, call{pc, w, p}, framePointers)
		return f.code, frameWords, framePointers, noFault
	}
	code, word, _ := gotype.Dispatch(receiver, g.method)
	*(*unsafe.Pointer)(framePointers) = word
	if fault := t.callCode(g, code, frameWords, framePointers); fault != noFault {
		return nil, nil, nil, fault
	}
	return operands(pc), w, p, noFault
}

// hasRoom reports whether f can be called with a frame.
func (t *Thread) hasRoom(f *Function, w, p unsafe.Pointer) bool {
	return f.code != nil && t.depth < len(t.calls) && uintptr(w)+f.words <= t.wordsEnd && uintptr(p)+f.pointers <= t.pointersEnd
}

// enter notes a call of f with a frame whose size only this call knows.
func (t *Thread) enter(f *Function, from call, p unsafe.Pointer) {
	t.calls[t.depth] = from
	t.depth++
	t.reach = max(t.reach, min(uintptr(p)+uintptr(f.used())*pointerSize, t.pointersEnd))
}
