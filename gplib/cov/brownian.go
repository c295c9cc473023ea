package cov

import (
	"fmt"
	"math"

	"krigo/gplib/internal/jet"
)

// Brownian returns the covariance function of Brownian motion, the Wiener process
// that is 0 at 0 (Rasmussen and Williams 2006, appendix B.2.3):
//
//	k(s, t) = (|s| + |t| - |s - t|)/2,
//
// which is min(s, t) for positive times, on inputs of one dimension. It has
// no parameter; see [Scale].
func Brownian() Func { return function{brownian{}} }

func init() { register("Brownian", needs{}, func(written) Func { return Brownian() }) }

type brownian struct{}

func (brownian) label() string       { return "brownian" }
func (brownian) params() []Param     { return nil }
func (brownian) with([]float64) body { return brownian{} }
func (brownian) String() string      { return "Brownian()" }

func (brownian) check(x Inputs) error {
	m, err := matrixOf("Brownian", x)
	if err == nil && m.d != 1 {
		err = fmt.Errorf("cov: Brownian takes inputs of one dimension, not %d", m.d)
	}
	return err
}

func (brownian) diag(dst []float64, a Inputs) {
	for i, t := range a.(*Matrix).data {
		dst[i] = math.Abs(t)
	}
}

func (brownian) Describe() (Spec, error) { return describeLeaf("Brownian", nil) }

func (brownian) rows(a, b Inputs) evaluator {
	return &brownianRows{a: a.(*Matrix).data, b: b.(*Matrix).data}
}

type brownianRows struct {
	a, b  []float64
	i, lo int
}

func (e *brownianRows) value(dst []float64, i, lo, hi int) {
	e.i, e.lo = i, lo
	s := e.a[i]
	for j, t := range e.b[lo:hi] {
		dst[j] = 0
		if s*t > 0 {
			dst[j] = math.Min(math.Abs(s), math.Abs(t))
		}
	}
}

func (*brownianRows) grad(_, _ []float64) {}

// inputGrad: of two times of one sign k grows with the earlier one, and with each by half
// where they are the same.
func (e *brownianRows) inputGrad(da []float64, db [][]float64, w []float64) {
	s := e.a[e.i]
	for j, v := range w {
		t := e.b[e.lo+j]
		slope := v * math.Copysign(1, s)
		switch {
		case !(s*t > 0):
		case s == t:
			da[0] += slope / 2
			db[0][j] += slope / 2
		case math.Abs(s) < math.Abs(t):
			da[0] += slope
		default:
			db[0][j] += slope
		}
	}
}

func (brownian) jet(_ *jet.Ring, _, x, y []jet.Jet) jet.Jet {
	s, t := x[0], y[0]
	return s.Abs().Add(t.Abs()).Sub(s.Sub(t).Abs()).Scale(0.5)
}
