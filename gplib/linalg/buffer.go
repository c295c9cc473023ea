package linalg

import (
	"strings"
	"unsafe"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Buffer is a matrix whose size changes without new memory, for loops over blocks of
// rows, where the last is smaller. The zero value is ready to use.
type Buffer struct {
	mat.Dense
	data []float64
}

// Sized returns the buffer as an r × c matrix, 1 <= r and 1 <= c, of any
// content. It is valid until the next call.
func (b *Buffer) Sized(r, c int) *mat.Dense {
	if len(b.data) < r*c {
		b.data = make([]float64, r*c)
	}
	b.SetRawMatrix(blas64.General{Rows: r, Cols: c, Stride: c, Data: b.data[:r*c]})
	return &b.Dense
}

// Zeros returns Sized with all elements 0.
func (b *Buffer) Zeros(r, c int) *mat.Dense {
	m := b.Sized(r, c)
	clear(b.data[:r*c])
	return m
}

// Uncleared returns a new r × c matrix, 1 <= r and 1 <= c, of any content: to clear one of
// 10,000 × 10,000 takes a third of a second and cannot be interrupted.
func Uncleared(r, c int) *mat.Dense {
	n := r * c
	var memory strings.Builder // the only one in Go that does not clear its memory
	memory.Grow(n * int(unsafe.Sizeof(float64(0))))
	memory.WriteByte(0)
	return mat.NewDense(r, c, unsafe.Slice((*float64)(unsafe.Pointer(unsafe.StringData(memory.String()))), n))
}
