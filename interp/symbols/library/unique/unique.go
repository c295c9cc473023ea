// Package unique has the source of the generic part of the standard library's
// unique, for the types of cells. Handles of the type any are compiled.
package unique

import "unique"

// Handle stands for a value: equal values have equal handles.
type Handle[T comparable] struct {
	handle unique.Handle[any]
}

// Make returns the handle of a value.
func Make[T comparable](value T) Handle[T] {
	return Handle[T]{unique.Make[any](value)}
}

// Value returns the value that the handle was made of.
func (h Handle[T]) Value() T {
	value, _ := h.handle.Value().(T) // a nil interface holds no T
	return value
}
