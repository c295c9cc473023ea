package cov

import (
	"fmt"
	"math"
	"slices"

	"krigo/gplib/internal/jet"
	"krigo/gplib/param"
)

// Cosine returns the covariance function of one sine wave of unknown phase,
//
//	k(x, x') = cos(2π Σ_k (x_k - x'_k)/p_k),
//
// with one period for all dimensions or one for each, in the unit of the
// inputs. Its Gram matrices have rank 2.
func Cosine(period ...float64) Func { return function{cosine{slices.Clone(period)}} }

func init() { register("Cosine", needs{theta: 1}, func(w written) Func { return Cosine(w.Theta...) }) }

type cosine struct{ period []float64 }

func (c cosine) label() string                { return "cosine" }
func (c cosine) params() []Param              { return as(param.RolePeriod, positives("period", c.period)) }
func (c cosine) with(theta []float64) body    { return cosine{slices.Clone(theta)} }
func (c cosine) diag(dst []float64, _ Inputs) { fill(dst, 1) }
func (c cosine) String() string               { return call("Cosine", c.period) }

func (c cosine) check(x Inputs) error {
	m, err := matrixOf("Cosine", x)
	if n := len(c.period); err == nil && (n == 0 || n > 1 && n != m.d) {
		err = fmt.Errorf("cov: Cosine has %d periods, the inputs have dimension %d", n, m.d)
	}
	return err
}

func (c cosine) Describe() (Spec, error) { return describeLeaf("Cosine", c.params()) }

func (c cosine) rows(a, b Inputs) evaluator {
	ma, mb := a.(*Matrix), b.(*Matrix)
	return &cosineRows{c, ma.scaled(c.period), mb.scaled(c.period),
		make([]float64, chunk), make([]float64, chunk), 0, 0, 0}
}

type cosineRows struct {
	cosine
	a, b       *Matrix // in periods
	turns, sin []float64
	i, lo, hi  int
}

func (e *cosineRows) value(dst []float64, i, lo, hi int) {
	e.i, e.lo, e.hi = i, lo, hi
	turns := e.turns[:hi-lo]
	clear(turns)
	for d := range e.a.d {
		x := e.a.col(d)[i]
		for j, v := range e.b.col(d)[lo:hi] {
			turns[j] += x - v
		}
	}
	for j, t := range turns {
		e.sin[j], dst[j] = math.Sincos(2 * math.Pi * (t - math.Round(t)))
	}
}

// grad: ∂k/∂p_k = 2π sin(·) (x_k - x'_k)/p_k².
func (e *cosineRows) grad(grad, w []float64) {
	for d := range e.a.d {
		p := min(d, len(e.period)-1)
		x, sum := e.a.col(d)[e.i], 0.0
		for j, v := range e.b.col(d)[e.lo:e.hi] {
			sum += w[j] * e.sin[j] * (x - v)
		}
		grad[p] += 2 * math.Pi * sum / e.period[p]
	}
}

func (e *cosineRows) inputGrad(da []float64, db [][]float64, w []float64) {
	for d := range e.a.d {
		factor := -2 * math.Pi / e.period[min(d, len(e.period)-1)]
		for j, wj := range w {
			g := factor * wj * e.sin[j]
			da[d] += g
			db[d][j] -= g
		}
	}
}

func (c cosine) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	turns := r.Constant(0)
	for k := range x {
		turns = turns.Add(x[k].Sub(y[k]).Div(of(theta, k)))
	}
	return turns.Scale(2 * math.Pi).Cos()
}
