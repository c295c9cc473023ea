package cov

import (
	"fmt"

	"krigo/gplib/param"
)

// Polynomial returns the covariance function of polynomials of a degree >= 1,
//
//	k(x, x') = (offset + Σ_k x_k x'_k / l_k²)^degree
//
// (Rasmussen and Williams 2006, equation 4.20 with scaled inputs). The lengthscales are
// as in [Linear]; the offset is positive.
func Polynomial(degree int, offset float64, lengthscale ...float64) Func {
	if degree < 1 {
		return function{broken{fmt.Errorf("cov: the degree of Polynomial is %d, less than 1", degree)}}
	}
	return Power(Sum(function{offsetOf(offset)}, Linear(lengthscale...)), degree)
}

func init() {
	register("Offset", needs{theta: 1}, func(w written) Func { return function{offsetOf(w.Theta[0])} })
}

// polynomialOffset is a [Constant] whose parameter is named offset.
type polynomialOffset struct{ constant }

func offsetOf(v float64) polynomialOffset { return polynomialOffset{constant{v}} }

func (o polynomialOffset) label() string { return "offset" }

func (o polynomialOffset) params() []Param {
	return []Param{Positive("offset", o.variance).As(param.RoleVariance)}
}

func (o polynomialOffset) with(theta []float64) body { return offsetOf(theta[0]) }

func (o polynomialOffset) Describe() (Spec, error) { return describeLeaf("Offset", o.params()) }

func (o polynomialOffset) String() string { return call("Offset", []float64{o.variance}) }
