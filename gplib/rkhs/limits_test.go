package rkhs_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/rkhs"
	"krigo/gplib/rkhs/feature"
)

var errStop = errors.New("stop")

// ended returns a model whose network ends with a learned scale.
func ended(t *testing.T) gplib.Model {
	t.Helper()
	return gplib.Model{Noise: gplib.Gaussian(0.1), Cov: rkhs.Linear(feature.Chain{
		feature.MLP{Inputs: 2, Widths: []int{8, 6}, Activation: feature.Tanh}, feature.Scale{Inputs: 6},
	}, 1)}
}

// What is fixed stays, whatever it is, and what is bounded stays inside, from
// any start.
func TestFixedAndBoundedParametersOfTheNetwork(t *testing.T) {
	m := ended(t)
	names := m.Params()
	first, scale := names[0].Name, names[m.Layout().Cov-1]
	held, err := m.Fix(first)
	if err != nil {
		t.Fatal(err)
	}
	if held, err = held.Bound(scale.Name, 0.9*scale.Value, 1.05*scale.Value); err != nil {
		t.Fatal(err)
	}
	all, err := m.Fix()
	if err != nil {
		t.Fatal(err)
	}
	for name, l := range learners(training()) {
		r := mustFit(t, l, held, curve(1), &gplib.Settings{Restarts: 1})
		for _, p := range r.Model.Params() {
			if p.Name == first && p.Value != names[0].Value || p.Value < p.Min || p.Value > p.Max {
				t.Errorf("%s: %s = %v of [%v, %v]", name, p.Name, p.Value, p.Min, p.Max)
			}
		}
		if r.Value >= r.Trace.Steps[0].Value {
			t.Errorf("%s: the rest did not learn: %v from %v", name, r.Value, r.Trace.Steps[0].Value)
		}
		for i, p := range mustFit(t, l, all, curve(1), nil).Model.Params() {
			if p.Value != names[i].Value {
				t.Errorf("%s: all are fixed, and %s moved from %v to %v", name, p.Name, names[i].Value, p.Value)
			}
		}
	}
}

// With priors the value is the dense likelihood's less the log prior density,
// and a strong prior holds a parameter.
func TestPriorsAreUsed(t *testing.T) {
	d := curve(1)
	m, err := model().WithPrior("noise.variance", cov.LogNormalPrior(math.Log(0.5), 0.01))
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.WithPrior(m.Params()[0].Name, cov.NormalPrior(1, 0.5)); err != nil {
		t.Fatal(err)
	}
	long := training()
	long.Epochs, long.Rates = 40, []float64{0.03}
	r := mustFit(t, rkhs.NOLD{Training: long}, m, d, nil)
	if v := r.Model.Noise.Params()[0].Value; math.Abs(v-0.5) > 0.05 {
		t.Errorf("the noise is %v, its prior is at 0.5", v)
	}
	dense, err := gplib.LML{}.Eval(r.Model, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	density, _ := r.Model.LogPrior()
	if want := (dense - density) / 300; math.Abs(r.Value-want) > 1e-7 || !strings.Contains(r.Trace.Objective, "priors") {
		t.Errorf("%s is %.10g, want %.10g", r.Trace.Objective, r.Value, want)
	}
}

// The noise that is polished, or that held-out rows choose, follows its prior.
func TestAPriorHoldsTheNoiseThatIsChosen(t *testing.T) {
	m, err := model().WithPrior("noise.variance", cov.LogNormalPrior(math.Log(0.5), 0.001))
	if err != nil {
		t.Fatal(err)
	}
	polished, held := training(), training()
	polished.PolishNoise, held.HoldOut = true, 0.3
	for _, l := range []rkhs.Training{polished, held} {
		r := mustFit(t, rkhs.NOLD{Training: l}, m, curve(1), nil)
		if v := r.Model.Noise.Params()[0].Value; math.Abs(v-0.5) > 0.01 {
			t.Errorf("%+v: the noise is %v, its prior is at 0.5", l, v)
		}
	}
}

func TestParametersOutsideTheirBoundsAreNamed(t *testing.T) {
	m := model()
	m.Noise = gplib.BoundedGaussian(0.1, 1e-8, 1).With([]float64{5})
	if err := failure(rkhs.NOLD{}, m); err == nil || !strings.Contains(err.Error(), "noise.variance is 5") {
		t.Errorf("noise above its bound: %v", err)
	}
}
