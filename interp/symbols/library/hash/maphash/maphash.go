// Package maphash has the source of the generic part of the standard library's
// hash/maphash, for the types of cells. Hashes of interfaces are compiled.
package maphash

import "hash/maphash"

// Comparable returns a hash of v, which is the same for equal values.
func Comparable[T comparable](seed maphash.Seed, v T) uint64 {
	return maphash.Comparable[any](seed, v)
}

// WriteComparable adds x to the data that h hashes.
func WriteComparable[T comparable](h *maphash.Hash, x T) {
	maphash.WriteComparable[any](h, x)
}
