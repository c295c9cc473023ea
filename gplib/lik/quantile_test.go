package lik_test

import (
	"math"
	"testing"

	"krigo/gplib/lik"
)

// counted counts the observations at which the distribution function of a likelihood is taken.
type counted struct {
	lik.Func
	at map[float64]bool
}

func (c counted) CDF(y, f float64) float64 {
	c.at[y] = true
	return c.Func.CDF(y, f)
}

// ofEveryShape are likelihoods of observations on the real line, above 0, between ends, and whole ones.
var ofEveryShape = map[string]lik.Func{
	"gaussian": lik.Gaussian(0.5), "studentt": lik.StudentT(0.3, 4), "heavy studentt": lik.StudentT(2, 2.1), "laplace": lik.Laplace(0.5),
	"lognormal": lik.LogNormal(0.3), "beta": lik.Beta(5), "beta with poles": lik.Beta(0.5),
	"poisson": lik.Poisson(), "negativebinomial": lik.NegativeBinomial(3), "binomial": lik.Binomial(50), "ordinal": lik.Ordinal(1, 0.5),
	"bernoulli": lik.Bernoulli(),
}

// CDF is less than p below a quantile and not less at it, or above it by the documented error.
func TestQuantilesAreWhereTheDistributionFunctionReachesP(t *testing.T) {
	const most = 45
	evaluations, searches := 0, 0
	for name, l := range ofEveryShape {
		for _, mean := range []float64{-2, 0, 3} {
			for _, variance := range []float64{0, 0.01, 4} {
				at := map[float64]bool{}
				o := lik.Observed{Lik: counted{l, at}, Mean: mean, Var: variance}
				_, v := o.Moments()
				for _, p := range []float64{1e-4, 0.025, 0.5, 0.975} {
					clear(at)
					q := o.Quantile(p)
					count := len(at)
					below, above := q-1, q
					if !l.Support().Whole {
						wrong := 1e-10*math.Abs(q) + 1e-14*math.Min(math.Sqrt(v), 1)
						below, above = q-wrong, q+wrong
					}
					if !(o.CDF(above) >= p && (below < l.Support().Min || o.CDF(below) < p)) {
						t.Errorf("%s, f ~ N(%v, %v): the quantile of %v is %v, and CDF there from %v to %v", name, mean, variance, p, q, o.CDF(below), o.CDF(above))
					}
					if count > most {
						t.Errorf("%s, f ~ N(%v, %v): the quantile of %v takes CDF at %d observations, more than %d", name, mean, variance, p, count, most)
					}
					evaluations, searches = evaluations+count, searches+1
				}
			}
		}
	}
	t.Logf("%.1f evaluations of CDF for each of %d quantiles", float64(evaluations)/float64(searches), searches)
}

// Below a pole of the density a quantile may be far below the spacing of numbers near the mean.
func TestAQuantileMayBeNextToAPole(t *testing.T) {
	o := lik.Observed{Lik: lik.Beta(0.5), Mean: 0, Var: 4}
	const p = 0.005
	lo, hi := -700.0, 0.0
	for range 60 {
		if middle := (lo + hi) / 2; o.CDF(math.Exp(middle)) >= p {
			hi = middle
		} else {
			lo = middle
		}
	}
	if got := math.Log(o.Quantile(p)); math.Abs(got-hi) > 1e-9 {
		t.Errorf("the quantile of %v is exp(%v), want exp(%v)", p, got, hi)
	}
	if got := o.Quantile(1e-4); got > math.SmallestNonzeroFloat64 {
		t.Errorf("the quantile of 1e-4 is %v, and CDF(%v) = %v", got, math.SmallestNonzeroFloat64, o.CDF(math.SmallestNonzeroFloat64))
	}
}

func BenchmarkQuantile(b *testing.B) {
	for name, l := range ofEveryShape {
		b.Run(name, func(b *testing.B) {
			o := lik.Observed{Lik: l, Mean: 1, Var: 0.5}
			at := map[float64]bool{}
			for _, p := range []float64{0.025, 0.5, 0.975} {
				lik.Observed{Lik: counted{l, at}, Mean: 1, Var: 0.5}.Quantile(p)
			}
			for b.Loop() {
				for _, p := range []float64{0.025, 0.5, 0.975} {
					o.Quantile(p)
				}
			}
			b.ReportMetric(float64(len(at))/3, "CDFs/quantile")
		})
	}
}
