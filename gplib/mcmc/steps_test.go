package mcmc_test

import (
	"slices"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/mcmc"
)

// The posterior at a step is the exact one at the draw.
func TestAStepIsADraw(t *testing.T) {
	d := wave(t)
	m := gplib.Model{Cov: cov.SE(0.3), Noise: gplib.Gaussian(0.3)}
	fit, err := mcmc.Learner{Chains: 2, Warmup: 20, Draws: 40}.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(fit.KeptSteps()); n != 80 {
		t.Errorf("%d of 80 steps are kept", n)
	}
	for i, step := range fit.Trace.Steps {
		at, err := fit.At(i)
		if err != nil {
			t.Fatal(err)
		}
		exact, err := gplib.Condition(m.With(step.Theta), d)
		if err != nil {
			t.Fatal(err)
		}
		got, err := at.Predict(d.X)
		if err != nil {
			t.Fatal(err)
		}
		want, err := exact.Predict(d.X)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Mean, want.Mean) || !slices.Equal(got.VarY, want.VarY) {
			t.Errorf("step %d predicts otherwise than its draw", i)
		}
	}
}
