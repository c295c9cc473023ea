package machine

import (
	"reflect"
	"unsafe"
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

// boxing: p[A] and the next are an interface of type K' that holds the value of type K at w[B] and p[C]; where that is
// an interface, what that holds.
func (t *Thread) box(pc *Instr, w, p unsafe.Pointer) fault {
	from, to := typeOf(pc), typeOf(operands(pc))
	to.put(from.value(w, p, pc.B, pc.C), w, p, 0, pc.A)
	return noFault
}

// equality: w[A] reports whether the values of type K at w[B], p[C] and w[B'], p[C'] are equal.
func (t *Thread) equal(pc *Instr, w, p unsafe.Pointer) (f fault) {
	more, info := operands(pc), typeOf(pc)
	x, y := info.value(w, p, pc.B, pc.C).Interface(), info.value(w, p, more.B, more.C).Interface()
	*wordAt(w, pc.A) = word(x == y)
	return noFault
}

// conversion: w[A] and p[A'] are the value of type K at w[B] and p[C], converted to type K'.
func (t *Thread) convert(pc *Instr, w, p unsafe.Pointer) fault {
	more := operands(pc)
	from, to := typeOf(pc), typeOf(more)
	to.put(from.value(w, p, pc.B, pc.C).Convert(to.Type), w, p, pc.A, more.A)
	return noFault
}

// clearing: of the map or slice of type K at w[B] and p[C].
func (t *Thread) clearAll(pc *Instr, w, p unsafe.Pointer) fault {
	typeOf(pc).value(w, p, pc.B, pc.C).Clear()
	return noFault
}

// joining: p[A], w[A'] is the string p[B], w[B'] with p[C], w[C'] behind it.
func (t *Thread) join(pc *Instr, w, p unsafe.Pointer) fault {
	more := operands(pc)
	s := str(w, p, more.B, pc.B) + str(w, p, more.C, pc.C)
	*pointerAt(p, pc.A), *int64At(w, more.A) = unsafe.Pointer(unsafe.StringData(s)), int64(len(s))
	return noFault
}

// closing: p[A] is function K as a function value of type K', with the C captured variables that p[B] and what is
// behind point to.
func (t *Thread) closure(pc *Instr, w, p unsafe.Pointer) fault {
	captured := make([]unsafe.Pointer, pc.C)
	copy(captured, unsafe.Slice(pointerAt(p, pc.B), pc.C))
	*pointerAt(p, pc.A) = codeOf(functionOf(pc).Value(typeOf(operands(pc)).Type, captured))
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
