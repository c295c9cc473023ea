package cov

import (
	"gonum.org/v1/gonum/floats"

	"krigo/gplib/internal/jet"
	"krigo/gplib/param"
)

// White returns the covariance function of white noise, variance where x = x' and 0
// elsewhere. It depends on the points: two observations at one point share its value.
// For independent noise of repeated observations use the model's noise.
func White(variance float64) Func { return function{white{variance}} }

func init() { register("White", needs{theta: 1}, func(w written) Func { return White(w.Theta[0]) }) }

type white struct{ variance float64 }

func (w white) label() string { return "white" }
func (w white) params() []Param {
	return []Param{Positive("variance", w.variance).As(param.RoleVariance)}
}
func (w white) with(theta []float64) body    { return white{theta[0]} }
func (w white) diag(dst []float64, _ Inputs) { fill(dst, w.variance) }
func (w white) String() string               { return call("White", []float64{w.variance}) }

func (w white) check(x Inputs) error {
	_, err := matrixOf("White", x)
	return err
}

func (w white) Describe() (Spec, error) { return describeLeaf("White", w.params()) }

func (w white) rows(a, b Inputs) evaluator {
	ma := a.(*Matrix)
	return &whiteRows{w.variance, ma, b.(*Matrix), make([]float64, ma.d), make([]float64, chunk)}
}

type whiteRows struct {
	variance float64
	a, b     *Matrix
	x        []float64
	equal    []float64 // 1 where b_j is x
}

func (e *whiteRows) value(dst []float64, i, lo, hi int) {
	e.a.row(e.x, i)
	equal := e.equal[:hi-lo]
	fill(equal, 1)
	for d, x := range e.x {
		for j, v := range e.b.col(d)[lo:hi] {
			if v != x {
				equal[j] = 0
			}
		}
	}
	floats.ScaleTo(dst, e.variance, equal)
}

func (e *whiteRows) grad(grad, w []float64) { grad[0] += floats.Dot(w, e.equal[:len(w)]) }

// jet: white noise has neither derivatives, where the points are equal, nor a part in an integral.
func (w white) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	if differ(x, y) {
		return r.Constant(0)
	}
	return r.Step(r.Step(theta[0], x...), y...)
}
