package cov

import (
	"fmt"
	"math"
)

// Prior is a prior density p(θ) of the natural value of one parameter.
// Learners that see one find the maximum of the posterior density of the
// natural values (MAP) instead of that of the likelihood; parameters without
// one have a flat prior. Make one with [NormalPrior], [LogNormalPrior],
// [GammaPrior], [HalfCauchyPrior] or [UniformPrior] and give it to a
// parameter with [WithPrior].
//
// A Prior from elsewhere must be comparable.
type Prior interface {
	// LogDensity returns log p(θ), normalised, and its derivative by θ. It
	// is -Inf where p(θ) is 0.
	LogDensity(theta float64) (value, slope float64)
	// Check tells what is wrong with the prior's own numbers, or nil.
	Check() error
	// String is such as "Gamma(2, 1)".
	String() string
}

// prior is what the priors of this package share: a name and two numbers.
type prior struct {
	name string
	a, b float64
	kind priorKind
}

type priorKind int

const (
	normalPrior priorKind = iota
	logNormalPrior
	gammaPrior
	halfCauchyPrior
	uniformPrior
)

// NormalPrior is the normal density of the given mean and standard
// deviation, std > 0.
func NormalPrior(mean, std float64) Prior { return prior{"Normal", mean, std, normalPrior} }

// LogNormalPrior says that log θ is normal with mean mu and standard
// deviation sigma > 0. The median of θ is exp(mu).
func LogNormalPrior(mu, sigma float64) Prior { return prior{"LogNormal", mu, sigma, logNormalPrior} }

// GammaPrior is the gamma density of the given shape and rate, both
// positive: θ^(shape-1) exp(-rate·θ), of mean shape/rate.
func GammaPrior(shape, rate float64) Prior { return prior{"Gamma", shape, rate, gammaPrior} }

// HalfCauchyPrior is the density 2/(π·scale·(1 + (θ/scale)²)) on θ >= 0, of
// median scale > 0.
func HalfCauchyPrior(scale float64) Prior { return prior{"HalfCauchy", scale, 1, halfCauchyPrior} }

// UniformPrior is flat on [lo, hi] and 0 elsewhere. A learner needs bounds
// to see its edges, so [WithPrior] narrows the parameter's bounds to them.
func UniformPrior(lo, hi float64) Prior { return prior{"Uniform", lo, hi, uniformPrior} }

func (p prior) Check() error {
	ok := !math.IsNaN(p.a-p.a) && !math.IsNaN(p.b-p.b)
	switch p.kind {
	case uniformPrior:
		ok = ok && p.a < p.b
	case gammaPrior, halfCauchyPrior:
		ok = ok && p.a > 0 && p.b > 0
	default:
		ok = ok && p.b > 0
	}
	if !ok {
		return fmt.Errorf("the prior %v is no density", p)
	}
	return nil
}

func (p prior) String() string {
	if p.kind == halfCauchyPrior {
		return call(p.name, []float64{p.a})
	}
	return call(p.name, []float64{p.a, p.b})
}

func (p prior) LogDensity(theta float64) (value, slope float64) {
	if p.kind != normalPrior && p.kind != uniformPrior && theta < 0 {
		return math.Inf(-1), 0
	}
	switch p.kind {
	case normalPrior:
		z := (theta - p.a) / p.b
		return -z*z/2 - math.Log(p.b*math.Sqrt(2*math.Pi)), -z / p.b
	case logNormalPrior:
		z := (math.Log(theta) - p.a) / p.b
		return -z*z/2 - math.Log(p.b*theta*math.Sqrt(2*math.Pi)), -(z/p.b + 1) / theta
	case gammaPrior:
		logGamma, _ := math.Lgamma(p.a)
		return p.a*math.Log(p.b) - logGamma + (p.a-1)*math.Log(theta) - p.b*theta, (p.a-1)/theta - p.b
	case halfCauchyPrior:
		z := theta / p.a
		return math.Log(2/(math.Pi*p.a)) - math.Log1p(z*z), -2 * z / (p.a * (1 + z*z))
	default:
		if theta < p.a || theta > p.b {
			return math.Inf(-1), 0
		}
		return -math.Log(p.b - p.a), 0
	}
}

// Adjust is how a learner may move a parameter: what [Fix], [Bound],
// [WithPrior] and [WithTransform] change. It edits one parameter in place.
type Adjust func(*Param) error

// AdjustFix fixes a parameter at its value.
func AdjustFix() Adjust {
	return func(p *Param) error {
		p.Fixed = true
		return nil
	}
}

// AdjustBound bounds a parameter's natural value.
func AdjustBound(lo, hi float64) Adjust {
	return func(p *Param) error {
		if !(lo < hi) || (p.Transform != Identity && lo < 0) {
			return fmt.Errorf("cov: Bound: %v and %v cannot bound %s", lo, hi, p.Name)
		}
		if p.Value < lo || p.Value > hi {
			return fmt.Errorf("cov: Bound: %s is %v, outside [%v, %v]", p.Name, p.Value, lo, hi)
		}
		p.Min, p.Max = lo, hi
		return nil
	}
}

// AdjustPrior gives a parameter a prior; the bounds are narrowed to the
// support of a uniform one.
func AdjustPrior(prior Prior) Adjust {
	return func(p *Param) error {
		if prior == nil {
			return fmt.Errorf("cov: WithPrior: the prior of %s is nil", p.Name)
		}
		if err := prior.Check(); err != nil {
			return fmt.Errorf("cov: WithPrior: %s: %w", p.Name, err)
		}
		if v, _ := prior.LogDensity(p.Value); math.IsInf(v, -1) || math.IsNaN(v) {
			return fmt.Errorf("cov: WithPrior: %s is %v, where the prior %v is 0", p.Name, p.Value, prior)
		}
		p.Prior = prior
		if lo, hi, ok := support(prior); ok {
			p.Min, p.Max = math.Max(p.Min, lo), math.Min(p.Max, hi)
		}
		return nil
	}
}

func support(p Prior) (lo, hi float64, bounded bool) {
	u, ok := p.(prior)
	return u.a, u.b, ok && u.kind == uniformPrior
}

// AdjustTransform chooses the scale on which a parameter is learned.
func AdjustTransform(t Transform) Adjust {
	return func(p *Param) error {
		switch {
		case t != Log && t != Identity && t != Softplus:
			return fmt.Errorf("cov: WithTransform: %v is no transform", t)
		case t != Identity && p.Value <= 0:
			return fmt.Errorf("cov: WithTransform: %s is %v; %v needs it positive", p.Name, p.Value, t)
		}
		p.Transform = t
		if t != Identity {
			p.Min = math.Max(p.Min, 0)
		}
		return nil
	}
}

// WithPrior returns k with a prior on the named parameters. Names select as
// in [Fix]. A name that selects none, and a prior that is no density or is 0
// at the present value, make the result's Check fail.
func WithPrior(k Func, name string, p Prior) Func {
	return adjust(present(k, "WithPrior"), "WithPrior", []string{name}, AdjustPrior(p))
}

// WithTransform returns k with the named parameters learned on the scale of
// t. Names select as in [Fix].
func WithTransform(k Func, name string, t Transform) Func {
	return adjust(present(k, "WithTransform"), "WithTransform", []string{name}, AdjustTransform(t))
}
