package lik

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"krigo/gplib/param"
)

// NegativeBinomial returns the likelihood of counts with the mean μ = exp(f) and the variance
// μ + μ²/size: that of a Poisson variable whose rate has a gamma distribution (Cameron and Trivedi
// 2013, Regression Analysis of Count Data, section 3.3). Its parameter is
// "negativebinomial.size" > 0, without a unit: the larger, the closer to [Poisson]. It is
// log-concave in f.
func NegativeBinomial(size float64) Func {
	return newFamily("negative-binomial", 0, param.Positive("negativebinomial.size", size).As(param.RoleShape))
}

func init() {
	registered("negative-binomial", kernel{params: 1, at: func(theta []float64, _ int) density { return negativeBinomial{theta[0]} }})
}

type negativeBinomial struct{ size float64 }

func (l negativeBinomial) String() string {
	return fmt.Sprintf("y ~ NegativeBinomial(exp(f), size %.4g)", l.size)
}

func (negativeBinomial) CheckTarget(y float64) error { return checkCount(y, "negative binomial") }

// share returns μ/(size + μ) and its complement.
func (l negativeBinomial) share(f float64) (t, u float64) { return sigmoid(f - math.Log(l.size)) }

func (l negativeBinomial) Log(y, f float64) Derivatives {
	t, u := l.share(f)
	n := y + l.size
	x := f - math.Log(l.size)
	value := logRising(l.size, y) - logFactorial(y) + l.size*logSigmoid(-x)
	if y > 0 {
		value += y * logSigmoid(x)
	}
	return Derivatives{Value: value, D1: y*u - l.size*t, D2: -n * t * u, D3: -n * t * u * (u - t)}
}

// logRising returns log Γ(a + y) - log Γ(a), for large a without the difference of large numbers.
func logRising(a, y float64) float64 {
	const large, few = 1e5, 1e4
	if a > large && y <= few {
		sum := 0.0
		for k := 0.0; k < y; k++ {
			sum += math.Log(a + k)
		}
		return sum
	}
	upper, _ := math.Lgamma(a + y)
	lower, _ := math.Lgamma(a)
	return upper - lower
}

func (l negativeBinomial) AddParams(dst []Derivatives, y, f float64) {
	t, u := l.share(f)
	r, n := l.size, y+l.size
	dst[0].Value += mathext.Digamma(n) - mathext.Digamma(r) + logSigmoid(math.Log(r)-f) + 1 - n*u/r
	dst[0].D1 += -t + n*t*u/r
	dst[0].D2 += -t*u + n*t*u*(u-t)/r
}

func (l negativeBinomial) Peak(y float64) float64 {
	if y == 0 {
		return 0
	}
	return l.Log(y, math.Log(y)).Value
}

func (negativeBinomial) Latent(y []float64) []float64 { return logCounts(y) }

func (l negativeBinomial) Moments(f float64) (mean, variance float64) { return l.observedMoments(f, 0) }

func (l negativeBinomial) observedMoments(m, v float64) (mean, variance float64) {
	mean = math.Exp(m + v/2)
	return mean, mean + mean*mean*(math.Expm1(v)+math.Exp(v)/l.size)
}

func (l negativeBinomial) CDF(y, f float64) float64 {
	switch t, u := l.share(f); {
	case y < 0:
		return 0
	case math.IsInf(y, 1) || t == 0:
		return 1
	default:
		return mathext.RegIncBeta(l.size, math.Floor(y)+1, u)
	}
}

func (negativeBinomial) Support() Support { return Support{Min: 0, Max: math.Inf(1), Whole: true} }

func (l negativeBinomial) Sample(f float64, rng *rand.Rand) float64 {
	rate := distuv.Gamma{Alpha: l.size, Beta: l.size / math.Exp(f), Src: rng}.Rand()
	if rate == 0 {
		return 0
	}
	return distuv.Poisson{Lambda: rate, Src: rng}.Rand()
}
