package yaegipatch

import (
	"fmt"
	"runtime"
	"strings"
)

// Error is a run-time error that Go's runtime cannot be made to produce, with the
// text that it would have.
type Error string

func (e Error) Error() string { return string(e) }

// RuntimeError marks it as a runtime.Error.
func (Error) RuntimeError() {}

// badIndex returns the error of an index: it is the runtime's own.
func badIndex[I int | uint](i I, length int) (fault any) {
	defer func() { fault = recover() }()
	_ = make([]struct{}, length)[i]
	return nil
}

// badUnsigned returns the error of an index of an unsigned type.
func badUnsigned(i, length int) any {
	if i >= 0 {
		return badIndex(i, length)
	}
	return badIndex(uint(i), length)
}

// NilDereference returns the runtime's own error for a nil pointer.
func NilDereference() (fault any) {
	defer func() { fault = recover() }()
	var p *[8]int
	return p[len(runtime.Version())&7]
}

// limits are the bounds of a slice, or of a value that has a length but no capacity.
type limits struct {
	capacity bool
	unsigned [3]bool // bounds that are negative when they are too large
}

// bound returns one of the bounds as it is to be printed, and reports whether it is negative.
func (l limits) bound(which, x int) (any, bool) {
	if l.unsigned[which] {
		return uint64(x), false
	}
	return x, x < 0
}

// two panics unless 0 <= i <= j <= most, as Go itself does it.
func (l limits) two(i, j, most int) {
	switch {
	case uint(j) <= uint(most) && uint(i) <= uint(j):
	case l.unsigned[0] && l.unsigned[1]:
		cut(l, uint(i), uint(j), most)
	case l.unsigned[0]:
		cut(l, uint(i), j, most)
	case l.unsigned[1]:
		cut(l, i, uint(j), most)
	default:
		cut(l, i, j, most)
	}
}

// cut slices something of a capacity, or of no capacity but a length.
func cut[I, J int | uint](l limits, i I, j J, most int) {
	if l.capacity {
		_ = make([]struct{}, most)[i:j]
		return
	}
	_ = strings.Repeat(" ", most)[i:j]
}

// three panics unless 0 <= i <= j <= m <= most.
func (l limits) three(i, j, m, most int) {
	if uint(m) > uint(most) {
		l.bad("[::%d]", 2, m, most)
	}
	if uint(j) > uint(m) {
		l.reversed("[:%d:]", "[:%d:%d]", 1, j, m)
	}
	if uint(i) > uint(j) {
		l.reversed("[%d::]", "[%d:%d:]", 0, i, j)
	}
}

// bad panics for an upper bound.
func (l limits) bad(form string, which, x, most int) {
	b, negative := l.bound(which, x)
	switch {
	case negative:
		panic(outOf(form, b))
	case l.capacity:
		panic(outOf(form+" with capacity %d", b, most))
	}
	panic(outOf(form+" with length %d", b, most))
}

// reversed panics for a bound that is negative or larger than the next.
func (l limits) reversed(alone, both string, which, x, y int) {
	b, negative := l.bound(which, x)
	if negative {
		panic(outOf(alone, b))
	}
	panic(outOf(both, b, y))
}

func outOf(form string, numbers ...any) Error {
	return Error("runtime error: slice bounds out of range " + fmt.Sprintf(form, numbers...))
}
