package learntest_test

import (
	"math"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// TestNoLearnerPanicsOnFunctionals: it learns from them, or says why it does not.
func TestNoLearnerPanicsOnFunctionals(t *testing.T) {
	var all []cov.Functional
	var y []float64
	for i := range 12 {
		x := 0.4 * float64(i)
		all = append(all, cov.At(x), cov.Derivative([]float64{x + 0.2}, 1))
		y = append(y, math.Sin(x), math.Cos(x+0.2))
	}
	d, err := gplib.NewData(cov.Functionals(all...), y)
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.01)}
	settings := &gplib.Settings{MaxIter: 5}
	learned := map[string]bool{}
	for name, l := range learnersOfUsers {
		if testing.Short() && (name == "mcmc" || name == "vi.Learner" || name == "ep.Learner") {
			continue
		}
		fit, err := l.Fit(t.Context(), m, d, settings)
		if err != nil {
			continue
		}
		learned[name] = true
		q, err := fit.Predict(cov.Functionals(cov.At(1), cov.Derivative([]float64{1}, 1)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i, want := range []float64{math.Sin(1), math.Cos(1)} {
			if math.Abs(q.Mean[i]-want) > 0.3 {
				t.Errorf("%s predicts %v, want about %v", name, q.Mean[i], want)
			}
		}
	}
	if !learned["LBFGS"] {
		t.Error("gplib.Fit does not learn from functionals")
	}
	t.Logf("%d learners of %d learn from functionals: %v", len(learned), len(learnersOfUsers), learned)
}
