// Package liktest checks that a likelihood keeps the contract of [lik.Func]. Authors call it from
// their tests:
//
//	func TestMyLikelihood(t *testing.T) {
//		liktest.Check(t, liktest.Case{Lik: MyLikelihood(0.3), Targets: []float64{0, 1, 4}, Bad: []float64{-1}})
//	}
package liktest

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"krigo/gplib/lik"
)

// Case is a likelihood to check.
type Case struct {
	Lik lik.Func
	// Targets are possible observations, and Bad are impossible ones.
	Targets, Bad []float64
	// Latent are the values of f of all checks; nil is some from -3 to 3.
	Latent []float64
}

// Check fails t where the likelihood of c breaks its contract:
//
//   - derivatives with respect to f and to the parameters agree with differences;
//   - densities integrate to the distribution function and probabilities sum to it; its mean and
//     variance, the moments and the mean and variance of samples agree;
//   - the density is nowhere above its peak;
//   - bad targets, NaN parameters and parameters out of bounds are refused;
//   - With, WithParams and, of a [lik.Describer], a description that is read again keep the
//     parameters;
//   - of the distribution with a normal latent value, density, distribution function, quantiles and
//     moments agree with sums over f, and so does the mean of the log density, whose derivatives agree
//     with differences.
func Check(t testing.TB, c Case) {
	t.Helper()
	if c.Latent == nil {
		c.Latent = []float64{-3, -1.1, -0.2, 0.4, 1.7, 3}
	}
	k := checker{t, c}
	k.targets()
	k.derivatives()
	k.parameters()
	k.distribution()
	k.samples()
	k.observed()
}

type checker struct {
	testing.TB
	Case
}

// near compares with an absolute and relative tolerance.
func (k checker) near(what string, got, want, tol float64) {
	k.Helper()
	if !(math.Abs(got-want) <= tol*math.Max(1, math.Abs(want))) {
		k.Errorf("%v: %s is %v, not %v", k.Lik, what, got, want)
	}
}

func (k checker) targets() {
	k.Helper()
	if err := lik.CheckTargets(k.Lik, k.Targets); err != nil {
		k.Errorf("%v: %v", k.Lik, err)
	}
	for _, y := range k.Bad {
		if k.Lik.CheckTarget(y) == nil {
			k.Errorf("%v takes %v", k.Lik, y)
		}
	}
	latent := k.Lik.Latent(k.Targets)
	if len(latent) != len(k.Targets) {
		k.Fatalf("%v: %d latent values of %d observations", k.Lik, len(latent), len(k.Targets))
	}
	for i, f := range latent {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			k.Errorf("%v: the latent value of %v is %v", k.Lik, k.Targets[i], f)
		}
	}
}

// slope returns the derivative of g at x by central differences of two steps, extrapolated.
func slope(g func(x float64) float64, x, scale float64) float64 {
	h := 2e-3 * scale
	central := func(h float64) float64 { return (g(x+h) - g(x-h)) / (2 * h) }
	return (4*central(h/2) - central(h)) / 3
}

// differences is the tolerance of derivatives next to differences of values of rounding 1e-16 at
// steps of 2e-3.
const differences = 1e-7

func (k checker) derivatives() {
	k.Helper()
	for _, y := range k.Targets {
		for _, f := range k.Latent {
			at := k.Lik.Log(y, f)
			log := func(f float64) lik.Derivatives { return k.Lik.Log(y, f) }
			k.near("D1", at.D1, slope(func(f float64) float64 { return log(f).Value }, f, 1), differences)
			k.near("D2", at.D2, slope(func(f float64) float64 { return log(f).D1 }, f, 1), differences)
			k.near("D3", at.D3, slope(func(f float64) float64 { return log(f).D2 }, f, 1), differences)
			if peak := k.Lik.Peak(y); at.Value > peak+1e-9*math.Max(1, math.Abs(peak)) {
				k.Errorf("%v: log p(%v|%v) is %v, above its peak %v", k.Lik, y, f, at.Value, peak)
			}
		}
	}
}

