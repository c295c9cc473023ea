package gplib_test

import (
	"fmt"
	"math"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// bruteLOO predicts each observation from all others.
func bruteLOO(t *testing.T, m gplib.Model, d gplib.Data, loss gplib.Loss) float64 {
	t.Helper()
	folds := make([][]int, d.Len())
	for i := range folds {
		folds[i] = []int{i}
	}
	return bruteFolds(t, m, d, folds, loss)
}

// lossOf returns the loss of the error r of a prediction of variance v.
func lossOf(loss gplib.Loss, r, v float64) float64 {
	if loss == gplib.SquaredError {
		return r * r
	}
	return (math.Log(2*math.Pi*v) + r*r/v) / 2
}

func TestLOOIsLeavingOneOut(t *testing.T) {
	d := sample(t, 20, 1)
	for _, k := range kernels {
		for _, loss := range []gplib.Loss{gplib.LogDensity, gplib.SquaredError} {
			o, m := gplib.LOO{Loss: loss}, model(k)
			got, err := o.Eval(m, d, nil)
			if err != nil {
				t.Fatal(err)
			}
			near(t, fmt.Sprintf("%s of %v", o.Name(), m), got, bruteLOO(t, m, d, loss), 1e-8)
			checkGradient(t, o, m, d)
		}
	}
}

func TestLOOIsAnObjectiveToLearnBy(t *testing.T) {
	d := sample(t, 40, 1)
	m := model(cov.Scale(1, cov.SE(1)))
	o := gplib.LOO{}
	before, err := o.Eval(m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	fit, err := gplib.LBFGS{Objective: o}.Fit(bg, m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if fit.Status != gplib.Converged || !(fit.Value < before) || fit.Trace.Objective != o.Name() {
		t.Errorf("%v at %v, from %v", fit.Status, fit.Value, before)
	}
}
