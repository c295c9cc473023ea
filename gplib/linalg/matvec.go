package linalg

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/parallel"
)

// MulVec writes a·v into dst, from several goroutines where a is large. a is
// n × m, v has length m and dst, which is not v, length n.
func MulVec(dst []float64, a *mat.Dense, v []float64) {
	n, m := a.Dims()
	if len(dst) != n || len(v) != m {
		panic(mat.ErrShape)
	}
	parallel.Rows(n, n*m, func() func(_, lo, hi int) {
		return func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				dst[i] = floats.Dot(a.RawRowView(i), v)
			}
		}
	})
}

// MulTransVec writes aᵀ·v into dst. a is n × m, v has length n and dst, which
// is not v, length m.
func MulTransVec(dst []float64, a *mat.Dense, v []float64) {
	n, m := a.Dims()
	if len(dst) != m || len(v) != n {
		panic(mat.ErrShape)
	}
	blas64.Gemv(blas.Trans, 1, a.RawMatrix(), vector(v), 0, vector(dst))
}

func vector(v []float64) blas64.Vector { return blas64.Vector{N: len(v), Inc: 1, Data: v} }
