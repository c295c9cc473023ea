package cholqr

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/inducing"
)

// The inducing points of a step are those that the exchanges up to there make of the
// first ones, and it predicts as sparse regression with them does.
func TestAStepHasTheInducingPointsOfItsExchanges(t *testing.T) {
	m, d := regression(60, 1, 2)
	fit, err := Hybrid{M: 6}.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole := fit.Posterior.(*Posterior)
	sets := map[int]bool{}
	for _, i := range fit.KeptSteps() {
		at, err := fit.At(i)
		if err != nil {
			t.Fatal(err)
		}
		step := fit.Trace.Steps[i]
		set := slices.Sorted(slices.Values(after(whole.First(), whole.Swaps()[:int(step.Monitors[1].Value)])))
		if got := slices.Sorted(slices.Values(at.Posterior.(*Posterior).Index())); !slices.Equal(got, set) {
			t.Fatalf("step %d has the points %v, want %v", i, got, set)
		}
		sets[int(step.Monitors[2].Value)] = true
		sparse := inducing.Sparse{Points: d.X.Subset(at.Posterior.(*Posterior).Index()), Jitter: 1e-6 * 1.4}
		want, err := sparse.Condition(m.With(step.Theta), d)
		if err != nil {
			t.Fatal(err)
		}
		same(t, i, at.Posterior, want, d)
	}
	if len(sets) < 5 {
		t.Errorf("the steps have %d numbers of exchanges, which says little", len(sets))
	}
}

// after returns the points after exchanges.
func after(first []int, swaps []Swap) []int {
	points := slices.Clone(first)
	for _, s := range swaps {
		if s.Accepted {
			points[slices.Index(points, s.Out)] = s.In
		}
	}
	return points
}

func same(t *testing.T, step int, got, want gplib.Posterior, d gplib.Data) {
	t.Helper()
	p, err := got.Predict(d.X)
	if err != nil {
		t.Fatal(err)
	}
	q, err := want.Predict(d.X)
	if err != nil {
		t.Fatal(err)
	}
	if !floats.EqualApprox(p.Mean, q.Mean, 1e-6) || !floats.EqualApprox(p.Var, q.Var, 1e-6) {
		t.Errorf("step %d predicts %v ± %v, want %v ± %v", step, p.Mean, p.Var, q.Mean, q.Var)
	}
}
