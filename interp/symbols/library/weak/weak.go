// Package weak has the source of the standard library's weak, for the types of
// cells. Weak pointers to bytes are compiled; one to the first byte of a
// value does for a value of any type.
package weak

import (
	"reflect"
	"weak"
)

// Pointer is a pointer that does not keep its target alive.
type Pointer[T any] struct {
	first weak.Pointer[byte]
}

// Make returns the weak pointer for a pointer.
func Make[T any](ptr *T) Pointer[T] {
	if ptr == nil {
		return Pointer[T]{}
	}
	first := reflect.NewAt(reflect.TypeFor[byte](), reflect.ValueOf(ptr).UnsafePointer())
	return Pointer[T]{weak.Make(first.Interface().(*byte))}
}

// Value returns the pointer, or nil if its target is gone.
func (p Pointer[T]) Value() *T {
	first := p.first.Value()
	if first == nil {
		return nil
	}
	whole := reflect.NewAt(reflect.TypeFor[T](), reflect.ValueOf(first).UnsafePointer())
	return whole.Interface().(*T)
}
