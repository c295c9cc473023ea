package grief_test

import (
	"math"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/grief"
)

// TestARoundBeginsWhereAnEigenvalueIsAtTheEdgeOfRounding: with the kernels of some processors, the coordinates of a
// descent move the model of these rows so that one is lost, and with any kernels the fit goes on.
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
	k := cov.Scale(1, cov.SE(1, 1))
	learner := grief.TypeII{Functions: 50, Exact: -1}
	fit, err := learner.FitRows(t.Context(), gplib.Model{Cov: k, Noise: gplib.Gaussian(0.1)}, scaled, nil)
	if err != nil {
		t.Fatal(err)
	}
	// Which eigenvalues are above rounding depends on the kernels, and the end of the fit on these, by some
	// nats. But it has to lie below where the rounds begin, and below the best for the noise alone.
	noise, err := learner.FitRows(t.Context(), gplib.Model{Cov: cov.Fix(k), Noise: gplib.Gaussian(0.1)}, scaled, nil)
	if err != nil {
		t.Fatal(err)
	}
	if first := fit.Trace.Steps[0].Value; !(fit.Value < first) || !(fit.Value < noise.Value) {
		t.Errorf("ends at %v; rounds begin at %v, and by the noise alone it is %v", fit.Value, first, noise.Value)
	}
}
