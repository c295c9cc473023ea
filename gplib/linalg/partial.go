package linalg

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// PartialCholesky is a partial Cholesky factor K ≈ L Lᵀ of a symmetric
// positive semi-definite n × n matrix, which grows by one pivot at a time.
type PartialCholesky struct {
	rows   *mat.Dense // Lᵀ, as many rows as there may be pivots
	pivots []int
	rest   []float64
}

// NewPartialCholesky returns the factor without columns of a matrix with the
// given diagonal, which may get at most columns of them. The error names a
// diagonal element that is negative or not finite.
func NewPartialCholesky(diag []float64, columns int) (*PartialCholesky, error) {
	n := len(diag)
	if n == 0 || columns < 1 {
		return nil, fmt.Errorf("linalg: a partial Cholesky factor of %d columns of a matrix of order %d", columns, n)
	}
	for i, v := range diag {
		if !(v >= 0) || math.IsInf(v, 1) {
			return nil, fmt.Errorf("linalg: diagonal element %d is %v", i, v)
		}
	}
	return &PartialCholesky{
		rows: mat.NewDense(min(columns, n), n, nil), rest: append([]float64(nil), diag...),
	}, nil
}

// Len returns the number of pivots so far.
func (p *PartialCholesky) Len() int { return len(p.pivots) }

// Pivots returns the rows of K chosen so far. The slice must not be changed.
func (p *PartialCholesky) Pivots() []int { return p.pivots }

// Rest returns the diagonal of K - L Lᵀ, which is 0 at pivots. The slice must not
// be changed.
func (p *PartialCholesky) Rest() []float64 { return p.rest }

// Trace returns the sum of Rest.
func (p *PartialCholesky) Trace() float64 { return floats.Sum(p.rest) }

// Rows returns Lᵀ, Len × n, which shares the factor's memory. There must be a
// pivot.
func (p *PartialCholesky) Rows() *mat.Dense {
	_, n := p.rows.Dims()
	return p.rows.Slice(0, len(p.pivots), 0, n).(*mat.Dense)
}

// Append adds a pivot whose Rest is positive, in O(n·Len) time. row writes a
// row of K.
func (p *PartialCholesky) Append(pivot int, row func(dst []float64, i int)) {
	m := len(p.pivots)
	next := p.rows.RawRowView(m)
	row(next, pivot)
	for q := range m {
		earlier := p.rows.RawRowView(q)
		floats.AddScaled(next, -earlier[pivot], earlier)
	}
	root := math.Sqrt(p.rest[pivot])
	floats.Scale(1/root, next)
	next[pivot] = root
	for i, v := range next {
		p.rest[i] = math.Max(0, p.rest[i]-v*v)
	}
	p.rest[pivot] = 0
	p.pivots = append(p.pivots, pivot)
}
