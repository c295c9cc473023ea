package cov

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/internal/jet"
)

// Power returns the covariance function k(x, x')^exponent, exponent >= 1 and
// whole: other powers of a covariance function need not be one.
func Power(k Func, exponent int) Func {
	if exponent < 1 {
		return function{broken{fmt.Errorf("cov: the exponent of Power is %d, less than 1", exponent)}}
	}
	return function{power{present(k, "Power"), exponent}}
}

func init() {
	register("Power", needs{whole: 1, parts: 1}, func(w written) Func { return Power(w.parts[0], w.Whole[0]) })
}

type power struct {
	base     Func
	exponent int
}

func (p power) label() string                { return labelOf(p.base) }
func (p power) params() []Param              { return p.base.Params() }
func (p power) with(theta []float64) body    { return power{p.base.With(theta), p.exponent} }
func (p power) check(x Inputs) error         { return p.base.Check(x) }
func (p power) String() string               { return fmt.Sprintf("(%v)^%d", p.base, p.exponent) }
func (p power) diag(dst []float64, a Inputs) { p.base.Diag(dst, a); p.raise(dst) }

func (p power) raise(k []float64) {
	for j, v := range k {
		k[j] = math.Pow(v, float64(p.exponent))
	}
}

func (p power) Describe() (Spec, error) {
	return Spec{Kind: "Power", Whole: []int{p.exponent}}.over(p.base)
}

func (p power) separate(s *separation, at, dims []int) error {
	for range p.exponent {
		if err := s.add(p.base, at, dims); err != nil {
			return err
		}
	}
	return nil
}

func (p power) rows(a, b Inputs) evaluator {
	return &powerRows{p, rowsOf(p.base, a, b), make([]float64, chunk), make([]float64, chunk)}
}

type powerRows struct {
	power
	part evaluator
	k, w []float64
}

func (e *powerRows) value(dst []float64, i, lo, hi int) {
	e.part.value(dst, i, lo, hi)
	copy(e.k, dst)
	e.raise(dst)
}

// weights returns w times the derivative of the power.
func (e *powerRows) weights(w []float64) []float64 {
	scaled := floats.ScaleTo(e.w[:len(w)], float64(e.exponent), w)
	for j := range scaled {
		scaled[j] *= math.Pow(e.k[j], float64(e.exponent-1))
	}
	return scaled
}

func (e *powerRows) grad(grad, w []float64) { e.part.grad(grad, e.weights(w)) }

func (e *powerRows) inputGrad(da []float64, db [][]float64, w []float64) {
	inputGradOf(e.part, da, db, e.weights(w))
}

func (e *powerRows) inner() []evaluator { return []evaluator{e.part} }

func (p power) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	return jetOf(p.base, r, theta, x, y).Power(float64(p.exponent))
}
