package param

import (
	"fmt"
	"math"

	"krigo/internal/words"
)

// Prior is a prior density p(θ) of the natural value of one parameter. With a prior,
// learners maximise the posterior density of the natural values (MAP) instead of the
// likelihood; parameters without one have a flat prior. Make one with [NormalPrior],
// [LogNormalPrior], [GammaPrior], [HalfCauchyPrior] or [UniformPrior] and give it to a
// parameter with cov.WithPrior.
//
// A Prior from elsewhere must be comparable.
type Prior interface {
	// LogDensity returns log p(θ), normalised, and its derivative by θ. It
	// is -Inf where p(θ) is 0.
	LogDensity(theta float64) (value, slope float64)
	// Check returns an error if the prior's own numbers are invalid.
	Check() error
	// String returns, for example, "Gamma(2, 1)".
	String() string
}

// prior is the common part of the priors of this package: a name and two numbers.
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

// priorKinds maps the names of the constructors to their kinds.
var priorKinds = map[string]priorKind{
	"Normal": normalPrior, "LogNormal": logNormalPrior, "Gamma": gammaPrior, "HalfCauchy": halfCauchyPrior, "Uniform": uniformPrior,
}

// NormalPrior returns the normal density of the given mean and standard
// deviation, std > 0.
func NormalPrior(mean, std float64) Prior { return prior{"Normal", mean, std, normalPrior} }

// LogNormalPrior returns the log-normal density: log θ is normal with mean mu and
// standard deviation sigma > 0. The median of θ is exp(mu).
func LogNormalPrior(mu, sigma float64) Prior { return prior{"LogNormal", mu, sigma, logNormalPrior} }

// GammaPrior returns the gamma density of the given shape and rate, both
// positive: θ^(shape-1) exp(-rate·θ), of mean shape/rate.
func GammaPrior(shape, rate float64) Prior { return prior{"Gamma", shape, rate, gammaPrior} }

// HalfCauchyPrior returns the density 2/(π·scale·(1 + (θ/scale)²)) on θ >= 0, of
// median scale > 0.
func HalfCauchyPrior(scale float64) Prior { return prior{"HalfCauchy", scale, 1, halfCauchyPrior} }

// UniformPrior returns flat on [lo, hi] and 0 elsewhere. A learner needs bounds
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
		return fmt.Errorf("the prior %v is not a density", p)
	}
	return nil
}

func (p prior) String() string {
	if p.kind == halfCauchyPrior {
		return fmt.Sprintf("%s(%s)", p.name, words.Number(p.a, 4))
	}
	return fmt.Sprintf("%s(%s, %s)", p.name, words.Number(p.a, 4), words.Number(p.b, 4))
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
