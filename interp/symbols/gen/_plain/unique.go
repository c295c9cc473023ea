package unique

import "unique"

type Handle[T comparable] struct {
	h unique.Handle[any]
}

func (h Handle[T]) Value() T {
	return h.h.Value().(T)
}

func Make[T comparable](value T) Handle[T] {
	return Handle[T]{unique.Make[any](value)}
}
