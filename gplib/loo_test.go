package gplib_test

import (
	"fmt"
	"math"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// bruteLOO predicts each observation from all others.
func bruteLOO(t *testing.T, m gplib.Model, d gplib.Data, loss gplib.Loss) (sum float64) {
	t.Helper()
	for i := range d.Len() {
		var rest []int
		for j := range d.Len() {
			if j != i {
				rest = append(rest, j)
			}
		}
		e, err := gplib.Condition(m, d.Subset(rest))
		if err != nil {
			t.Fatal(err)
		}
		p, err := e.Predict(d.X.Subset([]int{i}))
		if err != nil {
			t.Fatal(err)
		}
		r := d.Y[i] - p.Mean[0]
		if loss == gplib.SquaredError {
			sum += r * r
		} else {
			sum += (math.Log(2*math.Pi*p.VarY[0]) + r*r/p.VarY[0]) / 2
		}
	}
	return sum
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
