package lik

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"

	"krigo/gplib/param"
)

// Ordinal returns the likelihood of ordered levels 0, 1, …, K by cut points c₁ < … < c_K of the
// latent value (McCullagh 1980, Journal of the Royal Statistical Society B 42, 109-142):
//
//	p(y <= k|f) = 1/(1 + exp(f - c_{k+1}))
//
// so that a larger f makes higher levels likelier. c₁ is 0, since the mean of the model moves all cut
// points: give it one, as gplib.AutoLik does. The others follow by the gaps c_{k+1} - c_k of the levels
// k = 1, …, K-1, which are the arguments: Ordinal(1, 1) has the levels 0 to 3, and Ordinal() is
// [Bernoulli]. The parameters are "ordinal.gap[k]" > 0, without a unit. It is log-concave in f.
func Ordinal(gaps ...float64) Func { return newFamily("ordinal", 0, gapParams(gaps)...) }

// OrdinalProbit returns the likelihood of [Ordinal] with p(y <= k|f) = Φ(c_{k+1} - f), the standard
// normal distribution function (Chu and Ghahramani 2005, Journal of Machine Learning Research 6,
// 1019-1041, with noise of the variance 1). OrdinalProbit() is [BernoulliProbit].
func OrdinalProbit(gaps ...float64) Func { return newFamily("ordinal-probit", 0, gapParams(gaps)...) }

func gapParams(gaps []float64) []param.Param {
	ps := make([]param.Param, len(gaps))
	for i, gap := range gaps {
		ps[i] = param.Positive(fmt.Sprintf("ordinal.gap[%d]", i+1), gap)
	}
	return ps
}

func init() {
	registered("ordinal", kernel{params: anyNumber, at: func(gaps []float64, _ int) density {
		return ordinal{gaps, cutsOf(gaps), logistic{}}
	}})
	registered("ordinal-probit", kernel{params: anyNumber, at: func(gaps []float64, _ int) density {
		return ordinal{gaps, cutsOf(gaps), gauss{}}
	}})
}

// cutsOf returns the cut points, from 0.
func cutsOf(gaps []float64) []float64 {
	return append([]float64{0}, floats.CumSum(make([]float64, len(gaps)), gaps)...)
}

// ordinal has cuts[k-1] between the levels k-1 and k, and gaps[k-1] between the cuts of level k.
type ordinal struct {
	gaps, cuts []float64
	noise      noise
}

// noise is a symmetric distribution of the unit scale, which is added to f before it is cut.
type noise interface {
	name() string
	cdf(x float64) float64
	draw(rng *rand.Rand) float64
	// above returns log P(x > low) for x = noise + f, and its derivatives by f at the distance d =
	// f - low.
	above(d float64) Derivatives
	// between returns log P(low < x < low + gap), and what to add to the gap's derivatives.
	between(d, gap float64) (log, byGap Derivatives)
}

func (l ordinal) String() string {
	cuts := make([]string, len(l.cuts))
	for i, c := range l.cuts {
		cuts[i] = fmt.Sprintf("%.4g", c)
	}
	return fmt.Sprintf("y ~ Ordinal(%s, cuts %s)", l.noise.name(), strings.Join(cuts, ", "))
}

func (l ordinal) top() float64 { return float64(len(l.cuts)) }

func (l ordinal) CheckTarget(y float64) error {
	if y >= 0 && y <= l.top() && y == math.Trunc(y) {
		return nil
	}
	return fmt.Errorf("an ordinal likelihood of %d gaps takes the levels 0 to %g; for more levels, pass more gaps", len(l.gaps), l.top())
}

func (l ordinal) Log(y, f float64) Derivatives {
	at, _ := l.log(y, f)
	return at
}

// log returns the log probability of a level, and its derivative by the gap of the level.
func (l ordinal) log(y, f float64) (log, byGap Derivatives) {
	switch y {
	case 0:
		d := l.noise.above(l.cuts[0] - f)
		return Derivatives{d.Value, -d.D1, d.D2, -d.D3}, Derivatives{}
	case l.top():
		return l.noise.above(f - l.cuts[len(l.cuts)-1]), Derivatives{}
	}
	k := int(y)
	return l.noise.between(f-l.cuts[k-1], l.gaps[k-1])
}

// The gaps of lower levels move both cut points of a level, like -f.
func (l ordinal) AddParams(dst []Derivatives, y, f float64) {
	at, own := l.log(y, f)
	for i := range min(int(y)-1, len(l.gaps)) {
		dst[i].Value -= at.D1
		dst[i].D1 -= at.D2
		dst[i].D2 -= at.D3
	}
	if y > 0 && y < l.top() {
		i := int(y) - 1
		dst[i].Value += own.Value
		dst[i].D1 += own.D1
		dst[i].D2 += own.D2
	}
}

// Peak is at the middle between the cut points.
func (l ordinal) Peak(y float64) float64 {
	if y == 0 || y == l.top() {
		return 0
	}
	return l.Log(y, l.middle(y)).Value
}

