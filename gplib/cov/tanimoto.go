package cov

import (
	"gonum.org/v1/gonum/floats"

	"krigo/gplib/internal/jet"
)

// Tanimoto returns the similarity of fingerprints (Jaccard's, for binary ones),
//
//	k(x, x') = x·x' / (|x|² + |x'|² - x·x')
//
// (Ralaivola et al. 2005). Two points of zeros have k = 1. It has no
// parameter.
func Tanimoto() Func { return function{tanimoto{}} }

func init() { register("Tanimoto", needs{}, func(written) Func { return Tanimoto() }) }

type tanimoto struct{}

func (tanimoto) label() string                { return "tanimoto" }
func (tanimoto) params() []Param              { return nil }
func (tanimoto) with([]float64) body          { return tanimoto{} }
func (tanimoto) String() string               { return "Tanimoto()" }
func (tanimoto) diag(dst []float64, _ Inputs) { fill(dst, 1) }

func (tanimoto) check(x Inputs) error {
	_, err := matrixOf("Tanimoto", x)
	return err
}

func (tanimoto) Describe() (Spec, error) { return describeLeaf("Tanimoto", nil) }

func (tanimoto) rows(a, b Inputs) evaluator {
	ma, mb := a.(*Matrix), b.(*Matrix)
	return &tanimotoRows{a: ma, b: mb, aa: squaredNorms(ma), bb: squaredNorms(mb), product: make([]float64, chunk)}
}

func squaredNorms(m *Matrix) []float64 {
	s := make([]float64, m.n)
	for d := range m.d {
		for i, v := range m.col(d) {
			s[i] += v * v
		}
	}
	return s
}

type tanimotoRows struct {
	a, b    *Matrix
	aa, bb  []float64
	product []float64
	i, lo   int
}

func (e *tanimotoRows) value(dst []float64, i, lo, hi int) {
	clear(dst)
	for d := range e.a.d {
		if x := e.a.col(d)[i]; x != 0 { // most bits of a fingerprint are not set
			floats.AddScaled(dst, x, e.b.col(d)[lo:hi])
		}
	}
	e.i, e.lo = i, lo
	copy(e.product, dst)
	for j, dot := range dst {
		total := e.aa[i] + e.bb[lo+j]
		if dst[j] = 1; total > 0 {
			dst[j] = dot / (total - dot)
		}
	}
}

func (*tanimotoRows) grad(_, _ []float64) {}

// inputGrad: with q the product and r the denominator, ∂k/∂x = (x'(r + q) - 2qx)/r². At
// two points of zeros it is 0.
func (e *tanimotoRows) inputGrad(da []float64, db [][]float64, w []float64) {
	for j, v := range w {
		q := e.product[j]
		r := e.aa[e.i] + e.bb[e.lo+j] - q
		if !(r > 0) {
			continue
		}
		byProduct, bySquare := v*(r+q)/(r*r), -2*v*q/(r*r)
		for d := range e.a.d {
			x, y := e.a.col(d)[e.i], e.b.col(d)[e.lo+j]
			da[d] += byProduct*y + bySquare*x
			db[d][j] += byProduct*x + bySquare*y
		}
	}
}

func (tanimoto) jet(r *jet.Ring, _, x, y []jet.Jet) jet.Jet {
	dot := dotJets(r, nil, x, y)
	return dot.Div(dotJets(r, nil, x, x).Add(dotJets(r, nil, y, y)).Sub(dot))
}
