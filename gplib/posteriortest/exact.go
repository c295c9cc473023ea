package posteriortest

import (
	"testing"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
)

// IsExact checks that a result predicts at the inputs of d as its model conditioned
// exactly on all of d does: mean and variance of y to tol, absolute or relative. what
// names the result in messages.
func IsExact(t testing.TB, what string, r *gplib.Result, d gplib.Data, tol float64) {
	t.Helper()
	exact, err := gplib.Condition(r.Model, d)
	if err != nil {
		t.Fatal(err)
	}
	want, err := exact.Predict(d.X)
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Predict(d.X)
	if err != nil {
		t.Fatal(err)
	}
	if !floats.EqualApprox(got.Mean, want.Mean, tol) || !floats.EqualApprox(got.VarY, want.VarY, tol) {
		t.Errorf("%s predicts differently from its model conditioned on all observations", what)
	}
}
