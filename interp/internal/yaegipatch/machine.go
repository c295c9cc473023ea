package yaegipatch

import (
	"reflect"
	"unsafe"

	"krigo/interp/machine"
)

// mostValues is the number of arguments, and of results, of calls that are made here.
const mostValues = 8

// callMachine makes a call of a function of the machine: arguments go from frames into its registers.
func callMachine(g *generation, code unsafe.Pointer, t reflect.Type) bool {
	fn := machine.Of(code)
	if fn == nil || t.NumIn() > mostValues || t.NumOut() > mostValues {
		return false
	}
	args, ok := g.arguments(t)
	if !ok {
		return false
	}
	for i := range t.NumOut() {
		if pointerShaped(t.Out(i)) {
			return false
		}
	}
	results, ok := g.results(t)
	if !ok {
		return false
	}
	read := make([]func(f *frame, word *unsafe.Pointer) unsafe.Pointer, len(args))
	for i, a := range args {
		read[i] = a.place()
	}
	next := g.next()
	g.n.exec = func(f *frame) step {
		var words, in, out [mostValues]unsafe.Pointer
		for i, r := range read {
			in[i] = r(f, &words[i])
		}
		for i, r := range results {
			if r != nil {
				out[i] = r(f)
			}
		}
		fn.Invoke(in[:len(read)], out[:len(results)])
		return next
	}
	return true
}

// place returns a function that returns the operand's address; a pointer-shaped value is written to word.
func (o operand) place() func(f *frame, word *unsafe.Pointer) unsafe.Pointer {
	if pointerShaped(o.typ) {
		read := o.word()
		return func(f *frame, word *unsafe.Pointer) unsafe.Pointer {
			*word = read(f)
			return unsafe.Pointer(word)
		}
	}
	at := o.address()
	return func(f *frame, _ *unsafe.Pointer) unsafe.Pointer { return at(f) }
}

// pointerShaped reports whether reflection keeps values of a type where others have their address.
func pointerShaped(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return true
	case reflect.Struct:
		return t.NumField() == 1 && pointerShaped(t.Field(0).Type)
	case reflect.Array:
		return t.Len() == 1 && pointerShaped(t.Elem())
	}
	return false
}
