// Package rand has the source of the generic part of the standard library's
// math/rand/v2, for the types of cells.
package rand

import "math/rand/v2"

// N returns a random number that is at least 0 and less than n.
func N[Int interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}](n Int) Int {
	if n <= 0 {
		panic("invalid argument to N")
	}
	return Int(rand.Uint64N(uint64(n)))
}
