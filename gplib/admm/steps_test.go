package admm

import (
	"fmt"
	"slices"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/posteriortest"
)

// A step is conditioned on T and V together, in every stage of a continuation.
func TestAStepIsItsModelGivenAllObservations(t *testing.T) {
	d, m := draw(t, cov.SE(1), grid(40), 0.05, 1), seModel()
	for name, l := range map[string]gplib.Learner{
		"hold-out": HoldOut{}, "consensus": KFold{}, "continuation": Continuation{Smallest: 10, Growth: 2},
	} {
		fit, err := l.Fit(t.Context(), m, d, &gplib.Settings{MaxIter: 4})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(fit.KeptSteps()); n != len(fit.Trace.Steps) || n < 3 {
			t.Errorf("%s: %d of %d steps are kept", name, n, len(fit.Trace.Steps))
		}
		for i, step := range fit.Trace.Steps {
			at, err := fit.At(i)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(at.Model.Theta(), step.Theta) {
				t.Errorf("%s: step %d has the parameters %v, want %v", name, i, at.Model.Theta(), step.Theta)
			}
			posteriortest.IsExact(t, fmt.Sprintf("%s: step %d", name, i), at, d, 1e-8)
		}
	}
}
