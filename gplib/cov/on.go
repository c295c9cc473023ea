package cov

import (
	"fmt"
	"slices"

	"krigo/gplib/internal/jet"
)

// On returns k on some dimensions of its inputs, numbered from 0, in the given
// order: On(SE(1), 2) is k(x, x') = exp(-(x_2 - x'_2)²/2).
func On(k Func, dims ...int) Func {
	if len(dims) == 0 {
		return function{broken{fmt.Errorf("cov: On was given no dimension")}}
	}
	for _, d := range dims {
		if d < 0 {
			return function{broken{fmt.Errorf("cov: On was given the dimension %d", d)}}
		}
	}
	return function{on{present(k, "On"), slices.Clone(dims)}}
}

func init() {
	register("On", needs{whole: 1, parts: 1}, func(w written) Func { return On(w.parts[0], w.Whole...) })
}

type on struct {
	base Func
	dims []int
}

func (o on) label() string             { return labelOf(o.base) }
func (o on) params() []Param           { return onDims(o.base.Params(), o.dims) }
func (o on) with(theta []float64) body { return on{o.base.With(theta), o.dims} }

func (o on) check(x Inputs) error {
	m, err := matrixOf("On", x)
	if err != nil {
		return err
	}
	if top := slices.Max(o.dims); top >= m.d {
		return fmt.Errorf("cov: On selects dimension %d, the inputs have %d, from 0", top, m.d)
	}
	return o.base.Check(o.of(m))
}

func (o on) of(x Inputs) *Matrix {
	m := x.(*Matrix)
	s := newMatrix(m.n, len(o.dims))
	for k, d := range o.dims {
		copy(s.col(k), m.col(d))
	}
	return s
}

func (o on) diag(dst []float64, a Inputs) { o.base.Diag(dst, o.of(a)) }
func (o on) String() string               { return fmt.Sprintf("On(%v, %v)", o.base, o.dims) }

func (o on) Describe() (Spec, error) { return Spec{Kind: "On", Whole: o.dims}.over(o.base) }

func (o on) separate(s *separation, at, dims []int) error {
	for _, d := range o.dims {
		if d >= len(dims) {
			return fmt.Errorf("cov: On selects dimension %d, the inputs have %d, from 0", d, len(dims))
		}
	}
	return s.add(o.base, at, picked(dims, o.dims))
}

func (o on) rows(a, b Inputs) evaluator {
	sa := o.of(a)
	sb := sa
	if !same(a, b) {
		sb = o.of(b)
	}
	return &onRows{rowsOf(o.base, sa, sb), o.dims, make([]float64, len(o.dims)), columnsOf(len(o.dims))}
}

type onRows struct {
	evaluator
	dims []int
	da   []float64
	db   [][]float64
}

func (e *onRows) inputGrad(da []float64, db [][]float64, w []float64) {
	clear(e.da)
	for k := range e.db {
		clear(e.db[k])
	}
	inputGradOf(e.evaluator, e.da, e.db, w)
	for k, d := range e.dims {
		da[d] += e.da[k]
		for j := range w {
			db[d][j] += e.db[k][j]
		}
	}
}

func (e *onRows) inner() []evaluator { return []evaluator{e.evaluator} }

func (o on) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	a, b := make([]jet.Jet, len(o.dims)), make([]jet.Jet, len(o.dims))
	for k, d := range o.dims {
		a[k], b[k] = x[d], y[d]
	}
	return jetOf(o.base, r, theta, a, b)
}
