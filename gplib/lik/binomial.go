package lik

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Binomial returns the likelihood of numbers of successes among trials >= 1, the same number in
// each row, whose log odds are f: a success has the probability 1/(1 + exp(-f)). It is log-concave
// and has no parameters to learn; f has no unit. [Bernoulli] is that of one trial.
func Binomial(trials int) Func { return newFamily("binomial", trials) }

func init() {
	registered("binomial", kernel{
		at: func(_ []float64, trials int) density { return binomial{float64(trials)} },
		check: func(_ []float64, trials int) error {
			if trials < 1 {
				return fmt.Errorf("lik: Binomial has %d trials; it needs 1 or more", trials)
			}
			return nil
		},
	})
}

type binomial struct{ trials float64 }

func (l binomial) String() string { return fmt.Sprintf("y ~ Binomial(%g, logit⁻¹(f))", l.trials) }

func (l binomial) CheckTarget(y float64) error {
	if err := checkCount(y, "binomial"); err != nil {
		return err
	}
	if y > l.trials {
		return fmt.Errorf("a binomial likelihood of %g trials takes at most that many successes", l.trials)
	}
	return nil
}

func (l binomial) Log(y, f float64) Derivatives {
	p, q := sigmoid(f)
	v := l.trials * p * q
	value := l.choose(y)
	if y > 0 {
		value += y * logSigmoid(f)
	}
	if y < l.trials {
		value += (l.trials - y) * logSigmoid(-f)
	}
	return Derivatives{Value: value, D1: y*q - (l.trials-y)*p, D2: -v, D3: -v * (q - p)}
}

func (l binomial) choose(y float64) float64 {
	return logFactorial(l.trials) - logFactorial(y) - logFactorial(l.trials-y)
}

func (binomial) AddParams([]Derivatives, float64, float64) {}

func (l binomial) Peak(y float64) float64 {
	if y == 0 || y == l.trials {
		return 0
	}
	return l.Log(y, math.Log(y/(l.trials-y))).Value
}

// Latent values are the log odds with half a success and half a failure more.
func (l binomial) Latent(y []float64) []float64 {
	f := make([]float64, len(y))
	for i, v := range y {
		f[i] = math.Log((v + 0.5) / (l.trials - v + 0.5))
	}
	return f
}

func (l binomial) Moments(f float64) (mean, variance float64) {
	p, q := sigmoid(f)
	return l.trials * p, l.trials * p * q
}

func (l binomial) CDF(y, f float64) float64 {
	switch p, q := sigmoid(f); {
	case y < 0:
		return 0
	case y >= l.trials || p == 0:
		return 1
	case q == 0:
		return 0
	default:
		k := math.Floor(y)
		return mathext.RegIncBeta(l.trials-k, k+1, q)
	}
}

func (l binomial) Support() Support { return Support{Min: 0, Max: l.trials, Whole: true} }

func (l binomial) Sample(f float64, rng *rand.Rand) float64 {
	p, _ := sigmoid(f)
	return distuv.Binomial{N: l.trials, P: p, Src: rng}.Rand()
}
