package inducing_test

import (
	"context"
	"math"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
)

// The objective at a step's parameters and the points of its posterior is the step's
// value, so that these are the points of the step.
func TestAStepHasItsOwnInducingPoints(t *testing.T) {
	m, d := snelson(t, 60)
	const jitter = 1e-6
	for name, c := range map[string]struct {
		learner gplib.Learner
		by      inducing.Approximation
	}{
		"random":     {inducing.Subset{Size: 6, Selector: inducing.Random{}, Jitter: jitter}, inducing.VFE},
		"IVM":        {inducing.Subset{Size: 6, Selector: inducing.IVM{}, Jitter: jitter}, inducing.VFE},
		"continuous": {inducing.Continuous{Size: 6, Jitter: jitter}, inducing.VFE},
		"SPGP":       {inducing.Continuous{Size: 6, Jitter: jitter, Approximation: inducing.FITC}, inducing.FITC},
		"SVGP":       {inducing.SVGP{Size: 6, Jitter: jitter, Batch: 20}, inducing.VFE},
	} {
		fit, err := c.learner.Fit(context.Background(), m, d, &gplib.Settings{MaxIter: 12})
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range fit.KeptSteps() {
			at, err := fit.At(i)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			points := at.Posterior.(interface{ Points() cov.Inputs }).Points()
			step := fit.Trace.Steps[i]
			value, err := inducing.Sparse{Approximation: c.by, Points: points, Jitter: jitter}.Eval(m.With(step.Theta), d, nil)
			if err != nil || math.Abs(value-step.Value) > 1e-6*math.Max(1, math.Abs(value)) {
				t.Errorf("%s: step %d has the value %v; with the points of its posterior it is %v (%v)", name, i, step.Value, value, err)
			}
		}
	}
}
