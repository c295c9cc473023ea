package gotype

import (
	"reflect"
	"unsafe"
)

// View returns v as a value of another type of the same layout: the same memory, and
// addressable if v is. It may be set even if v comes from a hidden field.
// It panics if the layouts differ.
//
// An interpreter may hold values as such views, without the names and the
// methods, and convert them back where compiled code sees them.
func View(v reflect.Value, to reflect.Type) reflect.Value {
	if v.Type() == to && v.CanInterface() {
		return v
	}
	if !SameLayout(v.Type(), to) {
		panic("gotype: a " + v.Type().String() + " seen as a " + to.String())
	}
	p := (*value)(unsafe.Pointer(&v))
	if p.flag&valueMethod != 0 {
		v = reflect.ValueOf(v.Interface())
		p = (*value)(unsafe.Pointer(&v))
	}
	p.typ = headOf(to)
	p.flag = p.flag&^(valueKind|valueReadOnly) | uintptr(to.Kind())
	return v
}

// FunctionAt returns the function value that v holds as a pointer, as Go keeps it, or nil if v is nil or a method of
// a value.
func FunctionAt(v reflect.Value) unsafe.Pointer {
	p := (*value)(unsafe.Pointer(&v))
	switch {
	case v.Kind() != reflect.Func || p.flag&valueMethod != 0:
		return nil
	case p.flag&valueIndirect != 0:
		return *(*unsafe.Pointer)(p.ptr)
	}
	return p.ptr
}
