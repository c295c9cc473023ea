package gplib

import "krigo/gplib/cov"

// Mean is a mean function m(x; β). Like cov.Func it is immutable.
type Mean interface {
	// Params lists the parameters; the slice is the caller's own.
	Params() []cov.Param
	// With returns a copy with parameter values theta.
	With(theta []float64) Mean
	// Check tells why the mean cannot take x, or nil.
	Check(x cov.Inputs) error
	// Eval writes m(x_i) into dst, of length x.Len().
	Eval(dst []float64, x cov.Inputs)
	// AddGrad adds Σ_i w_i ∂m(x_i)/∂β_p to grad[p].
	AddGrad(grad, w []float64, x cov.Inputs)
}

// Noise is the variance s(x; θ) of the observation noise.
type Noise interface {
	// Params lists the parameters; the slice is the caller's own.
	Params() []cov.Param
	// With returns a copy with parameter values theta.
	With(theta []float64) Noise
	// Check tells why the noise cannot take x, or nil.
	Check(x cov.Inputs) error
	// Var writes s(x_i) into dst, of length x.Len().
	Var(dst []float64, x cov.Inputs)
	// AddGrad adds Σ_i w_i ∂s(x_i)/∂θ_p to grad[p].
	AddGrad(grad, w []float64, x cov.Inputs)
}
