// Package cmp has the source of the generic part of the standard library's cmp,
// for the types of cells.
package cmp

import "cmp"

// Compare returns a negative number if x comes before y, a positive one if it comes after y,
// and 0 otherwise. NaN comes before all numbers and is equal to NaN.
func Compare[T cmp.Ordered](x, y T) int {
	if x < y {
		return -1
	}
	if x > y {
		return 1
	}
	if x == y {
		return 0
	}
	// One of them is NaN at least.
	if x == x {
		return 1
	}
	if y == y {
		return -1
	}
	return 0
}

// Less reports whether x comes before y in the order of Compare.
func Less[T cmp.Ordered](x, y T) bool {
	return x < y || x != x && y == y
}

// Or returns the first value that is not zero, and zero if there is none.
func Or[T comparable](vals ...T) T {
	var zero T
	for _, v := range vals {
		if v != zero {
			return v
		}
	}
	return zero
}
