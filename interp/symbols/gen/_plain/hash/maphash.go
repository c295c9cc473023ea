package maphash

import "hash/maphash"

func Comparable[T comparable](seed maphash.Seed, v T) uint64 {
	return maphash.Comparable[any](seed, v)
}

func WriteComparable[T comparable](h *maphash.Hash, x T) {
	maphash.WriteComparable[any](h, x)
}
