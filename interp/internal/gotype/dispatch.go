package gotype

import (
	"reflect"
	"unsafe"
)

// Dispatch returns the code of a method of an interface value, as a closure, and
// the receiver that it takes; ok is false if the interface is nil. The index is
// as in reflect's Type.Method. The closure may be called as a func of any
// type of the method's layout, with the receiver before the parameters.
func Dispatch(v reflect.Value, index int) (closure, receiver unsafe.Pointer, ok bool) {
	i := (*iface)((*value)(unsafe.Pointer(&v)).ptr)
	if i.first == nil {
		return nil, nil, false
	}
	code := unsafe.Add(unsafe.Pointer(&(*itab)(i.first).fun), uintptr(index)*unsafe.Sizeof(uintptr(0)))
	return code, i.data, true
}

// Direct reports whether an interface holds a value of type t itself, and not a
// pointer to it.
func Direct(t reflect.Type) bool { return headOf(t).tflag&flagDirect != 0 }

// First returns the first word of an empty interface that holds a value of type t.
func First(t reflect.Type) unsafe.Pointer { return unsafe.Pointer(headOf(t)) }

// FirstOf returns the first word of an empty interface that holds what an interface with methods holds, whose own first
// word is table, or nil.
func FirstOf(table unsafe.Pointer) unsafe.Pointer {
	if table == nil {
		return nil
	}
	return unsafe.Pointer((*itab)(table).typ)
}
