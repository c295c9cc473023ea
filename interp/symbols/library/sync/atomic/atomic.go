// Package atomic has the source of the generic part of the standard library's
// sync/atomic, for the types of cells.
package atomic

import "sync/atomic"

// Pointer is a pointer that several goroutines may use. The pointer is in a
// compiled Value, which is empty as long as nothing was stored.
type Pointer[T any] struct {
	value atomic.Value
}

// Load returns the pointer.
func (x *Pointer[T]) Load() *T {
	p, _ := x.value.Load().(*T)
	return p
}

// Store changes the pointer.
func (x *Pointer[T]) Store(val *T) {
	x.value.Store(val)
}

// Swap changes the pointer and returns the old one.
func (x *Pointer[T]) Swap(new *T) (old *T) {
	old, _ = x.value.Swap(new).(*T)
	return old
}

// CompareAndSwap changes the pointer if it is old, and reports whether it was.
func (x *Pointer[T]) CompareAndSwap(old, new *T) (swapped bool) {
	var none *T
	x.value.CompareAndSwap(nil, none) // what is empty is nil
	return x.value.CompareAndSwap(old, new)
}
