package cov_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// outside hides that a Func was made by this package.
type outside struct{ cov.Func }

func TestAddGradSymmetricIsAddGradOfAStoredMatrix(t *testing.T) {
	const n = 600 // more than one chunk of columns
	x := cov.Grid(0, 5, n)
	k := cov.Sum(cov.Scale(2, cov.SE(0.7)), cov.White(0.3))
	weight := func(i, j int) float64 { return math.Sin(float64(i*j + i + j)) }
	w := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			w.Set(i, j, weight(i, j))
		}
	}
	want := make([]float64, len(k.Params()))
	k.AddGrad(want, w, x, x)
	weights := func(dst []float64, i, lo int) {
		if lo+len(dst)-1 > i {
			t.Errorf("weights of row %d asked for up to column %d", i, lo+len(dst)-1)
		}
		for j := range dst {
			dst[j] = 2 * weight(i, lo+j)
		}
	}
	for name, f := range map[string]cov.Func{"ours": k, "another's": outside{k}} {
		got := make([]float64, len(want))
		if err := cov.AddGradSymmetric(t.Context(), f, got, x, weights); err != nil {
			t.Fatal(err)
		}
		for p := range want {
			if math.Abs(got[p]-want[p]) > 1e-9*(1+math.Abs(want[p])) {
				t.Errorf("%s: derivative %d is %v, want %v", name, p, got[p], want[p])
			}
		}
	}
}
