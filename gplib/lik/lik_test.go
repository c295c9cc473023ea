package lik_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"krigo/gplib/lik"
	"krigo/gplib/lik/liktest"
)

var all = []liktest.Case{
	{Lik: lik.Bernoulli(), Targets: []float64{0, 1}, Bad: []float64{-1, 2, 0.5, math.NaN()}},
	{Lik: lik.BernoulliProbit(), Targets: []float64{0, 1}, Bad: []float64{-1, 2, 0.5}},
	{Lik: lik.Poisson(), Targets: []float64{0, 1, 7, 30}, Bad: []float64{-1, 0.5}},
	{Lik: lik.StudentT(0.7, 4), Targets: []float64{-2, 0, 0.3, 6}, Bad: nil},
	{Lik: lik.StudentT(0.2, 50), Targets: []float64{-1, 0, 0.3}, Latent: []float64{-0.5, 0, 0.2, 1}},
	{Lik: lik.Gaussian(0.3), Targets: []float64{-2, 0, 0.3, 6}},
	{Lik: lik.NegativeBinomial(1.5), Targets: []float64{0, 1, 7, 30}, Bad: []float64{-1, 0.5}},
	{Lik: lik.Binomial(9), Targets: []float64{0, 1, 7, 9}, Bad: []float64{-1, 0.5, 10}},
	{Lik: lik.Ordinal(), Targets: []float64{0, 1}, Bad: []float64{-1, 2, 0.5, math.NaN()}},
	{Lik: lik.Ordinal(0.7, 2.5), Targets: []float64{0, 1, 2, 3}, Bad: []float64{-1, 4, 0.5, math.NaN(), math.Inf(1)}},
	{Lik: lik.OrdinalProbit(), Targets: []float64{0, 1}, Bad: []float64{-1, 2, 0.5}},
	{Lik: lik.OrdinalProbit(0.7, 2.5), Targets: []float64{0, 1, 2, 3}, Bad: []float64{-1, 4, 0.5, math.NaN()}},
	{Lik: lik.Beta(7), Targets: []float64{0.02, 0.3, 0.96}, Bad: []float64{-1, 0, 1, 45, math.NaN()}, Latent: []float64{-3, -0.2, 1.7}},
	{Lik: lik.Beta(0.8), Targets: []float64{0.3, 0.96}, Latent: []float64{-1.1, 0.4}},
	{Lik: lik.LogNormal(0.3), Targets: []float64{0.1, 1, 2, 30}, Bad: []float64{-1, 0, math.NaN(), math.Inf(1)}},
	// The kinks are at nodes of the sums that they are compared with.
	{Lik: lik.Laplace(0.7), Targets: []float64{-2, 0, 4}, Latent: []float64{-3, -1.5, -1, 0.5, 1}},
}

func TestEachLikelihoodKeepsItsContract(t *testing.T) {
	for _, c := range all {
		liktest.Check(t, c)
	}
}

// The normal distribution function far in its tail, by the first terms of its asymptotic series
// (Abramowitz and Stegun 1964, 26.2.12), whose error is below the last term.
func TestProbitInTheTail(t *testing.T) {
	const z = -30.0
	x := z * z
	want := -x/2 - math.Log(2*math.Pi)/2 - math.Log(-z) + math.Log1p(-1/x+3/(x*x)-15/(x*x*x))
	at := lik.BernoulliProbit().Log(1, z)
	if math.Abs(at.Value-want) > 1e-8 {
		t.Errorf("log Φ(%v) is %v, not %v", z, at.Value, want)
	}
	slope := -z + 1/-z - 2/(-z*x)
	if math.Abs(at.D1-slope) > 1e-5 || math.Abs(at.D2+1-1/x) > 1e-5 {
		t.Errorf("derivatives of log Φ(%v) are %v and %v", z, at.D1, at.D2)
	}
}

