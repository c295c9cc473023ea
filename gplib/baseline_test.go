package gplib_test

import (
	"math"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// TestRivalled: parameters that predict far worse than those of maximum likelihood give
// a warning, similar ones do not.
func TestRivalled(t *testing.T) {
	x, y := sineRows(60, 3)
	inputs, err := cov.Rows(x)
	if err != nil {
		t.Fatal(err)
	}
	d := gplib.Data{X: inputs, Y: y}
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.1)}
	learned, err := gplib.Fit(bg, m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := gplib.FirstStart(bg, gplib.LBFGS{}.Method(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if w := s.BelowBaseline(learned.Model); len(w) > 0 {
		t.Errorf("of maximum likelihood: %q", w)
	}
	short := gplib.Model{Cov: cov.Scale(1, cov.SE(0.05, 0.05)), Noise: gplib.Gaussian(0.01)}
	if w := s.BelowBaseline(short); len(w) != 1 || !strings.Contains(w.String(), "gplib.LBFGS") {
		t.Errorf("of lengthscales of 0.05: %q", w)
	}
}

// Leave-one-out errors say little of parameters that have hardly more rows: they were learned
// with the rows left out. So such a fit of maximum likelihood is no baseline, and takes no time.
func TestManyParametersAreNoBaseline(t *testing.T) {
	for _, c := range []struct{ rows, findings int }{{16, 0}, {60, 1}} {
		x, y := sineRows(c.rows, 3)
		inputs, err := cov.Rows(x)
		if err != nil {
			t.Fatal(err)
		}
		one := cov.Scale(0.3, cov.SE(0.05, 0.05))
		short := gplib.Model{Cov: cov.Sum(one, one, one), Noise: gplib.Gaussian(0.01)}
		s, err := gplib.FirstStart(bg, gplib.LBFGS{}.Method(), short, gplib.Data{X: inputs, Y: y}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if w := s.BelowBaseline(short); len(w) != c.findings {
			t.Errorf("10 parameters, %d rows: %q, want %d findings", c.rows, w, c.findings)
		}
	}
}

// TestErrorsAreCompared: clearly smaller ones are better, a lucky few are not.
func TestErrorsAreCompared(t *testing.T) {
	small, large, outlier := make([]float64, 100), make([]float64, 100), make([]float64, 100)
	for i := range small {
		small[i], large[i], outlier[i] = math.Sin(float64(i)), 1.5*math.Cos(float64(i)), math.Sin(float64(i))
	}
	outlier[7] = 20
	for _, c := range []struct {
		a, b []float64
		want bool
	}{{small, large, true}, {large, small, false}, {small, small, false}, {small, outlier, false}, {nil, large, false}, {small, nil, false}} {
		if gplib.ClearlyBetter(c.a, c.b) != c.want {
			t.Errorf("%.2v beside %.2v: better is %v", c.a[:min(3, len(c.a))], c.b[:min(3, len(c.b))], !c.want)
		}
	}
}
