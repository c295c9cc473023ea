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

// method is a method of a type: the function, nil if it is not the machine's.
type method struct {
	function atomic.Pointer[Function]
	direct   bool // an interface holds the receiver itself, and not its address
}

type methodKey struct {
	receiver reflect.Type
	name     string // behind its package's path and a point where it is not exported
}

// SetMethod sets the function of a method, with the receiver as its first parameter. For functions that are not
// the machine's, it records only that.
func (m *Machine) SetMethod(receiver reflect.Type, name string, f reflect.Value) {
	m.methodOf(methodKey{receiver, name}).function.Store(Of(codeOf(f)))
}

func (m *Machine) methodOf(k methodKey) *method {
	known, ok := m.methods.Load(k)
	if !ok {
		known, _ = m.methods.LoadOrStore(k, &method{direct: k.receiver.Kind() == reflect.Pointer || gotype.Direct(k.receiver)})
	}
	return known.(*method)
}

// tables are the methods that a call has found, by the tables of interfaces.
type tables struct {
	all  sync.Map
	last atomic.Pointer[table]
}

type table struct {
	itab   unsafe.Pointer
	method *method
}

// of returns the method of an interface's value; receiver is a variable of the interface type.
func (s *tables) of(m *Machine, g *goFunction, receiver reflect.Value, itab unsafe.Pointer) *method {
	if last := s.last.Load(); last != nil && last.itab == itab {
		return last.method
	}
	known, ok := s.all.Load(itab)
	if !ok {
		name := g.iface.Method(g.method)
		key := methodKey{receiver.Elem().Type(), name.Name}
		if name.PkgPath != "" {
			key.name = name.PkgPath + "." + name.Name
		}
		known, _ = s.all.LoadOrStore(itab, &table{itab, m.methodOf(key)})
	}
	s.last.Store(known.(*table))
	return known.(*table).method
}

// callMethod executes CallMethod. It returns where execution goes on.
func (t *Thread) callMethod(pc *Instr, w, p unsafe.Pointer) (*Instr, unsafe.Pointer, unsafe.Pointer, fault) {
	g := goFunctionOf(pc)
	value := pointerAt(p, pc.C)
	if *value == nil {
		return nil, nil, nil, nilFault
	}
	frameWords, framePointers := unsafe.Pointer(wordAt(w, pc.A)), unsafe.Pointer(pointerAt(p, pc.B))
	receiver := reflect.NewAt(g.iface, unsafe.Pointer(value)).Elem()
	m := g.tables.of(t.machine, g, receiver, *value)
	if f := m.function.Load(); f != nil && t.hasRoom(f, frameWords, framePointers) {
		held := pointerAt(p, pc.C+1)
		at := *held
		if m.direct {
			at = unsafe.Pointer(held)
		}
		t.receive(f, g, at, frameWords, framePointers)
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
	t.highest = max(t.highest, min(int((uintptr(p)-uintptr(t.firstPointer()))/pointerSize)+f.used(), unbounded))
}

// receive puts the receiver at an address before the arguments, where a pointer to it had its place.
func (t *Thread) receive(f *Function, g *goFunction, at, w, p unsafe.Pointer) {
	slots := f.in[0].Slots
	words, pointers := Count(slots)
	all, others := Count(g.params)
	arguments := unsafe.Slice((*uint64)(w), all+words)
	copy(arguments[words:], arguments[:all])
	references := unsafe.Slice((*unsafe.Pointer)(p), max(others, others-1+pointers))
	copy(references[pointers:], references[1:others])
	load(slots, at, w, p)
}