// A latent value that scatters far more than the errors makes an observation nearly normal.
func TestNarrowErrorsUnderAWideLatentValue(t *testing.T) {
	for _, scale := range []float64{1e-2, 1e-4, 1e-7} {
		o := lik.Observed{Lik: lik.StudentT(scale, 5), Mean: 1, Var: 4}
		normal := lik.Observed{Lik: lik.Gaussian(scale * scale * 5 / 3), Mean: 1, Var: 4}
		for _, y := range []float64{-5, 0.9, 3} {
			if got, want := o.LogDensity(y), normal.LogDensity(y); math.Abs(got-want) > scale {
				t.Errorf("scale %v: the log density at %v is %v, not %v", scale, y, got, want)
			}
		}
		for _, p := range []float64{0.01, 0.5, 0.9} {
			if got, want := o.Quantile(p), normal.Quantile(p); math.Abs(got-want) > scale {
				t.Errorf("scale %v: the quantile of %v is %v, not %v", scale, p, got, want)
			}
		}
	}
}

// An observation that no latent value comes near has the density of the errors alone.
func TestAFarOutlierHasADensity(t *testing.T) {
	l := lik.StudentT(0.1, 2.1)
	for _, y := range []float64{15, 25, 1e3, 1e9} {
		for _, sd := range []float64{0.05, 0.3, 1} {
			got := lik.Observed{Lik: l, Mean: 0, Var: sd * sd}.LogDensity(y)
			if want := l.Log(y, 0).Value; !(math.Abs(got-want) < 10*sd*sd/(y*y)+1e-7) {
				t.Errorf("the log density at %v with a standard deviation of %v is %v, not about %v", y, sd, got, want)
			}
		}
	}
}

func TestProbabilitiesOfLabels(t *testing.T) {
	// The probit has a closed form; the logit is close to it with f divided by 1.6 to 1.7.
	o := lik.Observed{Lik: lik.BernoulliProbit(), Mean: 0.8, Var: 3}
	p, _ := o.Moments()
	if want := math.Erfc(-0.4/math.Sqrt2) / 2; math.Abs(p-want) > 1e-15 {
		t.Errorf("the probability is %v, not Φ(0.8/2) = %v", p, want)
	}
	if o.Quantile(1-p-1e-9) != 0 || o.Quantile(1-p+1e-9) != 1 {
		t.Errorf("the quantiles about %v are %v and %v", 1-p, o.Quantile(1-p-1e-9), o.Quantile(1-p+1e-9))
	}
}

func TestBadTargetsAndParametersAreNamed(t *testing.T) {
	for want, err := range map[string]error{
		"y[2] is 2: a Bernoulli likelihood takes the labels 0 and 1": lik.CheckTargets(lik.Bernoulli(), []float64{0, 1, 2}),
		"write 0 for -1": lik.CheckTargets(lik.Bernoulli(), []float64{-1, 1}),
		"y[1] is -3: a Poisson likelihood takes counts": lik.CheckTargets(lik.Poisson(), []float64{0, -3}),
		"not rates":                                 lik.CheckTargets(lik.Poisson(), []float64{0.5}),
		"at most that many successes":               lik.CheckTargets(lik.Binomial(4), []float64{5}),
		"studentt.dof is 2, outside [2.1, 1000]":    lik.StudentT(1, 2).Check(),
		"studentt.scale is -1; it must be positive": lik.StudentT(-1, 4).Check(),
		"0 trials": lik.Binomial(0).Check(),
		"an ordinal likelihood of 1 gaps takes the levels 0 to 2": lik.CheckTargets(lik.Ordinal(1), []float64{3}),
		"ordinal.gap[2] is -1; it must be positive":               lik.OrdinalProbit(1, -1).Check(),
		"divide percentages by 100":                               lik.CheckTargets(lik.Beta(3), []float64{45}),
		"belongs half a rounding unit inside":                     lik.CheckTargets(lik.Beta(3), []float64{1}),
		"takes positive numbers":                                  lik.CheckTargets(lik.LogNormal(1), []float64{0}),
		"has a kink":                                              lik.CheckSmooth(lik.Laplace(1)),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v; it should hold %q", err, want)
		}
	}
}

