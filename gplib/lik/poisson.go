package lik

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Poisson returns the likelihood of counts y = 0, 1, 2 … with the mean exp(f):
//
//	log p(y|f) = y f - exp(f) - log y!
//
// f is the logarithm of the expected count of a row (Rasmussen and Williams 2006, section 9.3;
// Diggle, Tawn and Moyeed 1998). It is log-concave and has no parameters. Counts that scatter
// more than their mean explains need [NegativeBinomial].
func Poisson() Func { return newFamily("poisson", 0) }

func init() {
	registered("poisson", kernel{at: func([]float64, int) density { return poisson{} }})
}

type poisson struct{}

func (poisson) String() string { return "y ~ Poisson(exp(f))" }

func (poisson) CheckTarget(y float64) error { return checkCount(y, "Poisson") }

func (poisson) Log(y, f float64) Derivatives {
	rate := math.Exp(f)
	if y == 0 {
		return Derivatives{Value: -rate, D1: -rate, D2: -rate, D3: -rate}
	}
	// From the peak, so that large counts have no difference of large numbers.
	away := f - math.Log(y)
	more := math.Expm1(away)
	return Derivatives{Value: poisson{}.Peak(y) - y*(more-away), D1: -y * more, D2: -rate, D3: -rate}
}

func (poisson) AddParams([]Derivatives, float64, float64) {}

func (poisson) Peak(y float64) float64 {
	if y == 0 {
		return 0
	}
	const large = 100 // where the next term of Stirling's series is 1e-13
	if y > large {
		return -math.Log(2*math.Pi*y)/2 - 1/(12*y) + 1/(360*y*y*y) - 1/(1260*math.Pow(y, 5))
	}
	return y*math.Log(y) - y - logFactorial(y)
}

func (poisson) Latent(y []float64) []float64 { return logCounts(y) }

func (poisson) Moments(f float64) (mean, variance float64) { return math.Exp(f), math.Exp(f) }

// A log-normal rate has the mean exp(m + v/2) and the variance mean²(exp(v) - 1).
func (poisson) observedMoments(m, v float64) (mean, variance float64) {
	mean = math.Exp(m + v/2)
	return mean, mean + mean*mean*math.Expm1(v)
}

func (poisson) CDF(y, f float64) float64 {
	if y < 0 {
		return 0
	}
	return poissonCDF(math.Floor(y), math.Exp(f))
}

func poissonCDF(y, rate float64) float64 {
	switch {
	case rate == 0 || math.IsInf(y, 1):
		return 1
	case math.IsInf(rate, 1):
		return 0
	}
	return mathext.GammaIncRegComp(y+1, rate)
}

func (poisson) Support() Support { return Support{Min: 0, Max: math.Inf(1), Whole: true} }

func (poisson) Sample(f float64, rng *rand.Rand) float64 {
	return distuv.Poisson{Lambda: math.Exp(f), Src: rng}.Rand()
}
