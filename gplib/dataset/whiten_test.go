package dataset_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// correlated returns points whose dimension 1 nearly repeats dimension 0 in
// another unit, 2 is free, 3 is constant and 4 is the sum of 0 and 2.
func correlated(t *testing.T, n int) *cov.Matrix {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var rows [][]float64
	for range n {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		rows = append(rows, []float64{5 + a, 1e4 * (a + 0.3*rng.NormFloat64()), 0.01 * b, 7, a + b})
	}
	x, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestWhitenedInputsAreNotCorrelated(t *testing.T) {
	x := correlated(t, 300)
	white, w, err := dataset.Whiten(x)
	if err != nil {
		t.Fatal(err)
	}
	m := white.(*cov.Matrix)
	spread := 0
	for j := range m.Dim() {
		sum := 0.0
		for _, v := range m.Column(j) {
			sum += v
		}
		if math.Abs(sum/300) > 1e-10 {
			t.Errorf("component %d has mean %g", j, sum/300)
		}
		for k := range j + 1 {
			inner := 0.0
			for i, v := range m.Column(j) {
				inner += v * m.Column(k)[i] / 300
			}
			switch {
			case k < j && math.Abs(inner) > 1e-9:
				t.Errorf("components %d and %d have covariance %g", j, k, inner)
			case k == j && inner > 0.5:
				spread++
				if math.Abs(inner-1) > 1e-9 {
					t.Errorf("component %d has variance %g, want 1", j, inner)
				}
			case k == j && inner > 1e-9:
				t.Errorf("component %d, a rounding error, has variance %g", j, inner)
			}
		}
	}
	if spread != 3 {
		t.Errorf("%d components vary, want the 3 that are free", spread)
	}
	again, err := w.Inputs(x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		for k := range m.Dim() {
			if again.(*cov.Matrix).At(i, k) != m.At(i, k) {
				t.Fatalf("point %d is %v, was %v", i, again.(*cov.Matrix).Row(i), m.Row(i))
			}
		}
	}
	if x.At(0, 3) != 7 {
		t.Error("the inputs were changed")
	}
}

func TestWhitenRefusesWhatItCannotTake(t *testing.T) {
	_, w, err := dataset.Whiten(correlated(t, 20))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Inputs(cov.Line([]float64{1, 2})); err == nil {
		t.Error("points of another dimension were taken")
	}
	if _, _, err := dataset.Whiten(cov.Strings{"a", "b"}); err == nil {
		t.Error("strings were taken")
	}
}
