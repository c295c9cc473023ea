package cov

import (
	"fmt"
	"math"

	"krigo/gplib/internal/jet"
)

// HistogramIntersection returns the overlap of histograms,
//
//	k(x, x') = Σ_k min(x_k, x'_k),  x_k >= 0
//
// (Barla, Odone and Verri 2003). It has no parameter.
func HistogramIntersection() Func { return function{histogram{}} }

func init() {
	register("HistogramIntersection", needs{}, func(written) Func { return HistogramIntersection() })
}

type histogram struct{}

func (histogram) label() string       { return "histogram" }
func (histogram) params() []Param     { return nil }
func (histogram) with([]float64) body { return histogram{} }
func (histogram) String() string      { return "HistogramIntersection()" }

func (histogram) check(x Inputs) error { return checkNotNegative("HistogramIntersection", x) }

// checkNotNegative checks the inputs of functions of counts.
func checkNotNegative(name string, x Inputs) error {
	m, err := matrixOf(name, x)
	if err != nil {
		return err
	}
	for j, v := range m.data {
		if v < 0 {
			return fmt.Errorf("cov: %s takes no negative values, x[%d, %d] is %v", name, j%m.n, j/m.n, v)
		}
	}
	return nil
}

func (histogram) diag(dst []float64, a Inputs) {
	clear(dst)
	m := a.(*Matrix)
	for d := range m.d {
		for i, v := range m.col(d) {
			dst[i] += v
		}
	}
}

func (histogram) Describe() (Spec, error) { return describeLeaf("HistogramIntersection", nil) }

func (histogram) rows(a, b Inputs) evaluator { return histogramRows{a.(*Matrix), b.(*Matrix)} }

type histogramRows struct{ a, b *Matrix }

func (e histogramRows) value(dst []float64, i, lo, hi int) {
	clear(dst)
	for d := range e.a.d {
		x := e.a.col(d)[i]
		for j, v := range e.b.col(d)[lo:hi] {
			dst[j] += math.Min(x, v)
		}
	}
}

func (histogramRows) grad(_, _ []float64) {}

func (histogram) jet(r *jet.Ring, _, x, y []jet.Jet) jet.Jet {
	sum := r.Constant(0)
	for k := range x {
		sum = sum.Add(x[k].Min(y[k]))
	}
	return sum
}
