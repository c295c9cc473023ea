package lik

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"krigo/gplib/param"
)

// LogNormal returns the likelihood of positive observations whose errors are relative: log y is f
// plus a normal error of one variance, so that exp(f) is the median of y (Johnson, Kotz and
// Balakrishnan 1994, Continuous Univariate Distributions 1, chapter 14). Its parameter is
// "lognormal.variance" > 0, the variance of log y, without a unit: for small ones its root is the
// relative error. Given f the mean is exp(f + variance/2). It is log-concave in f, and Laplace's
// approximation of it is exact.
func LogNormal(variance float64) Func {
	return newFamily("log-normal", 0, param.Positive("lognormal.variance", variance).As(param.RoleNoise))
}

func init() {
	registered("log-normal", kernel{params: 1, at: func(theta []float64, _ int) density { return logNormal{gaussian{theta[0]}} }})
}

// logNormal is the Gaussian likelihood of log y.
type logNormal struct{ ofLog gaussian }

func (l logNormal) String() string { return fmt.Sprintf("log y ~ N(f, %.4g)", l.ofLog.variance) }

func (logNormal) CheckTarget(y float64) error {
	if y > 0 && !math.IsInf(y, 1) {
		return nil
	}
	return errors.New("a log-normal likelihood takes positive numbers; lik.Poisson takes counts, and gplib.Gaussian numbers of any sign")
}

func (l logNormal) Log(y, f float64) Derivatives {
	z := math.Log(y)
	at := l.ofLog.Log(z, f)
	at.Value -= z
	return at
}

func (l logNormal) AddParams(dst []Derivatives, y, f float64) { l.ofLog.AddParams(dst, math.Log(y), f) }

func (l logNormal) Peak(y float64) float64 { return l.ofLog.Peak(0) - math.Log(y) }

func (logNormal) Latent(y []float64) []float64 {
	f := make([]float64, len(y))
	for i, v := range y {
		f[i] = math.Log(v)
	}
	return f
}

func (l logNormal) Moments(f float64) (mean, variance float64) { return l.observedMoments(f, 0) }

// The sum of f and the error is normal.
func (l logNormal) observedMoments(m, v float64) (mean, variance float64) {
	v += l.ofLog.variance
	mean = math.Exp(m + v/2)
	return mean, mean * mean * math.Expm1(v)
}

func (l logNormal) with(m, v float64) distuv.LogNormal {
	return distuv.LogNormal{Mu: m, Sigma: math.Sqrt(v + l.ofLog.variance)}
}

func (l logNormal) CDF(y, f float64) float64 { return l.observedCDF(y, f, 0) }

func (l logNormal) observedCDF(y, m, v float64) float64 {
	if y <= 0 {
		return 0
	}
	return l.ofLog.observedCDF(math.Log(y), m, v)
}

func (l logNormal) observedLog(y, m, v float64) float64 { return l.with(m, v).LogProb(y) }

func (logNormal) Support() Support { return Support{Min: 0, Max: math.Inf(1)} }

func (l logNormal) Sample(f float64, rng *rand.Rand) float64 {
	return math.Exp(l.ofLog.Sample(f, rng))
}
