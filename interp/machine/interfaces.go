package machine

import (
	"reflect"
	"slices"
	"sync/atomic"
	"unsafe"

	"krigo/interp/internal/gotype"
)

// interfaces.go: what is done by reflection, with values of any type. Interfaces are two pointers, as in memory.

// value returns the value of type t that begins at w[i] and p[j].
func (t *typeInfo) value(w, p unsafe.Pointer, i, j uint16) reflect.Value {
	return t.place(unsafe.Pointer(wordAt(w, i)), unsafe.Pointer(pointerAt(p, j)))
}

// put puts a value into the registers from w[i] and p[j] on.
func (t *typeInfo) put(v reflect.Value, w, p unsafe.Pointer, i, j uint16) {
	variable := reflect.New(t.Type)
	variable.Elem().Set(v)
	load(t.slots, variable.UnsafePointer(), unsafe.Pointer(wordAt(w, i)), unsafe.Pointer(pointerAt(p, j)))
}

// box executes Box. Of a value that is an interface, the new one holds what that holds.
func (t *Thread) box(pc *Instr, w, p unsafe.Pointer) fault {
	from, to := typeOf(pc), typeOf(operands(pc))
	at := pointerAt(p, pc.C)
	held := boxed{}
	if from.Kind() == reflect.Interface {
		held = from.held(*(*boxed)(unsafe.Pointer(at)))
	} else {
		held = boxed{gotype.First(from.Type), from.boxedData(unsafe.Pointer(wordAt(w, pc.B)), unsafe.Pointer(at))}
	}
	*(*boxed)(unsafe.Pointer(pointerAt(p, pc.A))) = to.holding(held)
	return noFault
}

// boxed is the layout of an interface. The first word of an empty one is the type of what it holds, and of one with
// methods a table.
type boxed struct{ first, data unsafe.Pointer }

// held returns the value of an interface type t as an empty interface.
func (t *typeInfo) held(x boxed) boxed {
	if t.NumMethod() > 0 {
		x.first = gotype.FirstOf(x.first)
	}
	return x
}

// holding returns an interface of type t, which holds what an empty interface holds, whose type has the methods.
func (t *typeInfo) holding(x boxed) boxed {
	if x.first == nil || t.NumMethod() == 0 {
		return x
	}
	table, ok := t.itabs.Load(x.first)
	if !ok {
		with := reflect.New(t.Type)
		with.Elem().Set(reflect.ValueOf(*(*any)(unsafe.Pointer(&x))))
		table, _ = t.itabs.LoadOrStore(x.first, (*boxed)(with.UnsafePointer()).first)
	}
	return boxed{table.(unsafe.Pointer), x.data}
}

// boxedData returns the second word of an interface that holds the value of type t in registers.
func (t *typeInfo) boxedData(w, p unsafe.Pointer) unsafe.Pointer {
	switch {
	case gotype.Direct(t.Type), Holds(t.slots):
		return *(*unsafe.Pointer)(p)
	case t.plain && t.size <= 8 && len(t.slots) == 1:
		x := new(uint64)
		store(t.slots, unsafe.Pointer(x), w, p)
		return unsafe.Pointer(x)
	}
	x := reflect.New(t.Type).UnsafePointer()
	store(t.slots, x, w, p)
	return x
}

// typeTest is the question whether the value in an interface has a type.
type typeTest struct {
	want, iface *typeInfo
	// The first words of interfaces that have been asked about, by their hash.
	yes, no [testSlots]unsafe.Pointer
}

// testSlots is the number of answers that a test keeps.
const testSlots = 8

func typeTestOf(pc *Instr) *typeTest { return *(**typeTest)(unsafe.Pointer(&pc.K)) }

// slot returns the place of an answer.
func slot(first unsafe.Pointer) uintptr { return uintptr(first) >> 6 & (testSlots - 1) }

// isType executes IsType where the answer is not known.
func (t *Thread) isType(pc *Instr, w, p unsafe.Pointer) fault {
	test := typeTestOf(pc)
	x := *(*boxed)(unsafe.Pointer(pointerAt(p, pc.B)))
	holds := false
	if x.first != nil {
		held := test.iface.held(x)
		dynamic := reflect.TypeOf(*(*any)(unsafe.Pointer(&held)))
		holds = dynamic == test.want.Type || t.machine.Same != nil && t.machine.Same(dynamic, test.want.Type)
		answers := &test.no
		if holds {
			answers = &test.yes
		}
		atomic.StorePointer(&answers[slot(x.first)], x.first)
	}
	*wordAt(w, pc.A) = word(holds)
	return noFault
}

// assertInterface executes AssertInterface.
func (t *Thread) assertInterface(pc *Instr, w, p unsafe.Pointer) fault {
	more := operands(pc)
	from, to := typeOf(pc), typeOf(more)
	x := from.held(*(*boxed)(unsafe.Pointer(pointerAt(p, pc.B))))
	held := (*any)(unsafe.Pointer(&x))
	if t.machine.Renew != nil && x.first != nil {
		*held = t.machine.Renew(*held)
	}
	ok := x.first != nil && to.implementedBy(x.first, *held)
	switch {
	case more.B != NoRegister:
		*wordAt(w, more.B) = word(ok)
	case !ok:
		gotype.FailAssertion(*held, from.Type, to.Type)
	}
	result := boxed{}
	if ok {
		result = to.holding(x)
	}
	*(*boxed)(unsafe.Pointer(pointerAt(p, pc.A))) = result
	return noFault
}

