package linalg_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

func TestSquaresOfColumns(t *testing.T) {
	t.Parallel()
	m := mat.NewDense(3, 4, []float64{1, 2, 0, -1, 3, -4, 0, 2, 2, 0.5, 0, math.NaN()})
	view := m.Slice(0, 2, 0, 3).(*mat.Dense) // whose rows are apart
	sums := []float64{1, 1, 1}
	linalg.AddSquares(sums, 0.5, view)
	if want := []float64{6, 11, 1}; !slices.Equal(sums, want) {
		t.Errorf("AddSquares: %v, want %v", sums, want)
	}
	variances := []float64{15, 20, 1e-3, 1}
	linalg.SubtractSquares(variances, m)
	if want := []float64{1, 0, 1e-3}; !slices.Equal(variances[:3], want) || !math.IsNaN(variances[3]) {
		t.Errorf("SubtractSquares: %v, want %v and NaN", variances, want)
	}
}
