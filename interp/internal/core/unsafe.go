package core

import (
	"reflect"
	"unsafe"

	"krigo/interp/internal/yaegipatch"
)

// unsafe.go: the functions and conversions of package unsafe, for packages of modules.

// recast returns a function that converts between a pointer or a uintptr and unsafe.Pointer.
func recast(from, to reflect.Type) reflect.Value {
	signature := reflect.FuncOf([]reflect.Type{from}, []reflect.Type{to}, false)
	return reflect.MakeFunc(signature, func(in []reflect.Value) []reflect.Value {
		out := reflect.New(to).Elem()
		switch {
		case from.Kind() == reflect.Uintptr:
			n := uintptr(in[0].Uint())
			out.SetPointer(*(*unsafe.Pointer)(unsafe.Pointer(&n)))
		case to.Kind() == reflect.Uintptr:
			out.SetUint(uint64(uintptr(in[0].UnsafePointer())))
		case to.Kind() == reflect.UnsafePointer:
			out.SetPointer(in[0].UnsafePointer())
		default:
			out.Set(reflect.NewAt(to.Elem(), in[0].UnsafePointer()).Convert(to))
		}
		return []reflect.Value{out}
	})
}

// span returns unsafe.Slice for a type of slices.
func span(slice reflect.Type) reflect.Value {
	elem := slice.Elem()
	signature := reflect.FuncOf([]reflect.Type{reflect.PointerTo(elem), reflect.TypeFor[int]()}, []reflect.Type{slice}, false)
	return reflect.MakeFunc(signature, func(in []reflect.Value) []reflect.Value {
		p, n := in[0].UnsafePointer(), int(in[1].Int())
		checkLength("Slice", p, n, elem.Size())
		out := reflect.New(slice)
		*(*[]struct{})(out.UnsafePointer()) = unsafe.Slice((*struct{})(p), n)
		return []reflect.Value{out.Elem()}
	})
}

// checkLength panics as the function of package unsafe does where n elements at p cannot be in memory. A program that
// was built to check pointers would end there.
func checkLength(function string, p unsafe.Pointer, n int, size uintptr) {
	switch {
	case p == nil && n > 0:
		panic(yaegipatch.Error("runtime error: unsafe." + function + ": ptr is nil and len is not zero"))
	case n < 0 || size > 0 && uintptr(n) > -uintptr(p)/size:
		panic(yaegipatch.Error("runtime error: unsafe." + function + ": len out of range"))
	}
}

// data returns unsafe.SliceData for a type of slices.
func data(slice reflect.Type) reflect.Value {
	elem := slice.Elem()
	signature := reflect.FuncOf([]reflect.Type{slice}, []reflect.Type{reflect.PointerTo(elem)}, false)
	return reflect.MakeFunc(signature, func(in []reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.NewAt(elem, in[0].UnsafePointer())}
	})
}

// unsafeFunctions are those of package unsafe that have one type.
var unsafeFunctions = map[string]any{
	"UnsafeAdd": func(p unsafe.Pointer, n int) unsafe.Pointer { return unsafe.Add(p, n) },
	"UnsafeString": func(p *byte, n int) string {
		checkLength("String", unsafe.Pointer(p), n, 1)
		return unsafe.String(p, n)
	},
	"UnsafeStringData": func(s string) *byte { return unsafe.StringData(s) },
}

// arrayOf returns a function that makes an array of its bytes in memory.
func arrayOf(pointer reflect.Type) reflect.Value {
	signature := reflect.FuncOf([]reflect.Type{reflect.TypeFor[string]()}, []reflect.Type{pointer}, false)
	return reflect.MakeFunc(signature, func(in []reflect.Value) []reflect.Value {
		array := reflect.New(pointer.Elem())
		copy(unsafe.Slice((*byte)(array.UnsafePointer()), pointer.Elem().Size()), in[0].String())
		return []reflect.Value{array}
	})
}
