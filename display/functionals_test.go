package display

import (
	"fmt"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func TestOnlyValuesOfFunctionalsAreDrawnAsData(t *testing.T) {
	x := cov.Functionals(cov.At(1), cov.Derivative([]float64{2}, 1), cov.At(3), cov.Integral([]float64{0}, 0, 4, 6), cov.At(5).Times(2))
	d := gplib.Data{X: x, Y: []float64{10, 20, 30, 40, 50}}
	seen := observedValues(d)
	at, err := line(seen.X)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(at, seen.Y), "[1 3] [10 30]"; got != want {
		t.Errorf("the values are %s, want %s", got, want)
	}
	m := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(1)}
	p, err := gplib.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Fit(&gplib.Result{Model: m, Posterior: p}).draw(); err != nil {
		t.Error(err)
	}
	all, err := line(x) // the range of the figure
	if err != nil || fmt.Sprint(all) != "[1 2 3 5 4 6 5]" {
		t.Errorf("the points are %v (%v)", all, err)
	}
}
