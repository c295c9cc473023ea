package cov

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/internal/jet"
	"krigo/gplib/linalg"
	"krigo/gplib/param"
)

// Scale returns the covariance function variance · k(x, x'). Base functions such
// as [SE] have variance 1, and Scale gives them another.
func Scale(variance float64, k Func) Func {
	return function{scale{variance, present(k, "Scale")}}
}

func init() {
	register("Scale", needs{theta: 1, parts: 1}, func(w written) Func { return Scale(w.Theta[0], w.parts[0]) })
}

type scale struct {
	variance float64
	inner    Func
}

func (s scale) label() string { return labelOf(s.inner) }

func (s scale) params() []Param {
	return joinParams([]named{
		{"scale", []Param{Positive("variance", s.variance).As(param.RoleVariance)}},
		{labelOf(s.inner), s.inner.Params()},
	})
}

func (s scale) with(theta []float64) body { return scale{theta[0], s.inner.With(theta[1:])} }

func (s scale) check(x Inputs) error { return s.inner.Check(x) }

func (s scale) diag(dst []float64, a Inputs) {
	s.inner.Diag(dst, a)
	floats.Scale(s.variance, dst)
}

func (s scale) addGradDiag(grad, w []float64, a Inputs) {
	diag := make([]float64, len(w))
	s.inner.Diag(diag, a)
	grad[0] += floats.Dot(w, diag)
	AddGradDiag(s.inner, grad[1:], floats.ScaleTo(diag, s.variance, w), a)
}

func (s scale) String() string { return fmt.Sprintf("%.4g·%s", s.variance, inBrackets(s.inner)) }

func (s scale) Describe() (Spec, error) {
	return Spec{Kind: "Scale", Theta: []float64{s.variance}}.over(s.inner)
}

func (s scale) separate(all *separation, at, dims []int) error {
	all.Scale = append(all.Scale, at[0])
	return all.add(s.inner, at[1:], dims)
}

func (s scale) rows(a, b Inputs) evaluator {
	return &scaleRows{
		variance: s.variance,
		part:     rowsOf(s.inner, a, b),
		k:        make([]float64, chunk),
		w:        make([]float64, chunk),
	}
}

type scaleRows struct {
	variance float64
	part     evaluator
	k, w     []float64
	m        int
}

func (e *scaleRows) value(dst []float64, i, lo, hi int) {
	e.m = hi - lo
	k := e.k[:e.m]
	e.part.value(k, i, lo, hi)
	linalg.ScaleTo(dst, e.variance, k)
}

func (e *scaleRows) grad(grad, w []float64) {
	grad[0] += linalg.Dot(w, e.k[:e.m])
	e.part.grad(grad[1:], e.scaled(w))
}

func (e *scaleRows) inputGrad(da []float64, db [][]float64, w []float64) {
	inputGradOf(e.part, da, db, e.scaled(w))
}

// scaled returns variance·w.
func (e *scaleRows) scaled(w []float64) []float64 {
	linalg.ScaleTo(e.w[:e.m], e.variance, w)
	return e.w[:e.m]
}

func (e *scaleRows) inner() []evaluator { return []evaluator{e.part} }

func (s scale) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	return theta[0].Mul(jetOf(s.inner, r, theta[1:], x, y))
}
