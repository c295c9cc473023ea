package cov

import (
	"fmt"
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
	// Grad writes ∂k(x, y)/∂θ_p into grad[p]. Where it is nil, krigo
	// differentiates At; see [Custom].
	Grad func(grad, x, y, theta []float64)
}

// Custom returns the covariance function of the definition. At is called once per pair,
// and cannot be written to a file. A [Formula] is compiled and can.
//
// Grad gives the derivatives. Where Grad is nil and At is a function of a cell that
// only computes (loops, branches, arrays, slices, structs, captured variables, calls of
// other such functions and of package math), they are computed along with At by the
// rules of calculus, exact up to rounding; derivatives by eight parameters take one to
// two times as long as At. At a branch they follow the branch taken, at a kink of an
// operation such as math.Abs the mean of both sides. For any other At, and where they
// are not finite, finite differences replace them, by four calls of At per parameter,
// with a relative accuracy of about 1e-8.
//
// Check compares the two at some points. If they differ by more than the error of the
// differences, the differences are used, and [Doubts] and the fit's warnings say so.
// Check returns an error for an At that is not symmetric, or not finite, at some
// points.
func Custom(d Definition) Func {
	if d.At == nil {
		return function{broken{fmt.Errorf("cov: Custom: %q has no At", d.Name)}}
	}
	d.Params = slices.Clone(d.Params)
	c := custom{d: d}
	if d.Grad == nil {
		c.exact = exactOf(d.At)
	}
	return function{c}
}

type custom struct {
	d     Definition
	exact *exact // nil where Grad is not, or nothing is known of At
}

func (c custom) label() string   { return "custom" }
func (c custom) params() []Param { return slices.Clone(c.d.Params) }

func (c custom) with(theta []float64) body {
	c.d.Params = param.WithValues(c.d.Params, theta)
	return c
}

func (c custom) check(x Inputs) error {
	m, err := matrixOf(c.d.Name, x)
	if err != nil {
		return err
	}
	if err := try(c, m); err != nil {
		return err
	}
	c.compare(m)
	return nil
}

func (c custom) String() string { return call(c.d.Name, param.Values(c.d.Params)) }

func (c custom) diag(dst []float64, a Inputs) { diagonal(c, dst, a) }

func (c custom) Describe() (Spec, error) {
	return Spec{}, fmt.Errorf("cov: Custom %q cannot be saved because its At is a Go function; use a Formula", c.d.Name)
}

func (c custom) rows(a, b Inputs) evaluator { return c.customRows(a.(*Matrix), b.(*Matrix)) }

func (c custom) customRows(a, b *Matrix) *customRows {
	return &customRows{custom: c, a: a, b: b, theta: param.Values(c.d.Params),
		x: make([]float64, a.d), y: make([]float64, b.d), g: make([]float64, len(c.d.Params))}
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
		clear(e.g)
		switch {
		case e.d.Grad != nil:
			e.d.Grad(e.g, e.x, e.y, e.theta)
		case e.exact.known() && e.exact.gradient(e.g, e.x, e.y, e.theta):
		default:
			for p := range e.g {
				e.g[p] = e.differences(p).slope()
			}
		}
		floats.AddScaled(grad, wj, e.g)
	}
}
