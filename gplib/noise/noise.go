// Package noise holds the observation noises of models: one file each, with the
// constructor, the type, its derivatives and its description. Users find the
// constructors in gplib, as gplib.Gaussian and so on; errors use those names.
package noise

import (
	"fmt"
	"slices"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// Func is the variance s(x; θ) of the observation noise. Like [cov.Func] it is
// immutable. Some also implement [Describer]; see [WithParams] too.
type Func interface {
	// Params lists the parameters; the slice is the caller's own.
	Params() []param.Param
	// With returns a copy with parameter values theta.
	With(theta []float64) Func
	// Check returns an error if the noise cannot take x.
	Check(x cov.Inputs) error
	// Var writes s(x_i) into dst, of length x.Len().
	Var(dst []float64, x cov.Inputs)
	// AddGrad adds Σ_i w_i ∂s(x_i)/∂θ_p to grad[p].
	AddGrad(grad, w []float64, x cov.Inputs)
}

// WithParams returns n with other learning options of its parameters: ps are n's own
// with changed Transform, Min, Max, Fixed or Prior. A noise with a method WithParams
// keeps them itself, and so its type.
func WithParams(n Func, ps []param.Param) Func {
	if own, ok := n.(interface{ WithParams([]param.Param) Func }); ok {
		return own.WithParams(ps)
	}
	return adjusted{n, ps}
}

// adjusted is a noise whose parameters have other learning options.
type adjusted struct {
	Func
	ps []param.Param
}

func (a adjusted) Params() []param.Param            { return slices.Clone(a.ps) }
func (a adjusted) WithParams(ps []param.Param) Func { return adjusted{a.Func, ps} }
func (a adjusted) String() string                   { return fmt.Sprint(a.Func) }

func (a adjusted) With(theta []float64) Func {
	return adjusted{a.Func.With(theta), param.WithValues(a.ps, theta)}
}
