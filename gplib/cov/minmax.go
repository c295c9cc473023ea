package cov

import (
	"math"

	"krigo/gplib/internal/jet"
)

// MinMax returns the similarity of counts, such as those of fingerprints,
//
//	k(x, x') = Σ_k min(x_k, x'_k) / Σ_k max(x_k, x'_k),  x_k >= 0
//
// (Ralaivola et al. 2005). Of 0 and 1 it is [Tanimoto]. Two points of zeros
// have k = 1. It has no parameter.
func MinMax() Func { return function{minMax{}} }

func init() { register("MinMax", needs{}, func(written) Func { return MinMax() }) }

type minMax struct{}

func (minMax) label() string                { return "minmax" }
func (minMax) params() []Param              { return nil }
func (minMax) with([]float64) body          { return minMax{} }
func (minMax) String() string               { return "MinMax()" }
func (minMax) diag(dst []float64, _ Inputs) { fill(dst, 1) }
func (minMax) check(x Inputs) error         { return checkNotNegative("MinMax", x) }

func (minMax) Describe() (Spec, error) { return describeLeaf("MinMax", nil) }

func (minMax) rows(a, b Inputs) evaluator {
	return &minMaxRows{a.(*Matrix), b.(*Matrix), make([]float64, chunk)}
}

type minMaxRows struct {
	a, b  *Matrix
	total []float64
}

func (e *minMaxRows) value(dst []float64, i, lo, hi int) {
	clear(dst)
	total := e.total[:hi-lo]
	clear(total)
	for d := range e.a.d {
		x := e.a.col(d)[i]
		for j, v := range e.b.col(d)[lo:hi] {
			dst[j] += math.Min(x, v)
			total[j] += math.Max(x, v)
		}
	}
	for j, t := range total {
		if t == 0 {
			dst[j] = 1
			continue
		}
		dst[j] /= t
	}
}

func (*minMaxRows) grad(_, _ []float64) {}

func (minMax) jet(r *jet.Ring, _, x, y []jet.Jet) jet.Jet {
	least, most := r.Constant(0), r.Constant(0)
	for k := range x {
		least, most = least.Add(x[k].Min(y[k])), most.Add(x[k].Max(y[k]))
	}
	return least.Div(most)
}
