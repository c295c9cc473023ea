package linalg

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Pivoted is a partial Cholesky factor with pivots, K ≈ L Lᵀ.
type Pivoted struct {
	// L is n × m.
	L *mat.Dense
	// Pivots are the m rows of K chosen, in their order.
	Pivots []int
	// Trace[j] is the trace of K - L Lᵀ with the first j columns of L, the
	// sum of what they leave of the diagonal, for j from 0 to m. It bounds
	// the largest eigenvalue and every element of the rest.
	Trace []float64
}

// PivotedCholesky factorises a symmetric positive semi-definite n × n matrix K, given
// its diagonal and a function that writes row i of K into dst. Each column takes the
// largest remaining diagonal element as its pivot; at most columns of them are taken,
// and none once the trace of the rest is at most enough (Harbrecht, Peters and Schneider
// 2012, Applied Numerical Mathematics 62, 428-440). It takes O(n m²) time, m rows of K and
// O(n m) memory.
func PivotedCholesky(diag []float64, row func(dst []float64, i int), columns int, enough float64) (*Pivoted, error) {
	factor, err := NewPartialCholesky(diag, columns)
	if err != nil {
		return nil, err
	}
	n := len(diag)
	p := &Pivoted{Trace: []float64{factor.Trace()}}
	for m := 0; m < min(columns, n) && p.Trace[m] > enough; m++ {
		pivot := floats.MaxIdx(factor.Rest())
		if !(factor.Rest()[pivot] > 0) {
			break
		}
		factor.Append(pivot, row)
		p.Trace = append(p.Trace, factor.Trace())
	}
	p.Pivots = factor.Pivots()
	if len(p.Pivots) == 0 {
		p.L = mat.NewDense(n, 1, nil)
		return p, nil
	}
	p.L = mat.DenseCopyOf(factor.Rows().T())
	return p, nil
}

// Preconditioner returns r ↦ (L Lᵀ + sI)⁻¹ r for [CG], s > 0, by the identity
// of Woodbury: O(n m) time a call, O(n m²) once. The function may be called
// from one goroutine at a time.
func (p *Pivoted) Preconditioner(s float64) (func(dst, r []float64), error) {
	if !(s > 0) || math.IsInf(s, 1) {
		return nil, fmt.Errorf("linalg: Preconditioner: the noise s is %v; it must be positive", s)
	}
	_, m := p.L.Dims()
	inner := mat.NewDense(m, m, nil)
	inner.Mul(p.L.T(), p.L)
	for j := range m {
		inner.Set(j, j, inner.At(j, j)+s)
	}
	chol, err := Factorize(inner)
	if err != nil {
		return nil, err
	}
	small := make([]float64, m)
	return func(dst, r []float64) {
		MulTransVec(small, p.L, r)
		chol.SolveVec(small, small)
		blas64.Copy(vector(r), vector(dst))
		blas64.Gemv(blas.NoTrans, -1/s, p.L.RawMatrix(), vector(small), 1/s, vector(dst))
	}, nil
}