func (k checker) parameters() {
	k.Helper()
	ps := k.Lik.Params()
	theta := make([]float64, len(ps))
	for i, p := range ps {
		theta[i] = p.Value
	}
	if err := k.Lik.Check(); err != nil {
		k.Errorf("%v: %v", k.Lik, err)
	}
	for i := range ps {
		moved := func(v float64) lik.Func {
			other := slices.Clone(theta)
			other[i] = v
			return k.Lik.With(other)
		}
		for _, bad := range []float64{math.NaN(), math.Inf(1), -1} {
			if moved(bad).Check() == nil {
				k.Errorf("%v: %s may be %v", k.Lik, ps[i].Name, bad)
			}
		}
		for _, y := range k.Targets {
			for _, f := range k.Latent {
				grad := make([]lik.Derivatives, len(ps))
				k.Lik.AddParams(grad, y, f)
				by := func(of func(lik.Derivatives) float64) float64 {
					return slope(func(v float64) float64 { return of(moved(v).Log(y, f)) }, theta[i], math.Abs(theta[i]))
				}
				k.near("the value by "+ps[i].Name, grad[i].Value, by(func(d lik.Derivatives) float64 { return d.Value }), differences)
				k.near("D1 by "+ps[i].Name, grad[i].D1, by(func(d lik.Derivatives) float64 { return d.D1 }), differences)
				k.near("D2 by "+ps[i].Name, grad[i].D2, by(func(d lik.Derivatives) float64 { return d.D2 }), differences)
			}
		}
	}
	if !reflect.DeepEqual(k.Lik.With(theta).Params(), ps) {
		k.Errorf("%v: With changes more than values", k.Lik)
	}
	fixed := slices.Clone(ps)
	for i := range fixed {
		fixed[i].Fixed = true
	}
	changed := lik.WithParams(k.Lik, fixed)
	if len(ps) > 0 && !reflect.DeepEqual(changed.Params(), fixed) {
		k.Errorf("%v: WithParams gives %v, not %v", k.Lik, changed.Params(), fixed)
	}
	if _, able := k.Lik.(lik.Describer); !able {
		return
	}
	spec, err := lik.Describe(changed)
	if err != nil {
		k.Errorf("%v: Describe: %v", k.Lik, err)
		return
	}
	read, err := spec.Func()
	if err != nil || !reflect.DeepEqual(read, changed) {
		k.Errorf("%v: %+v is read as %v (%v)", k.Lik, spec, read, err)
	}
}

// distribution compares densities with the distribution function.
func (k checker) distribution() {
	k.Helper()
	s := k.Lik.Support()
	for _, f := range k.Latent {
		sum, before := 0.0, math.NaN()
		for _, y := range k.ascending() {
			cdf := k.Lik.CDF(y, f)
			switch {
			case !(cdf >= 0 && cdf <= 1):
				k.Errorf("%v: CDF(%v, %v) is %v", k.Lik, y, f, cdf)
			case s.Whole:
				sum = 0
				for v := s.Min; v <= y; v++ {
					sum += math.Exp(k.Lik.Log(v, f).Value)
				}
				k.near("CDF", cdf, sum, 1e-9)
			case !math.IsNaN(before):
				integral := simpson(func(y float64) float64 { return math.Exp(k.Lik.Log(y, f).Value) }, before, y)
				k.near("CDF less that before", cdf-k.Lik.CDF(before, f), integral, 1e-8)
			}
			before = y
		}
		if k.Lik.CDF(s.Max, f) != 1 {
			k.Errorf("%v: CDF(%v, %v) is not 1", k.Lik, s.Max, f)
		}
	}
}

func (k checker) ascending() []float64 {
	y := slices.Clone(k.Targets)
	slices.Sort(y)
	return slices.Compact(y)
}

// simpson integrates g by Simpson's rule of many points.
func simpson(g func(float64) float64, a, b float64) float64 {
	const n = 8000
	h, sum := (b-a)/n, g(a)+g(b)
	for i := 1; i < n; i++ {
		sum += float64(2+2*(i%2)) * g(a+float64(i)*h)
	}
	return sum * h / 3
}

// draws is the number of samples, and errors the largest difference in standard errors: the fixed
// seed makes the outcome deterministic.
const (
	draws  = 20000
	errors = 5
)

func (k checker) samples() {
	k.Helper()
	for _, f := range k.Latent {
		rng := rand.New(rand.NewPCG(1, 2))
		below, y := 0.0, make([]float64, draws)
		sum := 0.0
		for i := range y {
			y[i] = k.Lik.Sample(f, rng)
			if err := k.Lik.CheckTarget(y[i]); err != nil {
				k.Fatalf("%v draws %v: %v", k.Lik, y[i], err)
			}
			sum += y[i]
		}
		mean, variance := k.Lik.Moments(f)
		if off := math.Abs(sum/draws - mean); off > errors*math.Sqrt(variance/draws) {
			k.Errorf("%v: the mean given %v is %v, that of draws is off by %v", k.Lik, f, mean, off)
		}
		at := y[0]
		for _, v := range y {
			if v <= at {
				below++
			}
		}
		p := k.Lik.CDF(at, f)
		if off := math.Abs(below/draws - p); off > errors*math.Sqrt(p*(1-p)/draws)+1e-4 {
			k.Errorf("%v: the part of draws up to %v given %v is %v, not %v", k.Lik, at, f, below/draws, p)
		}
	}
}

