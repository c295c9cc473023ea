package gplib_test

import (
	"math"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// kink is |log l - 1| + |log s + log l|, which no gradient leads down along
// its valley s = 1/l.
type kink struct{}

func (kink) Name() string { return "kink" }

func (kink) Eval(m gplib.Model, _ gplib.Data, grad []float64) (float64, error) {
	l, s := m.Theta()[0], m.Theta()[1]
	a, b := math.Log(l)-1, math.Log(s)+math.Log(l)
	if grad != nil {
		grad[0] = (math.Copysign(1, a) + math.Copysign(1, b)) / l
		grad[1] = math.Copysign(1, b) / s
	}
	return math.Abs(a) + math.Abs(b), nil
}

func TestAKinkIsDescendedAlong(t *testing.T) {
	m := gplib.Model{Cov: cov.SE(0.2), Noise: gplib.Gaussian(0.3)}
	fit, err := gplib.LBFGS{Objective: kink{}}.Fit(bg, m, sample(t, 3, 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	l, _ := fit.Param("lengthscale")
	if math.Abs(math.Log(l.Value)-1) > 0.05 || fit.Value > 0.05 {
		t.Errorf("lengthscale %v, want e; value %v", l.Value, fit.Value)
	}
	for i, s := range fit.Trace.Steps[1:] {
		if s.Value > fit.Trace.Steps[i].Value {
			t.Errorf("step %d rises from %v to %v", i+1, fit.Trace.Steps[i].Value, s.Value)
		}
	}
}
