package admm

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// columnCG runs conjugate gradients on CX = B for all columns b of B at once,
// from X = 0, so that one pass over the rows of C serves them all. Its purpose
// is bᵀC⁻¹b: after j steps bᵀx_j has gained all of it but rᵀC⁻¹r, which rᵀM⁻¹r
// bounds where C − M is positive semi-definite.
type columnCG struct {
	mul, precondition func(dst, v *mat.Dense)
	b, x, r, p, s     *mat.Dense // n × m; s is Cp, then M⁻¹r
	rm                []float64  // rᵀM⁻¹r
	prior, gained     []float64  // prior variances and bᵀx
}

func newColumnCG(b *mat.Dense, mul, precondition func(dst, v *mat.Dense)) *columnCG {
	n, m := b.Dims()
	c := &columnCG{
		mul: mul, precondition: precondition, b: b,
		x: mat.NewDense(n, m, nil), r: mat.DenseCopyOf(b), p: mat.NewDense(n, m, nil), s: mat.NewDense(n, m, nil),
		prior: make([]float64, m), gained: make([]float64, m),
	}
	c.precondition(c.p, c.r)
	c.rm = columnDots(c.r, c.p)
	return c
}

// run takes at most maxIter steps, until the rest of every column is at most
// tol times what is left of its prior variance.
func (c *columnCG) run(tol float64, maxIter int) {
	for range maxIter {
		if c.arrived(tol) || !c.step() {
			return
		}
	}
}

// runTo takes at most maxIter steps, until every column of X is known to a
// relative error of tol, in the norm of C as M estimates it.
func (c *columnCG) runTo(tol float64, maxIter int) {
	first := slices.Clone(c.rm)
	far := func() bool {
		for j, rest := range c.rm {
			if rest > tol*tol*first[j] {
				return true
			}
		}
		return false
	}
	for step := 0; step < maxIter && far() && c.step(); step++ {
	}
}

func (c *columnCG) arrived(tol float64) bool {
	for j, rest := range c.rm {
		if rest > tol*math.Max(c.prior[j]-c.gained[j], 1e-10*c.prior[j]) {
			return false
		}
	}
	return true
}

// step takes one step and reports whether any column went on.
func (c *columnCG) step() bool {
	c.mul(c.s, c.p)
	alpha, moved := columnDots(c.p, c.s), false
	for j, curvature := range alpha {
		alpha[j] = 0
		if c.rm[j] > 0 && curvature > 0 && !math.IsInf(curvature, 1) {
			alpha[j], moved = c.rm[j]/curvature, true
		}
	}
	addColumns(c.x, alpha, c.p)
	floats.Scale(-1, alpha)
	addColumns(c.r, alpha, c.s)
	c.precondition(c.s, c.r)
	next := columnDots(c.r, c.s)
	beta := make([]float64, len(next))
	for j, v := range next {
		if alpha[j] != 0 {
			beta[j] = v / c.rm[j]
		}
	}
	scaleColumns(c.p, beta)
	c.p.Add(c.p, c.s)
	c.rm, c.gained = next, columnDots(c.b, c.x)
	return moved
}

// columnDots returns the inner products of the columns of a with those of b.
func columnDots(a, b *mat.Dense) []float64 {
	n, m := a.Dims()
	dots := make([]float64, m)
	for i := range n {
		row := b.RawRowView(i)
		for j, v := range a.RawRowView(i) {
			dots[j] += v * row[j]
		}
	}
	return dots
}

// addColumns adds c_j times column j of b to column j of a.
func addColumns(a *mat.Dense, c []float64, b *mat.Dense) {
	n, _ := a.Dims()
	for i := range n {
		from, to := b.RawRowView(i), a.RawRowView(i)
		for j, v := range c {
			to[j] += v * from[j]
		}
	}
}

// scaleColumns multiplies column j of a by c_j.
func scaleColumns(a *mat.Dense, c []float64) {
	n, _ := a.Dims()
	for i := range n {
		floats.Mul(a.RawRowView(i), c)
	}
}