// implementedBy reports whether the type of what an interface holds has the methods of t.
func (t *typeInfo) implementedBy(first unsafe.Pointer, held any) bool {
	if t.NumMethod() == 0 {
		return true
	}
	_, known := t.itabs.Load(first)
	return known || reflect.TypeOf(held).Implements(t.Type)
}

// failAssertion executes FailAssertion.
func (t *Thread) failAssertion(pc *Instr, w, p unsafe.Pointer) fault {
	from, to := typeOf(pc), typeOf(operands(pc))
	x := from.held(*(*boxed)(unsafe.Pointer(pointerAt(p, pc.B))))
	gotype.FailAssertion(*(*any)(unsafe.Pointer(&x)), from.Type, to.Type)
	return noFault
}

// equal executes Equal.
func (t *Thread) equal(pc *Instr, w, p unsafe.Pointer) (f fault) {
	more, info := operands(pc), typeOf(pc)
	if info.Kind() == reflect.Interface {
		x, y := *(*boxed)(unsafe.Pointer(pointerAt(p, pc.C))), *(*boxed)(unsafe.Pointer(pointerAt(p, more.C)))
		x, y = info.held(x), info.held(y)
		*wordAt(w, pc.A) = word(*(*any)(unsafe.Pointer(&x)) == *(*any)(unsafe.Pointer(&y)))
		return noFault
	}
	if info.compared != nil {
		x, y := unsafe.Pointer(wordAt(w, pc.B)), unsafe.Pointer(wordAt(w, more.B))
		*wordAt(w, pc.A) = word(areEqual(info.compared, x, y, unsafe.Pointer(pointerAt(p, pc.C)), unsafe.Pointer(pointerAt(p, more.C))))
		return noFault
	}
	x, y := info.value(w, p, pc.B, pc.C).Interface(), info.value(w, p, more.B, more.C).Interface()
	*wordAt(w, pc.A) = word(x == y)
	return noFault
}

// convert executes Convert.
func (t *Thread) convert(pc *Instr, w, p unsafe.Pointer) fault {
	more := operands(pc)
	from, to := typeOf(pc), typeOf(more)
	switch {
	case from.Type == bytesType && to.Type == stringType:
		s := string(unsafe.Slice((*byte)(ptr(p, pc.C)), n(w, pc.B)))
		*pointerAt(p, more.A), *int64At(w, pc.A) = unsafe.Pointer(unsafe.StringData(s)), int64(len(s))
	case from.Type == stringType && to.Type == bytesType:
		b := []byte(str(w, p, pc.B, pc.C))
		*pointerAt(p, more.A), *int64At(w, pc.A), *int64At(w, pc.A+1) = unsafe.Pointer(unsafe.SliceData(b)), int64(len(b)), int64(cap(b))
	default:
		to.put(from.value(w, p, pc.B, pc.C).Convert(to.Type), w, p, pc.A, more.A)
	}
	return noFault
}

var stringType, bytesType = reflect.TypeFor[string](), reflect.TypeFor[[]byte]()

// clearAll executes ClearAll.
func (t *Thread) clearAll(pc *Instr, w, p unsafe.Pointer) fault {
	typeOf(pc).value(w, p, pc.B, pc.C).Clear()
	return noFault
}

// join executes Join.
func (t *Thread) join(pc *Instr, w, p unsafe.Pointer) fault {
	more := operands(pc)
	s := str(w, p, more.B, pc.B) + str(w, p, more.C, pc.C)
	*pointerAt(p, pc.A), *int64At(w, more.A) = unsafe.Pointer(unsafe.StringData(s)), int64(len(s))
	return noFault
}

// closure executes Closure.
func (t *Thread) closure(pc *Instr, w, p unsafe.Pointer) fault {
	more := operands(pc)
	c := Captured{slices.Clone(unsafe.Slice(wordAt(w, more.B), more.C)), slices.Clone(unsafe.Slice(pointerAt(p, pc.B), pc.C))}
	b := &bound{fn: functionOf(pc), captured: c}
	*pointerAt(p, pc.A) = b.code(typeOf(more).Type)
	return noFault
}

// methodIndex returns the index of an interface's method, -1 if it has none of this name.
func methodIndex(iface reflect.Type, pkg, name string) int {
	for i := range iface.NumMethod() {
		if m := iface.Method(i); m.Name == name && m.PkgPath == pkg {
			return i
		}
	}
	return -1
}

// nilReceiver executes NilReceiver.
func (t *Thread) nilReceiver(pc *Instr, w, p unsafe.Pointer) fault {
	return t.failed(t.machine.Fault(str(w, p, pc.B, pc.A)))
}

// badYield executes BadYield.
func (t *Thread) badYield(pc *Instr, w, p unsafe.Pointer) fault {
	const recovered = "runtime error: range function recovered a loop body panic and did not resume panicking"
	if pc.A == NoRegister {
		return t.failed(t.machine.Fault(recovered))
	}
	text := "loop body panic"
	switch state := *int64At(w, pc.A); {
	case state == -2:
		text = "whole loop exit"
	case state > 0:
		text = "function for loop body returned false"
	}
	return t.failed(t.machine.Fault("runtime error: range function continued iteration after " + text))
}
