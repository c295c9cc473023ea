package grief

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// TestLeftOutErrorsAreThoseOfFitsWithoutTheRow, at the same parameters.
func TestLeftOutErrorsAreThoseOfFitsWithoutTheRow(t *testing.T) {
	x, y := someData(t, 30, 2, 70)
	learner := TypeII{Functions: 20, Exact: -1}
	whole := gplib.Data{X: x, Y: y}
	posterior := func(d gplib.Data) *Posterior {
		b := someBasis(t, someModel(2).Cov, someGrid(t, x, 10), learner.Functions)
		e, err := newEvidence(sumsOf(t, b, d.X.(*cov.Matrix), d.Y), ones(b.Len()), 0.05)
		if err != nil {
			t.Fatal(err)
		}
		return &Posterior{basis: b, sums: e.sums, coef: e.coef, covariance: e.covariance(), noise: e.noise}
	}
	got := posterior(whole).leftOutErrors(whole)
	for i := range y {
		rest := whole.Subset(gplib.Rest([]int{i}, 30))
		p, err := posterior(rest).Predict(x.Subset([]int{i}))
		if err != nil {
			t.Fatal(err)
		}
		if want := y[i] - p.Mean[0]; !near(got[i], want, 1e-8) {
			t.Errorf("row %d: %v, want %v", i, got[i], want)
		}
	}
}

// rough returns a function with many more bumps than ten points of a grid
// resolve.
func rough(n int) gplib.Data {
	x, y := mat.NewDense(n, 1, nil), make([]float64, n)
	for i := range n {
		x.Set(i, 0, float64(i)/float64(n))
		y[i] = math.Sin(60*x.At(i, 0)*x.At(i, 0)*x.At(i, 0)) + 3*x.At(i, 0)
	}
	return gplib.Data{X: cov.Points(x), Y: y}
}

// TestABetterExactStartIsTold, and one that is not better is not.
func TestABetterExactStartIsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	d := rough(300)
	smooth, y := someData(t, 300, 2, 71)
	for _, l := range []struct{ coarse, fine gplib.Learner }{{TypeII{Points: 10}, TypeII{}}, {Quadrature{Points: 10}, Quadrature{}}} {
		fit, err := l.coarse.Fit(t.Context(), someModel(1), d, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(fit.Warnings.String(), "an exact Gaussian process on 240 rows predicts better") {
			t.Errorf("%s: %q", fit.Method, fit.Warnings)
		}
		if fit, err = l.fine.Fit(t.Context(), someModel(2), gplib.Data{X: smooth, Y: y}, nil); err != nil || len(fit.Warnings) > 0 {
			t.Errorf("%s: %q, %v", fit.Method, fit.Warnings, err)
		}
	}
}
