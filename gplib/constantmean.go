package gplib

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// ConstantMean is the mean function m(x) = value, in the unit of y. Its
// parameter is "mean". A nil Mean is the zero function.
func ConstantMean(value float64) Mean {
	return constantMean{cov.Param{
		Name:      "mean",
		Role:      param.RoleMean,
		Value:     value,
		Transform: cov.Identity,
		Min:       math.Inf(-1),
		Max:       math.Inf(1),
	}}
}

type constantMean struct{ value cov.Param }

func (c constantMean) Params() []cov.Param { return []cov.Param{c.value} }

func (c constantMean) With(theta []float64) Mean {
	c.value.Value = theta[0]
	return c
}

func (c constantMean) Check(cov.Inputs) error {
	if err := c.value.Check(); err != nil {
		return fmt.Errorf("gplib: %w", err)
	}
	return nil
}

func (c constantMean) Eval(dst []float64, _ cov.Inputs) {
	for i := range dst {
		dst[i] = c.value.Value
	}
}

func (c constantMean) AddGrad(grad, w []float64, _ cov.Inputs) { grad[0] += floats.Sum(w) }

func (c constantMean) String() string { return fmt.Sprintf("%.4g", c.value.Value) }
