package grief

import (
	"math"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// TestVariancesFarFromTheDataAreThoseOfThePrior, and at the rows they are those
// of k̃; the noise has taken in the rest.
func TestVariancesFarFromTheDataAreThoseOfThePrior(t *testing.T) {
	x, y := someData(t, 100, 2, 80)
	far, _ := cov.Rows([][]float64{{40, 40}})
	for _, l := range []gplib.Learner{TypeII{}, Quadrature{}, TypeI{Steps: 400, Form: Original}} {
		fit, err := l.Fit(t.Context(), someModel(2), gplib.Data{X: x, Y: y}, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := fit.Predict(far)
		if err != nil {
			t.Fatal(err)
		}
		prior := make([]float64, 1)
		fit.Model.Cov.Diag(prior, far)
		if !(p.Var[0] > 0.99*prior[0]) || p.Var[0] > prior[0]*(1+1e-9) || p.VarY[0] < p.Var[0] {
			t.Errorf("%s: variance %v, that of the prior is %v", fit.Method, p.Var[0], prior[0])
		}
		_, joint, err := fit.Posterior.Covariance(far)
		if err != nil || !near(joint.At(0, 0), p.Var[0], 1e-9) {
			t.Errorf("%s: %v in the covariance, %v by itself (%v)", fit.Method, joint.At(0, 0), p.Var[0], err)
		}
	}
}

// TestDirectionsWithoutRowsKeepTheirPrior: of many functions on few rows the
// orthogonal form has the variances of all weights at 1, where the prior of the
// weights is narrow about that.
func TestDirectionsWithoutRowsKeepTheirPrior(t *testing.T) {
	x, y := someData(t, 5, 2, 81)
	m, err := someModel(2).Fix()
	if err != nil {
		t.Fatal(err)
	}
	at, _ := someData(t, 30, 2, 82)
	d := gplib.Data{X: x, Y: y}
	base, err := TypeII{Functions: 20}.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := base.Predict(at)
	fit, err := Quadrature{Functions: 20, Weights: LogNormal{1, 1e-10}}.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, _ := fit.Predict(at)
	for i, v := range want.Var {
		if !near(got.Var[i], v, 1e-4) || math.Abs(got.Mean[i]-want.Mean[i]) > 1e-4 {
			t.Errorf("point %d: %v ± %v, want %v ± %v", i, got.Mean[i], got.Var[i], want.Mean[i], v)
		}
	}
}
