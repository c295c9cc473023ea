package lik

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"krigo/gplib/param"
)

// Beta returns the likelihood of shares 0 < y < 1 of a whole with the mean μ = 1/(1 + exp(-f)) and
// the variance μ(1-μ)/(1+precision): a beta distribution,
//
//	p(y|f) ∝ y^(μs-1) (1-y)^((1-μ)s-1), s = precision
//
// (Ferrari and Cribari-Neto 2004, Journal of Applied Statistics 31, 799-815). f is the log odds of
// the mean, and the parameter is "beta.precision" > 0, without a unit: it is one less than the
// number of trials whose share of successes has that variance. Successes among known trials are
// for [Binomial]. It is not log-concave where the precision is small and y is near 0 or 1.
func Beta(precision float64) Func {
	return newFamily("beta", 0, param.Positive("beta.precision", precision))
}

func init() {
	registered("beta", kernel{params: 1, at: func(theta []float64, _ int) density { return beta{theta[0]} }})
}

type beta struct{ precision float64 }

func (l beta) String() string {
	return fmt.Sprintf("y ~ Beta(logit⁻¹(f), precision %.4g)", l.precision)
}

func (beta) CheckTarget(y float64) error {
	switch {
	case y > 0 && y < 1:
		return nil
	case y == 0 || y == 1:
		return errors.New("a beta likelihood takes shares above 0 and below 1; " +
			"lik.Binomial takes 0 and all successes, and a share that was rounded belongs half a rounding unit inside")
	}
	return errors.New("a beta likelihood takes shares above 0 and below 1; divide percentages by 100")
}

// side is one of the two parameters of the beta distribution, a = p s with p' = p q, through
// products that stay finite as a goes to 0: those of a, a² and a³ with the derivatives of log Γ(a)
// of the first, second and third order.
type side struct{ p, q, g1, g2, g3 float64 }

func newSide(p, q, s float64) side {
	a := p * s
	trigamma, tetragamma := polygamma(1 + a) // ψ(a) = ψ(1+a) - 1/a
	return side{p, q, a*mathext.Digamma(1+a) - 1, a*a*trigamma + 1, a*a*a*tetragamma - 2}
}

// log returns the first three derivatives by f of log Γ(a).
func (b side) log() (d1, d2, d3 float64) {
	p, q := b.p, b.q
	return q * b.g1, q * (q*b.g2 + (q-p)*b.g1),
		q * (q*q*(b.g3+2*b.g2) - 2*p*q*b.g2 + q*(q-p)*(b.g2+b.g1) + p*(p-3*q)*b.g1)
}

// bySlope returns a ψ(a) and its first two derivatives by f.
func (b side) bySlope() (v, d1, d2 float64) {
	once := b.g1 + b.g2
	return b.g1, b.q * once, b.q * (b.q*(b.g1+3*b.g2+b.g3) - b.p*once)
}

func (l beta) Log(y, f float64) Derivatives {
	s := l.precision
	p, q := sigmoid(f)
	// log Γ(a) = log Γ(1+a) - log a, where a may be too small for a number.
	logGamma := func(p, f float64) float64 {
		v, _ := math.Lgamma(1 + p*s)
		return v - math.Log(s) - logSigmoid(f)
	}
	whole, _ := math.Lgamma(s)
	low, high := math.Log(y), math.Log1p(-y)
	odds := low - high
	a1, a2, a3 := newSide(p, q, s).log()
	b1, b2, b3 := newSide(q, p, s).log()
	v := s * p * q
	return Derivatives{
		Value: whole - logGamma(p, f) - logGamma(q, -f) + (p*s-1)*low + (q*s-1)*high,
		D1:    -a1 + b1 + v*odds,
		D2:    -a2 - b2 + v*(q-p)*odds,
		D3:    -a3 + b3 + v*((q-p)*(q-p)-2*p*q)*odds,
	}
}

func (l beta) AddParams(dst []Derivatives, y, f float64) {
	s := l.precision
	p, q := sigmoid(f)
	low, high := math.Log(y), math.Log1p(-y)
	odds := low - high
	a, a1, a2 := newSide(p, q, s).bySlope()
	b, b1, b2 := newSide(q, p, s).bySlope()
	dst[0].Value += mathext.Digamma(s) - (a+b)/s + p*low + q*high
	dst[0].D1 += -(a1-b1)/s + p*q*odds
	dst[0].D2 += -(a2+b2)/s + p*q*(q-p)*odds
}

// Peak is where the slope, which falls with the mean, is 0.
func (l beta) Peak(y float64) float64 {
	middle := math.Log(y) - math.Log1p(-y)
	lo, hi := middle-1, middle+1
	for step := 1.0; l.Log(y, lo).D1 < 0; step *= 2 {
		lo -= step
	}
	for step := 1.0; l.Log(y, hi).D1 > 0; step *= 2 {
		hi += step
	}
	for range 60 {
		if m := (lo + hi) / 2; l.Log(y, m).D1 > 0 {
			lo = m
		} else {
			hi = m
		}
	}
	return l.Log(y, (lo+hi)/2).Value
}

// Latent values are the log odds with half a trial more on both sides.
func (l beta) Latent(y []float64) []float64 {
	f := make([]float64, len(y))
	for i, v := range y {
		f[i] = math.Log((v*l.precision + 0.5) / ((1-v)*l.precision + 0.5))
	}
	return f
}

func (l beta) Moments(f float64) (mean, variance float64) {
	p, q := sigmoid(f)
	return p, p * q / (1 + l.precision)
}

func (l beta) CDF(y, f float64) float64 {
	p, q := sigmoid(f)
	a, b := p*l.precision, q*l.precision
	switch {
	case y <= 0:
		return 0
	case y >= 1 || a == 0:
		return 1
	case b == 0:
		return 0
	}
	return mathext.RegIncBeta(a, b, y)
}

func (beta) Support() Support { return Support{Min: 0, Max: 1} }

func (l beta) Sample(f float64, rng *rand.Rand) float64 {
	p, q := sigmoid(f)
	y := distuv.Beta{Alpha: math.Max(p*l.precision, math.SmallestNonzeroFloat64), Beta: math.Max(q*l.precision, math.SmallestNonzeroFloat64), Src: rng}.Rand()
	if math.IsNaN(y) { // both gamma variables are 0
		y = drawn(p, rng)
	}
	return min(max(y, math.SmallestNonzeroFloat64), math.Nextafter(1, 0))
}
