package cov

import (
	"fmt"
	"slices"

	"krigo/gplib/param"
)

// Param is one hyper-parameter: its name, its natural value and how a learner may
// move it.
type Param = param.Param

// Prior is a prior density of the natural value of one parameter; [WithPrior] sets it.
type Prior = param.Prior

// Transform is a bijection between the natural scale of a parameter and the
// unconstrained scale on which it is learned; [WithTransform] chooses it.
type Transform = param.Transform

const (
	// Log learns log θ, for positive parameters.
	Log = param.Log
	// Identity learns θ itself.
	Identity = param.Identity
	// Softplus learns φ with θ = log(1+exp φ), for positive parameters.
	Softplus = param.Softplus
)

// Positive returns a parameter that is learned in log space, for a [Custom] or a
// [Formula].
func Positive(name string, value float64) Param { return param.Positive(name, value) }

// Real returns a parameter that may be any number, learned as it is.
func Real(name string, value float64) Param { return param.Real(name, value) }

// NormalPrior returns the normal density of the given mean and standard
// deviation, std > 0.
func NormalPrior(mean, std float64) Prior { return param.NormalPrior(mean, std) }

// LogNormalPrior returns the log-normal density: log θ is normal with mean mu and
// standard deviation sigma > 0. The median of θ is exp(mu).
func LogNormalPrior(mu, sigma float64) Prior { return param.LogNormalPrior(mu, sigma) }

// GammaPrior returns the gamma density of the given shape and rate, both
// positive: θ^(shape-1) exp(-rate·θ), of mean shape/rate.
func GammaPrior(shape, rate float64) Prior { return param.GammaPrior(shape, rate) }

// HalfCauchyPrior returns the density 2/(π·scale·(1 + (θ/scale)²)) on θ >= 0, of
// median scale > 0.
func HalfCauchyPrior(scale float64) Prior { return param.HalfCauchyPrior(scale) }

// UniformPrior returns flat on [lo, hi] and 0 elsewhere.
func UniformPrior(lo, hi float64) Prior { return param.UniformPrior(lo, hi) }

// checkParams returns the first error among the parameters.
func checkParams(ps []Param) error {
	for _, p := range ps {
		if err := p.Check(); err != nil {
			return fmt.Errorf("cov: %w", err)
		}
	}
	return nil
}

// positives returns one positive parameter per value: name for a single value, name[0],
// name[1]... for several. Each of several belongs to the coordinate of its number.
func positives(name string, values []float64) []Param {
	ps := make([]Param, len(values))
	for i, v := range values {
		ps[i] = Positive(name, v)
		if len(values) > 1 {
			ps[i].Name, ps[i].Dims = fmt.Sprintf("%s[%d]", name, i), []int{i}
		}
	}
	return ps
}

// as gives all of ps a role.
func as(r param.Role, ps []Param) []Param {
	for i := range ps {
		ps[i].Role = r
	}
	return ps
}

// onDims returns the parameters of a function of some coordinates.
func onDims(ps []Param, dims []int) []Param {
	for i, p := range ps {
		of := dims
		if p.Dims != nil {
			of = nil
			for _, d := range p.Dims {
				if d < len(dims) { // else Check fails
					of = append(of, dims[d])
				}
			}
		}
		ps[i].Dims = of
	}
	return ps
}

// ofFeatures returns the parameters of a function of features, whose unit is not that
// of the inputs.
func ofFeatures(ps []Param) []Param {
	for i, p := range ps {
		if p.Role != param.RoleVariance {
			ps[i].Role, ps[i].Dims = param.RoleNone, nil
		}
	}
	return ps
}

// tieRoles returns the first of parameters that are one, of all their coordinates.
func tieRoles(p, other Param) Param {
	switch {
	case p.Role != other.Role:
		p.Role, p.Dims = param.RoleNone, nil
	case p.Dims == nil || other.Dims == nil:
		p.Dims = nil
	default:
		p.Dims = slices.Concat(p.Dims, other.Dims)
	}
	return p
}
