package gotype

import (
	"reflect"
	"runtime"
	"unsafe"
)

// FailAssertion panics as a failed assertion of x to type to does. From is the type of
// the interface that is asserted.
func FailAssertion(x any, from, to reflect.Type) {
	have, want := (*iface)(unsafe.Pointer(&x)).first, headOf(to)
	switch {
	case to.Kind() != reflect.Interface:
		panic(failure(headOf(from), (*rtype)(have), want))
	case have == nil:
		panic(failure(nil, nil, want))
	}
	getitab((*interfaceType)(unsafe.Pointer(want)), (*rtype)(have), false) // it panics, with the method that is missing
}

// failure returns the panic of a failed assertion from the interface type source,
// of a value of type have, to want.
func failure(source, have, want *rtype) *runtime.TypeAssertionError {
	err := new(runtime.TypeAssertionError)
	*(*assertionError)(unsafe.Pointer(err)) = assertionError{source: source, have: have, want: want}
	return err
}
