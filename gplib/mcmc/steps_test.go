package mcmc_test

import (
	"fmt"
	"slices"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/mcmc"
	"krigo/gplib/posteriortest"
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
		if !slices.Equal(at.Model.Theta(), step.Theta) {
			t.Errorf("step %d has the parameters %v, want those of the draw %v", i, at.Model.Theta(), step.Theta)
		}
		posteriortest.IsExact(t, fmt.Sprintf("step %d", i), at, d, 0)
	}
}
