package gplib

import (
	"context"
	"testing"

	"krigo/gplib/cov"
)

// TestTrialsThatAreRefusedHaveNoGradient: a fit takes the same way as one of an objective
// that always computes both, with as many values and fewer gradients.
func TestTrialsThatAreRefusedHaveNoGradient(t *testing.T) {
	d := someInputs(t, 30) // too few to look around
	model := func(k cov.Func) Model { return Model{Cov: k, Noise: Gaussian(0.1)} }
	k := cov.Scale(1, cov.SE(1, 1, 1, 1, 1, 1, 1, 1))
	both, s := 0, &Settings{OwnStart: true}
	want, err := LBFGS{Objective: ofWhole{calls: &both}, Condition: Unconditioned}.Fit(context.Background(), model(k), d, s)
	if err != nil {
		t.Fatal(err)
	}
	counts := byRows{k, map[int]int{}, map[int]int{}}
	got, err := LBFGS{Condition: Unconditioned}.Fit(context.Background(), model(counts), d, s)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Trace.Steps) != len(want.Trace.Steps) || got.Value != want.Value {
		t.Errorf("%d steps to %v, with all gradients %d steps to %v", len(got.Trace.Steps), got.Value, len(want.Trace.Steps), want.Value)
	}
	values, gradients := counts.calls[d.Len()], counts.grads[d.Len()]
	if values != both {
		t.Errorf("%d values, with all gradients %d", values, both)
	}
	if gradients >= values || gradients < len(got.Trace.Steps) {
		t.Errorf("%d gradients for %d values and %d steps", gradients, values, len(got.Trace.Steps))
	}
}

// TestBelowTheLimitAnObjectiveIsItself, and above it has the same value.
func TestBelowTheLimitAnObjectiveIsItself(t *testing.T) {
	d := someInputs(t, 20)
	m := Model{Cov: cov.Scale(1, cov.SE(1)), Noise: Gaussian(0.1)}
	m, err := m.WithWeakPriors(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Objective{LML{}, MAP{}, LOO{}} {
		full := make([]float64, len(m.Params()))
		want, err := o.Eval(m, d, full)
		if err != nil {
			t.Fatal(err)
		}
		for _, limit := range []float64{want - 1e-6, want + 1e-6} {
			grad := make([]float64, len(full))
			value, err := evalWithin(t.Context(), limit, o, m, d, grad)
			if err != nil || value != want {
				t.Errorf("%s below %v is %v (%v), want %v", o.Name(), limit, value, err, want)
			}
			if value <= limit && grad[0] != full[0] {
				t.Errorf("%s below %v has the derivative %v, want %v", o.Name(), limit, grad[0], full[0])
			}
			if _, plain := o.(LML); value > limit && plain && grad[0] != 0 {
				t.Errorf("%s above %v has a gradient", o.Name(), limit)
			}
		}
	}
}
