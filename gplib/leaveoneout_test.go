package gplib

import (
	"math"
	"testing"

	"krigo/gplib/cov"
)

// Each prediction is made by a posterior conditioned on all other observations.
func TestLeaveOneOutPredictsFromAllOthers(t *testing.T) {
	d := Data{
		X: cov.Line([]float64{0, 0.4, 1.1, 1.5, 2.7, 3.1, 4}),
		Y: []float64{0.2, 0.5, 0.8, 1.1, 0.3, -0.2, -0.7},
	}
	m := Model{Mean: ConstantMean(0.3), Cov: cov.Scale(1.4, cov.Matern52(0.9)), Noise: Gaussian(0.05)}
	e, err := Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	got, err := e.LeaveOneOut()
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Y {
		others, err := Condition(m, d.Subset(Rest([]int{i}, d.Len())))
		if err != nil {
			t.Fatal(err)
		}
		want, err := others.Predict(d.X.Subset([]int{i}))
		if err != nil {
			t.Fatal(err)
		}
		for name, pair := range map[string][2]float64{
			"mean": {got.Mean[i], want.Mean[0]}, "variance of f": {got.Var[i], want.Var[0]}, "variance of y": {got.VarY[i], want.VarY[0]},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-9 {
				t.Errorf("observation %d: the %s is %v, that of a posterior without it %v", i, name, pair[0], pair[1])
			}
		}
	}
}