// middle returns the middle of a level, a distance of 3/2 from the only cut point of the first and
// of the last.
func (l ordinal) middle(y float64) float64 {
	const away = 1.5
	switch y {
	case 0:
		return -away
	case l.top():
		return l.cuts[len(l.cuts)-1] + away
	}
	return l.cuts[int(y)-1] + l.gaps[int(y)-1]/2
}

func (l ordinal) Latent(y []float64) []float64 {
	f := make([]float64, len(y))
	for i, v := range y {
		f[i] = l.middle(v)
	}
	return f
}

// Moments sums the probabilities of y > k, and the variance in the same way: y² is the sum of 2k +
// 1 over k < y.
func (l ordinal) Moments(f float64) (mean, variance float64) {
	for _, c := range l.cuts {
		mean += l.noise.cdf(f - c)
	}
	for k := range len(l.cuts) + 1 {
		away := float64(k) - mean
		variance += away * away * math.Exp(l.Log(float64(k), f).Value)
	}
	return mean, variance
}

func (l ordinal) CDF(y, f float64) float64 {
	switch {
	case y < 0:
		return 0
	case y >= l.top():
		return 1
	}
	return l.noise.cdf(l.cuts[int(y)] - f)
}

func (l ordinal) Support() Support { return Support{Min: 0, Max: l.top(), Whole: true} }

func (l ordinal) Sample(f float64, rng *rand.Rand) float64 {
	x, y := f+l.noise.draw(rng), 0.0
	for _, c := range l.cuts {
		if x > c {
			y++
		}
	}
	return y
}

type logistic struct{}

func (logistic) name() string { return "logit" }

func (logistic) cdf(x float64) float64 {
	p, _ := sigmoid(x)
	return p
}

func (logistic) draw(rng *rand.Rand) float64 {
	u := rng.Float64()
	for u == 0 {
		u = rng.Float64()
	}
	return math.Log(u) - math.Log1p(-u)
}

func (logistic) above(d float64) Derivatives { return logit{}.Log(1, d) }

// The probability is σ(d) σ(gap - d) (1 - exp(-gap)).
func (logistic) between(d, gap float64) (log, byGap Derivatives) {
	low, high := logit{}.Log(1, d), logit{}.Log(1, gap-d)
	log = Derivatives{low.Value + high.Value + math.Log(-math.Expm1(-gap)), low.D1 - high.D1, low.D2 + high.D2, low.D3 - high.D3}
	return log, Derivatives{Value: high.D1 + 1/math.Expm1(gap), D1: -high.D2, D2: high.D3}
}

type gauss struct{}

func (gauss) name() string { return "probit" }

func (gauss) cdf(x float64) float64 { return normal.CDF(x) }

func (gauss) draw(rng *rand.Rand) float64 { return rng.NormFloat64() }

func (gauss) above(d float64) Derivatives { return probit{}.Log(1, d) }

// between returns the derivatives as cumulants of the standard normal variable x that is truncated
// to [-d, gap-d]: with these, log p has the derivatives E x, Var x - 1 and E (x - E x)³. The
// derivative by the gap is φ(gap-d)/p.
func (gauss) between(d, gap float64) (log, byGap Derivatives) {
	low, high := -d, gap-d
	sign := 1.0
	if high < -low { // the larger side is the right one
		low, high, sign = -high, -low, -1
	}
	base, mean, variance, third := truncated(low, high)
	log = Derivatives{Value: base, D1: sign * mean, D2: variance - 1, D3: sign * third}
	u := gap - d
	a := math.Exp(normal.LogProb(u) - base)
	more := u - log.D1
	return log, Derivatives{Value: a, D1: a * more, D2: a * (more*more - 1 - log.D2)}
}

// nodes are those of the rule for [-1, 1] that integrates a normal density over 18 standard
// deviations to the last digits.
const nodes = 64

var legendreX, legendreW = func() (x, w []float64) {
	x, w = make([]float64, nodes), make([]float64, nodes)
	quad.Legendre{}.FixedLocations(x, w, -1, 1)
	return x, w
}()

// truncated returns the log probability of [low, high] for a standard normal variable, and its
// mean, variance and third central moment inside. high >= -low. The sums over a Gauss-Legendre
// rule of the part that has any weight have no differences of nearly equal numbers, however narrow
// or far away the interval is.
func truncated(low, high float64) (log, mean, variance, third float64) {
	const negligible, far = 40, 9 // exp(-40), and Φ(-9)
	base := math.Max(low, 0)      // where the density is largest
	lo := math.Max(low, -far) - base
	hi := math.Min(high-base, 2*negligible/(math.Sqrt(base*base+2*negligible)+base))
	half := (hi - lo) / 2
	var weight, at [nodes]float64
	sum := 0.0
	for i, x := range legendreX {
		t := lo + half*(1+x)
		at[i] = t
		weight[i] = legendreW[i] * half * math.Exp(-t*(base+t/2))
		sum += weight[i]
		mean += weight[i] * t
	}
	mean /= sum
	for i, t := range at {
		away := t - mean
		variance += weight[i] / sum * away * away
		third += weight[i] / sum * away * away * away
	}
	return normal.LogProb(base) + math.Log(sum), base + mean, variance, third
}
