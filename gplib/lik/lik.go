// Package lik holds the likelihoods p(y|f) of models: one file each, with the constructor, the
// density with its derivatives, and the distribution of an observation. A model has one as
// gplib.Model.Lik, instead of Gaussian noise:
//
//	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Lik: lik.Bernoulli()}
//	fit, err := laplace.Learner{}.Fit(ctx, m, data, nil)
//
// [Observed] is the distribution of an observation whose latent value f is normal, as a posterior
// predicts it: mean, variance, quantiles and density, in closed form or by quadrature.
// Package liktest checks a likelihood.
package lik

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"krigo/gplib/param"
)

// Func is a likelihood p(y|f; θ) of one observation y given one latent value f. Like a
// covariance function it is immutable. Some also implement [Describer]; see [WithParams] too.
type Func interface {
	// Params lists the parameters; the slice is the caller's own.
	Params() []param.Param
	// With returns a copy with parameter values theta.
	With(theta []float64) Func
	// Check returns an error if a parameter has an invalid value.
	Check() error
	// CheckTarget returns an error that says why y cannot be an observation, or nil. No other
	// method is called with such a y.
	CheckTarget(y float64) error
	// Log returns log p(y|f) and its derivatives with respect to f.
	Log(y, f float64) Derivatives
	// AddParams adds to dst[p] the derivatives of Log with respect to parameter θ_p, without D3.
	AddParams(dst []Derivatives, y, f float64)
	// Peak returns the largest log p(y|f) over all f.
	Peak(y float64) float64
	// Latent returns a rough value of f for each observation of y: learners take starts and the
	// scale of f from them.
	Latent(y []float64) []float64
	// Moments returns the mean and the variance of y given f; the variance may be +Inf.
	Moments(f float64) (mean, variance float64)
	// CDF returns the probability that an observation is at most y, given f.
	CDF(y, f float64) float64
	// Support returns the set of possible observations.
	Support() Support
	// Sample draws an observation given f.
	Sample(f float64, rng *rand.Rand) float64
}

// Derivatives are a log density, or a derivative of one with respect to a parameter, and its first
// three derivatives with respect to f.
type Derivatives struct{ Value, D1, D2, D3 float64 }

// Support is a set of numbers: those from Min to Max, which may be infinite, and of these only
// whole ones where Whole is true.
type Support struct {
	Min, Max float64
	Whole    bool
}

// CheckTargets returns an error that names the first row of y, from 0, that cannot be an
// observation of l, or nil.
func CheckTargets(l Func, y []float64) error {
	for i, v := range y {
		if err := l.CheckTarget(v); err != nil {
			return fmt.Errorf("y[%d] is %v: %w", i, v, err)
		}
	}
	return nil
}

// CheckSmooth returns an error that names l if its log density has a kink in f, as that of
// [Laplace]: methods that expand it about a mode call it.
func CheckSmooth(l Func) error {
	if _, is := (Observed{Lik: l}).closed().(interface{ kinked() }); is {
		return fmt.Errorf("the density of %v has a kink at the observation, about which there is no quadratic expansion; "+
			"lik.StudentT is smooth and takes outliers too", l)
	}
	return nil
}

// WithParams returns l with other learning options of its parameters: ps are l's own with
// changed Transform, Min, Max, Fixed or Prior. A likelihood with a method WithParams keeps them
// itself, and so its type.
func WithParams(l Func, ps []param.Param) Func {
	if own, ok := l.(interface{ WithParams([]param.Param) Func }); ok {
		return own.WithParams(ps)
	}
	return adjusted{l, ps}
}

// adjusted is a likelihood whose parameters have other learning options.
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
