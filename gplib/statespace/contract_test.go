package statespace_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/learntest"
	"krigo/gplib/lik"
	"krigo/gplib/statespace"
)

func TestTheLearnerKeepsTheContract(t *testing.T) {
	m := gplib.Model{Mean: gplib.ConstantMean(0), Cov: cov.Sum(cov.Scale(1, cov.Matern32(2)), cov.Scale(0.5, cov.SHO(3, 2))), Noise: gplib.Gaussian(0.2)}
	learntest.Check(t, statespace.Learner{}, m, drawnData(rand.New(rand.NewPCG(51, 5)), 30))
}

// Both minimise the same function from the same starts.
func TestTheOptimumIsThatOfTheExactFit(t *testing.T) {
	d := drawnData(rand.New(rand.NewPCG(51, 6)), 120)
	m := gplib.Model{Mean: gplib.ConstantMean(0), Cov: cov.Sum(cov.Scale(1, cov.Matern52(2)), cov.Linear(5)), Noise: gplib.Gaussian(0.2)}
	want, err := gplib.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := statespace.Learner{}.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !(math.Abs(got.Value-want.Value) <= 1e-6*math.Abs(want.Value)) || !strings.Contains(got.Method, "state space") {
		t.Errorf("%s ends at %v, the exact fit at %v", got.Method, got.Value, want.Value)
	}
}

func TestModelsWithoutAStateSpaceAreRefusedByName(t *testing.T) {
	line, plane := drawnData(rand.New(rand.NewPCG(51, 7)), 20), gplib.Data{Y: make([]float64, 3)}
	var err error
	if plane.X, err = cov.Rows([][]float64{{1, 2}, {2, 3}, {4, 5}}); err != nil {
		t.Fatal(err)
	}
	noise := gplib.Gaussian(1)
	mine := cov.Custom(cov.Definition{Name: "mine", At: func(x, y, _ []float64) float64 { return x[0] * y[0] }})
	for what, c := range map[string]struct {
		m    gplib.Model
		d    gplib.Data
		want string
	}{
		"SE":               {gplib.Model{Cov: cov.Sum(cov.Matern12(1), cov.Scale(1, cov.SE(1))), Noise: noise}, line, "cov.SE has no state-space form; use cov.Matern52"},
		"a product":        {gplib.Model{Cov: cov.Product(cov.Matern12(1), cov.RationalQuadratic(1, 1)), Noise: noise}, line, "cov.RationalQuadratic has no state-space form"},
		"white noise":      {gplib.Model{Cov: cov.White(1), Noise: noise}, line, "use the noise of the model"},
		"LocallyPeriodic":  {gplib.Model{Cov: cov.LocallyPeriodic(1, 1), Noise: noise}, line, "use cov.Product(cov.Periodic(1, period), cov.Matern52(lengthscale))"},
		"SpectralMixture":  {gplib.Model{Cov: cov.SpectralMixture(cov.Spectral{Weight: 1, Frequency: []float64{1}, Bandwidth: []float64{1}}), Noise: noise}, line, "a sum of cov.SHO"},
		"PeriodicARD":      {gplib.Model{Cov: cov.PeriodicARD([]float64{1}, []float64{1}), Noise: noise}, line, "use cov.Periodic"},
		"Brownian":         {gplib.Model{Cov: cov.Brownian(), Noise: noise}, line, "cov.Matern12 with a long lengthscale"},
		"Changepoint":      {gplib.Model{Cov: cov.Changepoint(cov.Matern12(1), cov.Matern12(2), 1, 1), Noise: noise}, line, "cov.Changepoint has no state-space form; use gplib.Fit"},
		"a function in Go": {gplib.Model{Cov: mine, Noise: noise}, line, "no state-space form is known"},
		"two inputs":       {gplib.Model{Cov: cov.Matern12(1), Noise: noise}, plane, "depends on 2 inputs"},
		"two times":        {gplib.Model{Cov: cov.Sum(cov.On(cov.Matern12(1), 0), cov.On(cov.Matern12(1), 1)), Noise: noise}, plane, "the inputs 0 and 1"},
		"many harmonics":   {gplib.Model{Cov: cov.Periodic(0.02, 1), Noise: noise}, line, "at most 256 are allowed"},
		"a likelihood":     {gplib.Model{Cov: cov.Matern12(1), Lik: lik.StudentT(1, 4)}, line, "laplace.Learner"},
		"no variance":      {gplib.Model{Cov: cov.Scale(0, cov.Matern12(1)), Noise: noise}, line, "variance is 0"},
	} {
		for by, f := range map[string]func() error{
			"Check":     func() error { return statespace.Check(c.m, c.d.X) },
			"LML":       func() error { _, err := statespace.LML{}.Eval(c.m, c.d, nil); return err },
			"Condition": func() error { _, err := statespace.Condition(c.m, c.d); return err },
			"Fit":       func() error { _, err := statespace.Learner{}.Fit(t.Context(), c.m, c.d, nil); return err },
		} {
			if err := f(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %s: the error is %v, want %q in it", what, by, err, c.want)
			}
		}
	}
	if _, err := gplib.AutoFor(statespace.Learner{}, plane); err == nil || !strings.Contains(err.Error(), "2 inputs") {
		t.Errorf("Auto: the error is %v", err)
	}
	if _, err := (statespace.LML{}).Eval(gplib.Model{Cov: cov.Matern12(1), Noise: noise}, line, make([]float64, 1)); err == nil {
		t.Error("a gradient of another length: there is no error")
	}
}

// Observations without noise at nearly the same time are not told apart by double precision.
func TestBadNumericsAreReported(t *testing.T) {
	x, y := make([]float64, 400), make([]float64, 400)
	for i := range x {
		x[i] = float64(i) * 1e-3
		y[i] = math.Sin(x[i])
	}
	d := gplib.Data{X: cov.Line(x), Y: y}
	m := gplib.Model{Cov: cov.Matern52(10), Noise: gplib.Gaussian(1e-20)}
	if _, err := statespace.Condition(m, d); err == nil || !strings.Contains(err.Error(), "take a larger noise") {
		t.Errorf("the error is %v", err)
	}
	if _, err := (statespace.LML{}).Eval(m, d, nil); err == nil {
		t.Error("the likelihood has no error")
	}
}