// Two levels are labels, and a level between narrow cut points has the probability of the density at
// the cut points times the gap, however far away f is.
func TestLevelsOfAnOrdinalLikelihood(t *testing.T) {
	for _, pair := range [][2]lik.Func{{lik.Ordinal(), lik.Bernoulli()}, {lik.OrdinalProbit(), lik.BernoulliProbit()}} {
		f, labels := pair[0], pair[1]
		for _, y := range []float64{0, 1} {
			for _, at := range []float64{-40, -1, 0.3, 8} {
				if got, want := f.Log(y, at), labels.Log(y, at); got != want {
					t.Errorf("%v of %v at %v: %v, not %v", f, y, at, got, want)
				}
			}
		}
	}
	const gap = 1e-6
	for _, at := range []float64{-200, -3, 0, 5, 1e4} {
		middle := at - gap/2
		got := lik.OrdinalProbit(gap).Log(1, at)
		want := lik.Derivatives{Value: math.Log(gap) - math.Log(2*math.Pi)/2 - middle*middle/2, D1: -middle, D2: -1}
		if math.Abs(got.Value-want.Value) > 1e-9*math.Max(1, middle*middle) || math.Abs(got.D1-want.D1) > 1e-6*math.Max(1, math.Abs(at)) || math.Abs(got.D2-want.D2) > 1e-4 {
			t.Errorf("a narrow level from %v: %+v, not %+v", at, got, want)
		}
		if got := lik.Ordinal(gap).Log(1, at); !(got.D2 <= 0) || math.Abs(got.D1) > 1 {
			t.Errorf("a narrow level of the logit from %v: %+v", at, got)
		}
	}
}

// Wide levels of a probit are half lines.
func TestAWideLevelIsAHalfLine(t *testing.T) {
	wide, half := lik.OrdinalProbit(60), lik.BernoulliProbit()
	for _, at := range []float64{-25, -7, -1, 0, 2, 12} {
		got, want := wide.Log(1, at), half.Log(1, at)
		for i, d := range []float64{got.Value - want.Value, got.D1 - want.D1, got.D2 - want.D2, got.D3 - want.D3} {
			if math.Abs(d) > 1e-11*math.Max(1, at*at) {
				t.Errorf("derivative %d at %v is off by %v", i, at, d)
			}
		}
	}
}

// A beta density far from its observation is y^(a-1)(1-y)^(s-1) a with a = s exp(f).
func TestBetaWhereTheMeanVanishes(t *testing.T) {
	for _, f := range []float64{-40, -300, -1e4} {
		at := lik.Beta(3).Log(0.25, f)
		want := math.Log(3) + f - math.Log(0.25) + 2*math.Log(0.75)
		if math.Abs(at.Value-want) > 1e-12*math.Abs(f) || math.Abs(at.D1-1) > 1e-12 || math.Abs(at.D2) > 1e-12 || math.Abs(at.D3) > 1e-12 {
			t.Errorf("at %v: %+v, not %v and a slope of 1", f, at, want)
		}
	}
}

// The density of Laplace's errors under a latent value that scatters far more is that of f, and one that hardly
// scatters changes nothing.
func TestLaplaceErrorsNextToTheScatterOfF(t *testing.T) {
	for _, y := range []float64{-30, -1, 0.2, 7} {
		for _, scale := range []float64{1e-3, 1e-6, 1e-9} {
			got := lik.Observed{Lik: lik.Laplace(scale), Mean: 0, Var: 4}.LogDensity(y)
			if want := (lik.Observed{Lik: lik.Gaussian(2 * scale * scale), Mean: 0, Var: 4}).LogDensity(y); math.Abs(got-want) > 1e-3*scale+1e-12*y*y {
				t.Errorf("scale %v: the log density at %v is %v, not %v", scale, y, got, want)
			}
		}
		for _, sd := range []float64{1e-4, 1e-8} {
			o := lik.Observed{Lik: lik.Laplace(0.5), Mean: 0, Var: sd * sd}
			if got, want := o.LogDensity(y), o.Lik.Log(y, 0).Value; math.Abs(got-want) > 3*sd*sd+1e-12 {
				t.Errorf("standard deviation %v: the log density at %v is %v, not %v", sd, y, got, want)
			}
		}
	}
}

func ExampleObserved() {
	o := lik.Observed{Lik: lik.Poisson(), Mean: math.Log(3), Var: 0.25}
	mean, variance := o.Moments()
	fmt.Printf("mean %.2f, variance %.2f, 95 %% of counts from %v to %v\n", mean, variance, o.Quantile(0.025), o.Quantile(0.975))
	// Output:
	// mean 3.40, variance 6.68, 95 % of counts from 0 to 10
}
