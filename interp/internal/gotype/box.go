package gotype

import (
	"fmt"
	"reflect"
	"unsafe"
)

// Boxer is a func(work) to that makes an interface value: to is an interface
// type, from the type that the value in it will have, and work one of the same
// layout, as which the caller holds it.
//
// It is compiled code, not made by reflect.MakeFunc, where a value is a number,
// a string, a slice, or as a pointer, or consists of up to four words. For others
// see [BoxerAt].
func Boxer(from, to, work reflect.Type) (reflect.Value, error) {
	first, err := firstWord(from, to, work)
	if err != nil {
		return reflect.Value{}, err
	}
	sig := reflect.FuncOf([]reflect.Type{work}, []reflect.Type{to}, false)
	if t, ok := transferOf(from); ok {
		return funcValue(sig, t.box(first)), nil
	}
	return reflect.MakeFunc(sig, func(args []reflect.Value) []reflect.Value {
		v := reflect.New(to).Elem()
		v.Set(View(args[0], from))
		args[0] = v
		return args
	}), nil
}

// BoxerAt is as [Boxer], but the func is given where the value is: a
// func(*work) to, which copies it. It is compiled code for all types.
func BoxerAt(from, to, work reflect.Type) (reflect.Value, error) {
	first, err := firstWord(from, to, work)
	if err != nil {
		return reflect.Value{}, err
	}
	fn := func(p unsafe.Pointer) iface {
		v := reflect.New(from)
		v.Elem().Set(reflect.NewAt(from, p).Elem())
		return iface{first, v.UnsafePointer()}
	}
	if headOf(from).tflag&flagDirect != 0 {
		fn = func(p unsafe.Pointer) iface { return iface{first, *(*unsafe.Pointer)(p)} }
	}
	sig := reflect.FuncOf([]reflect.Type{reflect.PointerTo(work)}, []reflect.Type{to}, false)
	return funcValue(sig, closure(fn)), nil
}

// firstWord is the first word of a from in a to.
func firstWord(from, to, work reflect.Type) (unsafe.Pointer, error) {
	switch {
	case to.Kind() != reflect.Interface || from.Kind() == reflect.Interface:
		return nil, fmt.Errorf("gotype: a %s in a %s", from, to)
	case !SameLayout(from, work):
		return nil, fmt.Errorf("gotype: a %s isn't laid out as a %s", work, from)
	case !from.Implements(to):
		return nil, fmt.Errorf("gotype: %s does not implement %s", from, to)
	case to.NumMethod() == 0:
		return unsafe.Pointer(headOf(from)), nil
	}
	return unsafe.Pointer(getitab((*interfaceType)(unsafe.Pointer(headOf(to))), headOf(from), true)), nil
}