// observed compares with sums over f of a fixed, fine step.
func (k checker) observed() {
	k.Helper()
	for _, f := range k.Latent {
		for _, sd := range []float64{0.01, 0.5, 2} {
			o := lik.Observed{Lik: k.Lik, Mean: f, Var: sd * sd}
			expect := func(g func(f float64) float64) float64 {
				return simpson(func(z float64) float64 {
					return g(f+sd*z) * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
				}, -20, 20)
			}
			wantMean := expect(func(f float64) float64 { m, _ := k.Lik.Moments(f); return m })
			wantVar := expect(func(f float64) float64 { m, v := k.Lik.Moments(f); return v + (m-wantMean)*(m-wantMean) })
			mean, variance := o.Moments()
			k.near("the observed mean", mean, wantMean, 1e-8)
			k.near("the observed variance", variance, wantVar, 1e-8)
			for _, y := range k.Targets {
				log := o.LogDensity(y)
				if want := expect(func(f float64) float64 { return math.Exp(k.Lik.Log(y, f).Value) }); want > 1e-200 {
					k.near("the observed log density", log, math.Log(want), 1e-7)
				}
				k.near("the observed CDF", o.CDF(y), expect(func(f float64) float64 { return k.Lik.CDF(y, f) }), 1e-8)
				k.near("the expected log density", o.Expected(y).Value, expect(func(f float64) float64 { return k.Lik.Log(y, f).Value }), 2e-6)
				k.expected(o, y)
			}
			k.quantiles(o)
		}
	}
}

// expected compares the derivatives of the expected log density with differences.
func (k checker) expected(o lik.Observed, y float64) {
	k.Helper()
	got, sd := o.Expected(y), math.Sqrt(o.Var)
	value := func(l lik.Func, mean, variance float64) float64 {
		return lik.Observed{Lik: l, Mean: mean, Var: variance}.Expected(y).Value
	}
	k.near("the expected log density by the mean", sd*got.ByMean, sd*slope(func(m float64) float64 { return value(k.Lik, m, o.Var) }, o.Mean, 10*sd), 2e-6)
	k.near("the expected log density by the variance", o.Var*got.ByVar, o.Var*slope(func(v float64) float64 { return value(k.Lik, o.Mean, v) }, o.Var, 10*o.Var), 2e-6)
	ps := k.Lik.Params()
	by, theta := make([]float64, len(ps)), make([]float64, len(ps))
	o.ExpectedParams(by, y)
	for i, p := range ps {
		theta[i] = p.Value
	}
	for i, p := range ps {
		want := slope(func(v float64) float64 {
			moved := slices.Clone(theta)
			moved[i] = v
			return value(k.Lik.With(moved), o.Mean, o.Var)
		}, p.Value, p.Value)
		k.near("the expected log density by "+p.Name, p.Value*by[i], p.Value*want, 2e-6)
	}
}

func (k checker) quantiles(o lik.Observed) {
	k.Helper()
	s := k.Lik.Support()
	if o.Quantile(0) != s.Min || o.Quantile(1) != s.Max {
		k.Errorf("%v: the quantiles of 0 and 1 are %v and %v", o, o.Quantile(0), o.Quantile(1))
	}
	for _, p := range []float64{0.025, 0.5, 0.975} {
		q := o.Quantile(p)
		if !s.Whole {
			// Between finite ends a density may have a pole, so that numbers there are further apart than
			// probabilities: the quantile is as exact as the length of the support allows for.
			const tol = 1e-6
			apart := 0.0
			if length := s.Max - s.Min; !math.IsInf(length, 0) {
				apart = 1e-9 * length
			}
			if below, above := o.CDF(q-apart), o.CDF(q+apart); !(below <= p+tol && above >= p-tol) {
				k.Errorf("%v: the quantile of %v is %v, about which CDF runs from %v to %v", o, p, q, below, above)
			}
			continue
		}
		if !(o.CDF(q) >= p) || q > s.Min && o.CDF(q-1) >= p {
			k.Errorf("%v: the quantile of %v is %v, where CDF is %v after %v", o, p, q, o.CDF(q), o.CDF(q-1))
		}
	}
}
