package admm

import (
	"testing"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/cov"
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
			if !floats.EqualApprox(got.Mean, want.Mean, 1e-8) || !floats.EqualApprox(got.VarY, want.VarY, 1e-8) {
				t.Errorf("%s: step %d predicts otherwise than its model", name, i)
			}
		}
	}
}
