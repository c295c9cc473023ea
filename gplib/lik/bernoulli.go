package lik

import (
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"
)

// Bernoulli returns the likelihood of labels 0 and 1 whose log odds are f:
//
//	p(y = 1|f) = 1/(1 + exp(-f))
//
// (Rasmussen and Williams 2006, section 3.2). It is log-concave and has no parameters; f has no
// unit.
func Bernoulli() Func { return newFamily("bernoulli", 0) }

// BernoulliProbit returns the likelihood of labels 0 and 1 with
//
//	p(y = 1|f) = Φ(f),
//
// the standard normal distribution function (Rasmussen and Williams 2006, section 3.2). It is
// log-concave and has no parameters; f has no unit. Predicted probabilities have a closed form
// (section 3.9). Its tails are lighter than those of [Bernoulli], so that a wrong
// label counts more.
func BernoulliProbit() Func { return newFamily("bernoulli-probit", 0) }

func init() {
	registered("bernoulli", kernel{at: func([]float64, int) density { return logit{} }})
	registered("bernoulli-probit", kernel{at: func([]float64, int) density { return probit{} }})
}

// labels is the part that both share.
type labels struct{}

func (labels) CheckTarget(y float64) error {
	switch y {
	case 0, 1:
		return nil
	case -1:
		return errors.New("a Bernoulli likelihood takes the labels 0 and 1; write 0 for -1")
	}
	return errors.New("a Bernoulli likelihood takes the labels 0 and 1; " +
		"lik.Categorical takes classes 0, 1, 2, …, and one class against the others is the label 1 for its rows")
}

func (labels) AddParams([]Derivatives, float64, float64) {}

func (labels) Peak(float64) float64 { return 0 }

func (labels) Support() Support { return Support{Min: 0, Max: 1, Whole: true} }

// around returns latent values of labels: the middle of a number of each label and half a label
// more, and apart from one another by spread.
func around(y []float64, link func(p float64) float64, spread float64) []float64 {
	f, share := make([]float64, len(y)), stat.Mean(y, nil)
	n := float64(len(y))
	middle := link((n*share + 0.5) / (n + 1))
	for i, v := range y {
		f[i] = middle + spread*(v-share)
	}
	return f
}

// step is the distribution function of a label that is 1 with probability p.
func step(y, p float64) float64 {
	switch {
	case y < 0:
		return 0
	case y < 1:
		return 1 - p
	}
	return 1
}

func drawn(p float64, rng *rand.Rand) float64 {
	if rng.Float64() < p {
		return 1
	}
	return 0
}

type logit struct{ labels }

func (logit) String() string { return "y ~ Bernoulli(logit⁻¹(f))" }

// sigmoid returns 1/(1 + exp(-f)) and its complement without cancellation.
func sigmoid(f float64) (p, q float64) { return sigmoidOf(f, math.Exp(-math.Abs(f))) }

// sigmoidOf is sigmoid with e = exp(-|f|).
func sigmoidOf(f, e float64) (p, q float64) {
	p, q = 1/(1+e), e/(1+e)
	if f < 0 {
		return q, p
	}
	return p, q
}

func (logit) Latent(y []float64) []float64 {
	return around(y, func(p float64) float64 { return math.Log(p / (1 - p)) }, 2*math.Log(3))
}

func (logit) Log(y, f float64) Derivatives {
	e := math.Exp(-math.Abs(f))
	p, q := sigmoidOf(f, e)
	log := math.Log1p(e)
	if y == 0 {
		return Derivatives{Value: math.Min(-f, 0) - log, D1: -p, D2: -p * q, D3: -p * q * (q - p)}
	}
	return Derivatives{Value: math.Min(f, 0) - log, D1: q, D2: -p * q, D3: -p * q * (q - p)}
}

// logSigmoid returns log(1/(1 + exp(-f))).
func logSigmoid(f float64) float64 { return math.Min(f, 0) - math.Log1p(math.Exp(-math.Abs(f))) }

func (logit) Moments(f float64) (mean, variance float64) {
	p, q := sigmoid(f)
	return p, p * q
}

func (logit) CDF(y, f float64) float64 {
	p, _ := sigmoid(f)
	return step(y, p)
}

func (logit) Sample(f float64, rng *rand.Rand) float64 {
	p, _ := sigmoid(f)
	return drawn(p, rng)
}

type probit struct{ labels }

func (probit) String() string { return "y ~ Bernoulli(Φ(f))" }

func (probit) Latent(y []float64) []float64 {
	return around(y, normal.Quantile, 2*normal.Quantile(0.75))
}

func (probit) Log(y, f float64) Derivatives {
	sign := 2*y - 1
	log, r, d, third := logNormalCDF(sign * f)
	return Derivatives{Value: log, D1: sign * r, D2: -r * d, D3: sign * third}
}

// logNormalCDF returns log Φ(z), r = φ(z)/Φ(z), d = z + r, and the third derivative of log Φ,
// r((z + r)² - 1 + r(z + r)).
func logNormalCDF(z float64) (log, r, d, third float64) {
	const tail = -4
	if z > tail {
		half := math.Erfc(-z/math.Sqrt2) / 2
		if log = math.Log(half); z > 0 {
			log = math.Log1p(-math.Erfc(z/math.Sqrt2) / 2)
		}
		r = math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) / half
		d = z + r
		return log, r, d, r * (d*d - 1 + r*d)
	}
	// The continued fraction r = x + 1/(x + 2/(x + 3/(x + …))) with x = -z (Abramowitz and Stegun 1964,
	// 26.2.14) has no differences of nearly equal numbers.
	const terms = 120
	x, e := -z, 0.0
	for k := terms; k >= 2; k-- {
		e = float64(k) / (x + e)
	}
	d = 1 / (x + e)
	r = x + d
	return -z*z/2 - math.Log(2*math.Pi)/2 - math.Log(r), r, d, r * d * (2*d - e)
}

func (probit) Moments(f float64) (mean, variance float64) {
	p, q := normal.CDF(f), normal.CDF(-f)
	return p, p * q
}

func (probit) CDF(y, f float64) float64 { return step(y, normal.CDF(f)) }

func (probit) Sample(f float64, rng *rand.Rand) float64 { return drawn(normal.CDF(f), rng) }

func (probit) observedMoments(m, v float64) (mean, variance float64) {
	return probit{}.Moments(m / math.Sqrt(1+v))
}

func (probit) observedCDF(y, m, v float64) float64 { return probit{}.CDF(y, m/math.Sqrt(1+v)) }

func (probit) observedLog(y, m, v float64) float64 { return probit{}.Log(y, m/math.Sqrt(1+v)).Value }
