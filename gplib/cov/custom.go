package cov

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/param"
)

// Definition is a covariance function of points of a matrix as Go functions;
// see [Custom].
type Definition struct {
	// Name is the constructor's name, for texts and errors.
	Name   string
	Params []Param
	// At returns k(x, y; θ). It must be symmetric in x and y, and must keep
	// and change none of its arguments. It is called from several goroutines.
	At func(x, y, theta []float64) float64
	// Grad writes ∂k(x, y)/∂θ_p into grad[p]. Where it is nil, derivatives
	// are differences of At, of a relative accuracy of about 1e-8.
	Grad func(grad, x, y, theta []float64)
}

// Custom returns the covariance function that the definition says. At is
// called once a pair, which costs an interpreted function some microseconds,
// and cannot be written to a file. A [Formula] is compiled and can.
func Custom(d Definition) Func {
	if d.At == nil {
		return function{broken{fmt.Errorf("cov: Custom: %q has no At", d.Name)}}
	}
	d.Params = slices.Clone(d.Params)
	return function{custom{d}}
}

type custom struct{ d Definition }

func (c custom) label() string   { return "custom" }
func (c custom) params() []Param { return slices.Clone(c.d.Params) }

func (c custom) with(theta []float64) body {
	c.d.Params = param.WithValues(c.d.Params, theta)
	return c
}

func (c custom) theta() []float64 { return param.Values(c.d.Params) }

func (c custom) check(x Inputs) error {
	m, err := matrixOf(c.d.Name, x)
	if err != nil || m.n == 0 {
		return err
	}
	a, b := m.Row(0), m.Row(m.n-1)
	if v := c.d.At(a, b, c.theta()); math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Errorf("cov: %v is %v at x = %v, y = %v", c, v, a, b)
	}
	return nil
}

func (c custom) String() string { return call(c.d.Name, c.theta()) }

func (c custom) diag(dst []float64, a Inputs) {
	m := a.(*Matrix)
	theta, x := c.theta(), make([]float64, m.d)
	for i := range dst {
		m.row(x, i)
		dst[i] = c.d.At(x, x, theta)
	}
}

func (c custom) Describe() (Spec, error) {
	return Spec{}, fmt.Errorf("cov: Custom %q cannot be written, its At is a Go function; a Formula can", c.d.Name)
}

func (c custom) rows(a, b Inputs) evaluator {
	ma, mb := a.(*Matrix), b.(*Matrix)
	return &customRows{custom: c, a: ma, b: mb, theta: c.theta(),
		x: make([]float64, ma.d), y: make([]float64, mb.d), g: make([]float64, len(c.d.Params))}
}

type customRows struct {
	custom
	a, b        *Matrix
	theta, x, y []float64
	g           []float64
	lo          int
}

func (e *customRows) value(dst []float64, i, lo, hi int) {
	e.lo = lo
	e.a.row(e.x, i)
	for j := range dst[:hi-lo] {
		e.b.row(e.y, lo+j)
		dst[j] = e.d.At(e.x, e.y, e.theta)
	}
}

func (e *customRows) grad(grad, w []float64) {
	for j, wj := range w {
		e.b.row(e.y, e.lo+j)
		if clear(e.g); e.d.Grad != nil {
			e.d.Grad(e.g, e.x, e.y, e.theta)
		} else {
			e.differences()
		}
		floats.AddScaled(grad, wj, e.g)
	}
}

// differences writes Richardson's extrapolation of central differences.
func (e *customRows) differences() {
	for p, v := range e.theta {
		h := 1e-3 * math.Max(math.Abs(v), 1e-3)
		at := func(step float64) float64 {
			e.theta[p] = v + step
			return e.d.At(e.x, e.y, e.theta)
		}
		e.g[p] = (8*(at(h/2)-at(-h/2)) - (at(h) - at(-h))) / (6 * h)
		e.theta[p] = v
	}
}
