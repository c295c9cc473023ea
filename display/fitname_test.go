package display

import (
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// The text of a fit names the input as its axis does.
func TestTheTextOfAFitNamesItsInput(t *testing.T) {
	x, err := cov.Line([]float64{0, 1, 2, 3, 4}).Named("time")
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
	fit, err := gplib.Fit(t.Context(), m, gplib.Data{X: x, Y: []float64{0, 0.8, 0.9, 0.1, -0.7}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text := Fit(fit).Alt(); !strings.Contains(text, "over time from") || !strings.Contains(text, "at time = ") {
		t.Errorf("the text is %q", text)
	}
}
