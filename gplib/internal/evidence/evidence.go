// Package evidence has the checks that evaluations of a negative log marginal likelihood share. Errors begin with the
// name of the package that evaluates.
package evidence

import (
	"fmt"
	"math"
)

// CheckGrad returns an error unless grad, which may be nil, has one element for each of the parameters of a model.
func CheckGrad(pkg string, grad []float64, params int) error {
	if grad != nil && len(grad) != params {
		return fmt.Errorf("%s: grad has length %d, the model has %d parameters", pkg, len(grad), params)
	}
	return nil
}

// Check returns an error that names the model if value, a negative log marginal likelihood, is not finite.
func Check(pkg string, value float64, model any) error {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return fmt.Errorf("%s: the log marginal likelihood is %v at %v", pkg, -value, model)
	}
	return nil
}
