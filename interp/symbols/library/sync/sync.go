// Package sync has the source of the generic part of the standard library's
// sync, for the types of cells. OnceFunc is compiled.
package sync

import "sync"

// OnceValue returns a function that calls f the first time, and always returns
// what f returned.
func OnceValue[T any](f func() T) func() T {
	var value T
	once := sync.OnceFunc(func() { value = f() })
	return func() T {
		once()
		return value
	}
}

// OnceValues is OnceValue for functions that return two values.
func OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2) {
	var value1 T1
	var value2 T2
	once := sync.OnceFunc(func() { value1, value2 = f() })
	return func() (T1, T2) {
		once()
		return value1, value2
	}
}
