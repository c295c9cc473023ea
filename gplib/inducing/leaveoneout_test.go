package inducing_test

import (
	"math"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
)

// TestLeaveOneOutIsConditionedWithout: the prediction of a row left out is that of
// the posterior which has never seen it, at the same points.
func TestLeaveOneOutIsConditionedWithout(t *testing.T) {
	const n = 30
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = float64(i) / 5
		y[i] = math.Sin(2*x[i]) + 0.1*math.Cos(37*float64(i))
	}
	d := gplib.Data{X: cov.Line(x), Y: y}
	m := gplib.Model{Mean: gplib.ConstantMean(0.2), Cov: cov.Scale(1.3, cov.SE(0.6)), Noise: gplib.Gaussian(0.05)}
	for _, a := range []inducing.Approximation{inducing.VFE, inducing.DTC, inducing.FITC} {
		sparse := inducing.Sparse{Approximation: a, Points: cov.Line([]float64{0.3, 1.4, 2.2, 3.9, 5.1})}
		whole, err := sparse.Condition(m, d)
		if err != nil {
			t.Fatal(err)
		}
		got, err := whole.LeaveOneOut()
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			out := []int{i}
			p, err := sparse.Condition(m, d.Subset(gplib.Rest(out, n)))
			if err != nil {
				t.Fatal(err)
			}
			want, err := p.Predict(d.X.Subset(out))
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(got.Mean[i]-want.Mean[0]) > 1e-9 || math.Abs(got.Var[i]-want.Var[0]) > 1e-9 || math.Abs(got.VarY[i]-want.VarY[0]) > 1e-9 {
				t.Errorf("%v, row %d: %v ± %v, want %v ± %v", a, i, got.Mean[i], got.VarY[i], want.Mean[0], want.VarY[0])
			}
		}
	}
}
