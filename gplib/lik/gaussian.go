package lik

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"krigo/gplib/param"
)

// Gaussian returns the likelihood of real observations y = f + e with normal errors of one
// variance, in the square of the unit of y. Its parameter is "noise.variance". A model with it and
// no gplib.Model.Noise is that with gplib.Gaussian(variance), by a learner of likelihoods: Laplace's
// approximation of it is exact. For fits, Noise is faster and takes any learner.
func Gaussian(variance float64) Func {
	return newFamily("gaussian", 0, param.Positive("noise.variance", variance).As(param.RoleNoise))
}

func init() {
	registered("gaussian", kernel{params: 1, at: func(theta []float64, _ int) density { return gaussian{theta[0]} }})
}

type gaussian struct{ variance float64 }

func (l gaussian) String() string { return fmt.Sprintf("y ~ N(f, %.4g)", l.variance) }

func (gaussian) CheckTarget(float64) error { return nil }

func (l gaussian) Log(y, f float64) Derivatives {
	r := y - f
	return Derivatives{Value: l.Peak(y) - r*r/(2*l.variance), D1: r / l.variance, D2: -1 / l.variance}
}

func (l gaussian) AddParams(dst []Derivatives, y, f float64) {
	r, v := y-f, l.variance
	dst[0].Value += (r*r/v - 1) / (2 * v)
	dst[0].D1 -= r / (v * v)
	dst[0].D2 += 1 / (v * v)
}

func (l gaussian) Peak(float64) float64 { return -math.Log(2*math.Pi*l.variance) / 2 }

func (gaussian) Latent(y []float64) []float64 { return slices.Clone(y) }

func (l gaussian) Moments(f float64) (mean, variance float64) { return f, l.variance }

func (l gaussian) with(m, v float64) distuv.Normal {
	return distuv.Normal{Mu: m, Sigma: math.Sqrt(v + l.variance)}
}

func (l gaussian) CDF(y, f float64) float64 { return l.with(f, 0).CDF(y) }

func (gaussian) Support() Support { return Support{Min: math.Inf(-1), Max: math.Inf(1)} }

func (l gaussian) Sample(f float64, rng *rand.Rand) float64 {
	return f + math.Sqrt(l.variance)*rng.NormFloat64()
}

func (l gaussian) observedMoments(m, v float64) (mean, variance float64) { return m, v + l.variance }
func (l gaussian) observedCDF(y, m, v float64) float64                   { return l.with(m, v).CDF(y) }
func (l gaussian) observedLog(y, m, v float64) float64                   { return l.with(m, v).LogProb(y) }
