package cov_test

import (
	"math"
	"testing"

	"krigo/gplib/cov"
	"krigo/gplib/cov/covtest"
)

func TestCustomFunctionsKeepTheContract(t *testing.T) {
	d := cov.Definition{
		Name:   "Laplace",
		Params: []cov.Param{cov.Positive("variance", 1.3), cov.Positive("lengthscale", 0.7)},
		At: func(x, y, theta []float64) float64 {
			return theta[0] * math.Exp(-math.Abs(x[0]-y[0])/theta[1])
		},
	}
	covtest.Check(t, cov.Custom(d), points(20, 1))
	d.Grad = func(grad, x, y, theta []float64) {
		r := math.Abs(x[0] - y[0])
		k := math.Exp(-r / theta[1])
		grad[0], grad[1] = k, theta[0]*k*r/(theta[1]*theta[1])
	}
	covtest.Check(t, cov.Sum(cov.Custom(d), cov.SE(1)), points(20, 1))
}
