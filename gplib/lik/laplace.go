package lik

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Laplace returns the likelihood of real observations y = f + e with errors e of Laplace's
// distribution,
//
//	log p(y|f) = -|y-f|/scale - log(2 scale),
//
// whose tails are heavier than normal ones and lighter than those of [StudentT] (Kotz, Kozubowski
// and Podgórski 2001, The Laplace Distribution and Generalizations). The parameter is
// "laplace.scale" > 0, in the unit of y, and errors have the variance 2 scale². It is log-concave,
// so that the posterior of f has one mode. But the mode is at observations, where the density has
// a kink and no curvature: Laplace's approximation does not exist ([CheckSmooth]).
func Laplace(scale float64) Func {
	return newFamily("laplace", 0, scaleParam("laplace.scale", scale))
}

func init() {
	registered("laplace", kernel{params: 1, at: func(theta []float64, _ int) density { return laplace{theta[0]} }})
}

type laplace struct{ scale float64 }

func (l laplace) String() string { return fmt.Sprintf("y ~ Laplace(f, scale %.4g)", l.scale) }

func (laplace) CheckTarget(float64) error { return nil }

// kinked marks a density whose slope jumps.
func (laplace) kinked() {}

// Log has the slope 0 at the kink, which is the mean of those of both sides.
func (l laplace) Log(y, f float64) Derivatives {
	return Derivatives{Value: l.Peak(y) - math.Abs(y-f)/l.scale, D1: signOf(y-f) / l.scale}
}

// signOf returns the sign of r, 0 for 0.
func signOf(r float64) float64 {
	if r == 0 {
		return 0
	}
	return math.Copysign(1, r)
}

func (l laplace) AddParams(dst []Derivatives, y, f float64) {
	r := y - f
	dst[0].Value += (math.Abs(r)/l.scale - 1) / l.scale
	dst[0].D1 -= signOf(r) / (l.scale * l.scale)
}

func (l laplace) Peak(float64) float64 { return -math.Log(2 * l.scale) }

func (laplace) Latent(y []float64) []float64 { return winsorised(y) }

func (l laplace) Moments(f float64) (mean, variance float64) { return l.observedMoments(f, 0) }

func (l laplace) observedMoments(m, v float64) (mean, variance float64) {
	return m, v + 2*l.scale*l.scale
}

func (l laplace) CDF(y, f float64) float64 {
	r := (y - f) / l.scale
	if r < 0 {
		return math.Exp(r) / 2
	}
	return 1 - math.Exp(-r)/2
}

func (laplace) Support() Support { return Support{Min: math.Inf(-1), Max: math.Inf(1)} }

func (l laplace) Sample(f float64, rng *rand.Rand) float64 {
	return f + l.scale*math.Copysign(rng.ExpFloat64(), rng.Float64()-0.5)
}

// tails returns the logarithms of the parts of the errors below and above y in its density,
//
//	exp(v/2s² - r/s) Φ(r/√v - √v/s) and exp(v/2s² + r/s) Φ(-r/√v - √v/s), r = y - m,
//
// whose sum is 2s p(y).
func (l laplace) tails(r, v float64) (below, above float64) {
	sd := math.Sqrt(v)
	one := func(r float64) float64 {
		z := sd/l.scale - r/sd
		if z < 0 {
			log, _, _, _ := logNormalCDF(-z)
			return v/(2*l.scale*l.scale) - r/l.scale + log
		}
		// z²/2 + log Φ(-z), without the difference of large numbers.
		_, ratio, _, _ := logNormalCDF(-z)
		return -r*r/(2*v) - math.Log(2*math.Pi)/2 - math.Log(ratio)
	}
	return one(r), one(-r)
}

func (l laplace) observedLog(y, m, v float64) float64 {
	if v == 0 {
		return l.Log(y, m).Value
	}
	a, b := l.tails(y-m, v)
	if a < b {
		a, b = b, a
	}
	return a + math.Log1p(math.Exp(b-a)) - math.Log(2*l.scale)
}

func (l laplace) observedCDF(y, m, v float64) float64 {
	if v == 0 {
		return l.CDF(y, m)
	}
	a, b := l.tails(y-m, v)
	return min(max(normal.CDF((y-m)/math.Sqrt(v))+(math.Exp(b)-math.Exp(a))/2, 0), 1)
}

// tilted has the derivatives of both tails by m, weighted by their parts of the density.
func (l laplace) tilted(y, m, v float64) (log, slope, curvature float64) {
	sd := math.Sqrt(v)
	log = l.observedLog(y, m, v)
	below, above := l.tails(y-m, v)
	square := 0.0
	add := func(tail, side float64) {
		_, ratio, sum, _ := logNormalCDF(side*(y-m)/sd - sd/l.scale)
		weight := math.Exp(tail - math.Log(2*l.scale) - log)
		d := side * (1/l.scale - ratio/sd)
		slope += weight * d
		square += weight * (d*d - ratio*sum/v)
	}
	add(below, 1)
	add(above, -1)
	return log, slope, square - slope*slope
}
