package gotype

import (
	"fmt"
	"reflect"
	"runtime"
	"unsafe"
)

// Asserter is a func(from) work, or with commaOK a func(from) (work, bool), that
// does the type assertion x.(to): from is an interface type, and work one of the
// same layout as to, as which the caller wants the value.
//
// Where to is an interface type, work has to be that. Another version of the
// same type is accepted; see [Newest]. A failure without commaOK is a panic with
// a *runtime.TypeAssertionError that says what Go would.
//
// It is compiled code where [Boxer] is, and where to is an interface.
func Asserter(from, to, work reflect.Type, commaOK bool) (reflect.Value, error) {
	switch {
	case from.Kind() != reflect.Interface:
		return reflect.Value{}, fmt.Errorf("gotype: an assertion of a %s, which is no interface", from)
	case !SameLayout(to, work):
		return reflect.Value{}, fmt.Errorf("gotype: a %s isn't laid out as a %s", work, to)
	}
	in, out := []reflect.Type{from}, []reflect.Type{work}
	if commaOK {
		out = append(out, reflect.TypeFor[bool]())
	}
	sig := reflect.FuncOf(in, out, false)
	if to.Kind() == reflect.Interface {
		return funcValue(sig, interfaceAsserter(from, to, commaOK)), nil
	}
	a := newAsserter(from, to)
	if t, ok := transferOf(to); ok {
		if commaOK {
			return funcValue(sig, t.unboxOK(a)), nil
		}
		return funcValue(sig, t.unbox(a)), nil
	}
	return reflect.MakeFunc(sig, func(args []reflect.Value) []reflect.Value {
		i := ifaceOf(args[0])
		ok := i.first == a.first || a.accepts(i)
		if !ok && !commaOK {
			a.must(i)
		}
		v := reflect.Zero(work)
		if ok {
			v = reflect.NewAt(work, i.data).Elem()
		}
		if commaOK {
			return []reflect.Value{v, reflect.ValueOf(ok)}
		}
		return []reflect.Value{v}
	}), nil
}

// AsserterAt is as [Asserter] with commaOK for a type that is no interface, but
// the func gives where the value is: a func(from) *work, nil where the assertion
// fails. It is compiled code. What it points to must not be changed. A type that
// is as a pointer has no such func.
func AsserterAt(from, to, work reflect.Type) (reflect.Value, error) {
	if from.Kind() != reflect.Interface || to.Kind() == reflect.Interface ||
		headOf(to).tflag&flagDirect != 0 || !SameLayout(to, work) {
		return reflect.Value{}, fmt.Errorf("gotype: an assertion of a %s to where a %s is, seen as a %s", from, to, work)
	}
	a := newAsserter(from, to)
	sig := reflect.FuncOf([]reflect.Type{from}, []reflect.Type{reflect.PointerTo(work)}, false)
	return funcValue(sig, closure(func(i iface) unsafe.Pointer {
		if i.first == a.first || a.accepts(i) {
			return i.data
		}
		return nil
	})), nil
}

// asserter tests for one type that is no interface.
type asserter struct {
	first    unsafe.Pointer // of values of the type; of others that are accepted it is another
	from, to *rtype
	methods  bool // from has methods
}

func newAsserter(from, to reflect.Type) *asserter {
	a := &asserter{from: headOf(from), to: headOf(to), methods: from.NumMethod() > 0}
	a.first = unsafe.Pointer(a.to)
	if a.methods {
		a.first = unsafe.Pointer(getitab((*interfaceType)(unsafe.Pointer(a.from)), a.to, true))
		if a.first == nil {
			a.first = unsafe.Pointer(a) // of no value
		}
	}
	return a
}

// accepts reports whether the type in i, whose first word isn't first, is
// accepted all the same.
func (a *asserter) accepts(i iface) bool {
	have := i.typ(a.methods)
	return have != nil && (have == a.to || sameFamily(have, a.to))
}

// must panics unless the type in i is accepted.
func (a *asserter) must(i iface) {
	if !a.accepts(i) {
		panic(failure(a.from, i.typ(a.methods), a.to))
	}
}

// failure is the panic of a failed assertion from the interface type source,
// of a value of type have, to want.
func failure(source, have, want *rtype) *runtime.TypeAssertionError {
	err := new(runtime.TypeAssertionError)
	*(*assertionError)(unsafe.Pointer(err)) = assertionError{source: source, have: have, want: want}
	return err
}

// typ is the type in i, nil if that is nil; methods tells what i is.
func (i iface) typ(methods bool) *rtype {
	if methods && i.first != nil {
		return (*itab)(i.first).typ
	}
	return (*rtype)(i.first)
}

// ifaceOf is the value of an interface type.
func ifaceOf(v reflect.Value) iface {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return *(*iface)(p.UnsafePointer())
}

// interfaceAsserter is the closure of a func(iface) iface, or with commaOK
// func(iface) (iface, bool).
func interfaceAsserter(from, to reflect.Type, commaOK bool) unsafe.Pointer {
	methods := from.NumMethod() > 0
	want := headOf(to)
	inter := (*interfaceType)(unsafe.Pointer(want))
	if to.NumMethod() == 0 {
		if commaOK {
			return closure(func(i iface) (iface, bool) {
				r := newest(i.typ(methods))
				return iface{unsafe.Pointer(r), i.data}, r != nil
			})
		}
		return closure(func(i iface) iface {
			r := newest(i.typ(methods))
			if r == nil {
				panic(failure(nil, nil, want))
			}
			return iface{unsafe.Pointer(r), i.data}
		})
	}
	if commaOK {
		return closure(func(i iface) (iface, bool) {
			r := newest(i.typ(methods))
			if r == nil {
				return iface{}, false
			}
			tab := getitab(inter, r, true)
			if tab == nil {
				return iface{}, false
			}
			return iface{unsafe.Pointer(tab), i.data}, true
		})
	}
	return closure(func(i iface) iface {
		r := newest(i.typ(methods))
		if r == nil {
			panic(failure(nil, nil, want))
		}
		return iface{unsafe.Pointer(getitab(inter, r, false)), i.data}
	})
}
