package quick

import (
	"fmt"
	"runtime"
)

// Error is a run-time error that Go's runtime cannot be made to produce, with the
// text that it would have.
type Error string

func (e Error) Error() string { return string(e) }

// RuntimeError marks it as a runtime.Error.
func (Error) RuntimeError() {}

// badIndex is the error of an index: it is the runtime's own.
func badIndex(i, length int) (fault any) {
	defer func() { fault = recover() }()
	_ = make([]struct{}, length)[i]
	return nil
}

// badUnsigned is the error of an index of an unsigned type.
func badUnsigned(i, length int) any {
	if i >= 0 {
		return badIndex(i, length)
	}
	return Error(fmt.Sprintf("runtime error: index out of range [%d] with length %d", uint64(i), length))
}

// NilDereference is the runtime's own error for a nil pointer.
func NilDereference() (fault any) {
	defer func() { fault = recover() }()
	var p *[8]int
	return p[len(runtime.Version())&7]
}

// limits are those of slices, and of what has no capacity but a length.
type limits struct {
	capacity bool
	unsigned [3]bool // bounds, of which those that are too large are negative
}

// bound is one of the bounds as it is to be printed, and whether it is negative.
func (l limits) bound(which, x int) (any, bool) {
	if l.unsigned[which] {
		return uint64(x), false
	}
	return x, x < 0
}

// two panics unless 0 <= i <= j <= most.
func (l limits) two(i, j, most int) {
	if uint(j) > uint(most) {
		l.bad("[:%d]", 1, j, most)
	}
	if uint(i) > uint(j) {
		l.reversed("[%d:]", "[%d:%d]", 0, i, j)
	}
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
