package linalg

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Directions are conjugate directions of a matrix A, p_iᵀAp_j = 0 for i ≠ j, that
// solves by [CG] leave behind for further solves with the same A (Erhel and Guyomarc'h
// 2000, SIAM Journal on Matrix Analysis and Applications 21, 1279-1299). They must not
// be used concurrently, and take 16n bytes each.
type Directions struct {
	p, ap     *mat.Dense // p_jᵀ and (Ap_j)ᵀ by rows
	curvature []float64  // p_jᵀAp_j
	coef      []float64
	moved     []float64
}

// NewDirections returns room for the first most directions of a matrix of order
// n, both at least 1.
func NewDirections(n, most int) *Directions {
	return &Directions{p: mat.NewDense(most, n, nil), ap: mat.NewDense(most, n, nil), moved: make([]float64, n)}
}

// Len returns the number of directions so far.
func (d *Directions) Len() int {
	if d == nil {
		return 0
	}
	return len(d.curvature)
}

// keep adds a direction p, with Ap, where there is room.
func (d *Directions) keep(p, ap []float64, curvature float64) {
	if d == nil || d.Len() == d.p.RawMatrix().Rows {
		return
	}
	d.p.SetRow(d.Len(), p)
	d.ap.SetRow(d.Len(), ap)
	d.curvature = append(d.curvature, curvature)
	d.coef = append(d.coef, 0)
}

// solve adds the solution within the span of the directions to x, and removes it from
// the residual r.
func (d *Directions) solve(x, r []float64) {
	if d.Len() == 0 {
		return
	}
	d.combine(d.rows(d.p), r)
	floats.Add(x, d.moved)
	MulTransVec(d.moved, d.rows(d.ap), d.coef)
	floats.Sub(r, d.moved)
}

// conjugate makes p conjugate to the directions.
func (d *Directions) conjugate(p []float64) {
	if d.Len() == 0 {
		return
	}
	d.combine(d.rows(d.ap), p)
	floats.Sub(p, d.moved)
}

// combine sets moved to Σ_j p_j (aᵀ_j v)/(p_jᵀAp_j), where a_j are the rows of a.
func (d *Directions) combine(a *mat.Dense, v []float64) {
	MulVec(d.coef, a, v)
	floats.Div(d.coef, d.curvature)
	MulTransVec(d.moved, d.rows(d.p), d.coef)
}

// rows returns the rows of a in use.
func (d *Directions) rows(a *mat.Dense) *mat.Dense {
	_, n := a.Dims()
	return a.Slice(0, d.Len(), 0, n).(*mat.Dense)
}
