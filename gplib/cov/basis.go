package cov

import (
	"fmt"
	"math"

	"krigo/gplib/internal/jet"
)

// PolynomialBasis returns the covariance function of Σ_p c_p h_p(x), with the basis h
// of 1 and the powers 1 to degree of each coordinate, and independent c_p ~ N(0,
// variance):
//
//	k(x, x') = variance (1 + Σ_k Σ_p (x_k x'_k)^p)
//
// (Rasmussen and Williams 2006, section 2.7). degree >= 0.
func PolynomialBasis(degree int, variance float64) Func {
	if degree < 0 {
		return function{broken{fmt.Errorf("cov: the degree of PolynomialBasis is %d", degree)}}
	}
	return Scale(variance, function{basis{degree}})
}

func init() {
	register("PolynomialBasis", needs{whole: 1}, func(w written) Func { return function{basis{w.Whole[0]}} })
}

type basis struct{ degree int }

func (b basis) label() string       { return "basis" }
func (b basis) params() []Param     { return nil }
func (b basis) with([]float64) body { return b }
func (b basis) String() string      { return fmt.Sprintf("PolynomialBasis(%d)", b.degree) }

func (b basis) check(x Inputs) error {
	_, err := matrixOf("PolynomialBasis", x)
	return err
}

func (b basis) diag(dst []float64, a Inputs) {
	m := a.(*Matrix)
	fill(dst, 1)
	for d := range m.d {
		for i, v := range m.col(d) {
			dst[i] += b.sum(v * v)
		}
	}
}

// sum returns q + q² + ... + q^degree.
func (b basis) sum(q float64) float64 {
	sum := 0.0
	for range b.degree {
		sum = q * (1 + sum)
	}
	return sum
}

func (b basis) Describe() (Spec, error) { return describeLeaf("PolynomialBasis", nil, b.degree) }

func (b basis) rows(x, y Inputs) evaluator {
	return &basisRows{basis: b, a: x.(*Matrix), b: y.(*Matrix)}
}

type basisRows struct {
	basis
	a, b  *Matrix
	i, lo int
}

func (e *basisRows) value(dst []float64, i, lo, hi int) {
	e.i, e.lo = i, lo
	fill(dst, 1)
	for d := range e.a.d {
		x := e.a.col(d)[i]
		for j, v := range e.b.col(d)[lo:hi] {
			dst[j] += e.sum(x * v)
		}
	}
}

func (e *basisRows) grad(_, _ []float64) {}

func (e *basisRows) inputGrad(da []float64, db [][]float64, w []float64) {
	for d := range e.a.d {
		x := e.a.col(d)[e.i]
		for j, wj := range w {
			y := e.b.col(d)[e.lo+j]
			slope := 0.0 // Σ_p p q^(p-1)
			for p := range e.degree {
				slope += float64(p+1) * math.Pow(x*y, float64(p))
			}
			da[d] += wj * slope * y
			db[d][j] += wj * slope * x
		}
	}
}

func (b basis) jet(r *jet.Ring, _, x, y []jet.Jet) jet.Jet {
	sum := r.Constant(1)
	for k := range x {
		q, part := x[k].Mul(y[k]), r.Constant(0)
		for range b.degree {
			part = part.Shift(1).Mul(q)
		}
		sum = sum.Add(part)
	}
	return sum
}
