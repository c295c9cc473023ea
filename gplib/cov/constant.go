package cov

import (
	"gonum.org/v1/gonum/floats"

	"krigo/gplib/internal/jet"
	"krigo/gplib/param"
)

// Constant returns the covariance function k(x, x') = variance, that of an
// unknown offset. It takes inputs of every kind.
func Constant(variance float64) Func { return function{constant{variance}} }

func init() {
	register("Constant", needs{theta: 1}, func(w written) Func { return Constant(w.Theta[0]) })
}

type constant struct{ variance float64 }

func (c constant) label() string { return "constant" }
func (c constant) params() []Param {
	return []Param{Positive("variance", c.variance).As(param.RoleVariance)}
}
func (c constant) with(theta []float64) body    { return constant{theta[0]} }
func (c constant) check(Inputs) error           { return nil }
func (c constant) diag(dst []float64, _ Inputs) { fill(dst, c.variance) }
func (c constant) Describe() (Spec, error)      { return describeLeaf("Constant", c.params()) }

func (c constant) rows(_, _ Inputs) evaluator { return c }
func (c constant) String() string             { return call("Constant", []float64{c.variance}) }

func (c constant) separate(s *separation, at, _ []int) error {
	s.Scale = append(s.Scale, at[0])
	return nil
}

func (c constant) value(dst []float64, _, _, _ int)            { fill(dst, c.variance) }
func (c constant) grad(grad, w []float64)                      { grad[0] += floats.Sum(w) }
func (c constant) inputGrad([]float64, [][]float64, []float64) {}

func (c constant) jet(_ *jet.Ring, theta, _, _ []jet.Jet) jet.Jet { return theta[0] }
