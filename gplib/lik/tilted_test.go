package lik_test

import (
	"fmt"
	"math"
	"testing"

	"krigo/gplib/lik"
)

// Log Z is the log density of the observation; its derivatives by the mean and by the parameters of the likelihood
// are those of differences, and so are mean and variance of f: m + v ∂log Z and v + v² ∂²log Z (Rasmussen and
// Williams 2006, section 3.9).
func TestTiltedMomentsAreDerivativesOfTheDensity(t *testing.T) {
	for _, c := range all {
		for _, y := range c.Targets {
			for _, at := range [][2]float64{{0, 1}, {-1.5, 0.2}, {2, 9}, {0.3, 0.01}} {
				o := lik.Observed{Lik: c.Lik, Mean: at[0], Var: at[1]}
				got, what := o.Tilted(y), fmt.Sprintf("%v, y = %v", o, y)
				near(t, what+": log Z", got.Log, o.LogDensity(y), 1e-8)
				h := 0.02 * math.Sqrt(o.Var)
				log := func(d float64) float64 {
					return lik.Observed{Lik: c.Lik, Mean: o.Mean + d, Var: o.Var}.Tilted(y).Log
				}
				slope := (8*(log(h)-log(-h)) - (log(2*h) - log(-2*h))) / (12 * h)
				second := (-log(2*h) + 16*log(h) - 30*log(0) + 16*log(-h) - log(-2*h)) / (12 * h * h)
				sd := math.Sqrt(o.Var)
				near(t, what+": the mean", (got.Mean-o.Mean)/sd, sd*slope, 2e-5)
				near(t, what+": the variance", got.Var/o.Var, 1+o.Var*second, 2e-4)
				near(t, what+": the precision", got.Precision+1/o.Var, 1/got.Var, 1e-8)
				near(t, what+": the shift", got.Shift+o.Mean/o.Var, got.Mean/got.Var, 1e-8)
				if lik.LogConcave(c.Lik) && got.Precision < 0 {
					t.Errorf("%s: the precision is %v", what, got.Precision)
				}
				ps := c.Lik.Params()
				by := make([]float64, len(ps))
				o.TiltedParams(by, y)
				for p := range ps {
					value := func(d float64) float64 {
						theta := make([]float64, len(ps))
						for i, q := range ps {
							theta[i] = q.Value
						}
						theta[p] += d
						return lik.Observed{Lik: c.Lik.With(theta), Mean: o.Mean, Var: o.Var}.Tilted(y).Log
					}
					h := 1e-3 * ps[p].Value
					near(t, what+": by "+ps[p].Name, by[p], (8*(value(h)-value(-h))-(value(2*h)-value(-2*h)))/(12*h), 1e-6)
				}
			}
		}
	}
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*math.Max(1, math.Abs(want))) {
		t.Errorf("%s is %v, not %v", what, got, want)
	}
}
