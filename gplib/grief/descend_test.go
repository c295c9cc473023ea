package grief_test

import (
	"math"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/grief"
)

// TestARoundBeginsWhereAnEigenvalueIsAtTheEdgeOfRounding: the coordinates of a descent move the model of these rows so that one is lost.
func TestARoundBeginsWhereAnEigenvalueIsAtTheEdgeOfRounding(t *testing.T) {
	rows, err := dataset.GeneratedRows(16000, 2, func(k int, x []float64) float64 {
		part, i := k/2000, k%2000
		x[0], x[1] = float64(i%24), float64((7*i+part)%300)/10
		return math.Sin(x[0]/4) + x[1]/20 + 0.1*math.Sin(float64(i*i))
	})
	if err != nil {
		t.Fatal(err)
	}
	scaled, _, err := dataset.StandardiseRows(rows)
	if err != nil {
		t.Fatal(err)
	}
	model := gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.1)}
	fit, err := grief.TypeII{Functions: 50, Exact: -1}.FitRows(t.Context(), model, scaled, nil)
	if err != nil || fit.Value > -16923 {
		t.Errorf("%v (%v)", fit, err)
	}
}
