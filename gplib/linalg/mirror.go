package linalg

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/parallel"
)

// MirrorLower copies the lower triangle of the square matrix a to the upper
// one, by blocks that stay in the cache.
func MirrorLower(a *mat.Dense) {
	raw := a.RawMatrix()
	if raw.Rows <= mirrorSerial {
		for first := 0; first < raw.Rows; first += parallel.RowBlock {
			mirrorRows(raw, first, min(first+parallel.RowBlock, raw.Rows))
		}
		return
	}
	parallel.Rows(raw.Rows, raw.Rows*raw.Rows/2, func() func(_, lo, hi int) {
		return func(_, first, last int) { mirrorRows(raw, first, last) }
	})
}

// mirrorSerial is the order up to which copying costs less than goroutines.
const mirrorSerial = 256

// mirrorRows copies rows [first, last) of the lower triangle.
func mirrorRows(a blas64.General, first, last int) {
	for lo := 0; lo < last; lo += parallel.RowBlock {
		for j := lo; j < min(lo+parallel.RowBlock, last); j++ {
			for i := max(first, j+1); i < last; i++ {
				a.Data[j*a.Stride+i] = a.Data[i*a.Stride+j]
			}
		}
	}
}
