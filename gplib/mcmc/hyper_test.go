package mcmc_test

import (
	"math"
	"reflect"
	"runtime"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/mcmc"
)

// wave returns 15 observations of sin(x).
func wave(t *testing.T) gplib.Data {
	t.Helper()
	x := cov.Grid(0, 6, 15)
	y := make([]float64, x.Len())
	for i := range y {
		y[i] = math.Sin(x.At(i, 0)) + 0.1*math.Cos(float64(5*i))
	}
	d, err := gplib.NewData(x, y)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestChainsTellWhichParametersArePositive(t *testing.T) {
	m := gplib.Model{Mean: gplib.ConstantMean(0), Cov: cov.SE(1), Noise: gplib.FixedGaussian(0.05)}
	h, err := mcmc.Hyper(nil, m, wave(t))
	if err != nil {
		t.Fatal(err)
	}
	c, err := mcmc.Sample(t.Context(), h, mcmc.MALA{}, &mcmc.Settings{Chains: 1, Warmup: 5, Draws: 5})
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range c.Names {
		if want := name == "lengthscale"; c.Positive[i] != want {
			t.Errorf("%s of %q is positive: %v", name, c.Names, c.Positive[i])
		}
	}
}

func TestHyperHasTheGradientOfItsDensity(t *testing.T) {
	m := gplib.Model{Cov: cov.Scale(1, cov.WithPrior(cov.SE(1), "lengthscale", cov.GammaPrior(2, 1))), Noise: gplib.Gaussian(0.05)}
	h, err := mcmc.Hyper(gplib.LML{}, m, wave(t))
	if err != nil {
		t.Fatal(err)
	}
	u := h.Start()
	grad, other := make([]float64, len(u)), make([]float64, len(u))
	h.LogDensity(grad, u)
	for j := range u {
		const step = 1e-5
		at := u[j]
		u[j] = at + step
		up := h.LogDensity(other, u)
		u[j] = at - step
		down := h.LogDensity(other, u)
		u[j] = at
		if want := (up - down) / (2 * step); math.Abs(grad[j]-want) > 1e-6*(1+math.Abs(want)) {
			t.Errorf("%s: derivative %v, by differences %v", h.Names()[j], grad[j], want)
		}
	}
}

// TestHyperMomentsAreThoseOfQuadrature integrates the density of one
// lengthscale, with its prior, in natural values, which knows no Jacobian.
func TestHyperMomentsAreThoseOfQuadrature(t *testing.T) {
	d, prior := wave(t), cov.GammaPrior(2, 1)
	m := gplib.Model{Cov: cov.WithPrior(cov.SE(1), "lengthscale", prior), Noise: gplib.FixedGaussian(0.05)}
	var mass, first, second float64
	for l := 0.005; l < 8; l += 0.01 {
		value, err := gplib.LML{}.Eval(m.With([]float64{l, 0.05}), d, nil)
		if err != nil {
			t.Fatal(err)
		}
		logPrior, _ := prior.LogDensity(l)
		w := math.Exp(logPrior - value)
		mass, first, second = mass+w, first+w*l, second+w*l*l
	}
	mean := first / mass
	sd := math.Sqrt(second/mass - mean*mean)
	h, err := mcmc.Hyper(nil, m, d)
	if err != nil {
		t.Fatal(err)
	}
	c := sampled(t, h, mcmc.NUTS{}, &mcmc.Settings{Draws: 1000, Warmup: 300})
	expect(t, c, []float64{mean}, []float64{sd})
	drawn, err := h.Model(c.Draws[0][0])
	if err != nil {
		t.Fatal(err)
	}
	if l, _ := drawn.Param("lengthscale"); l.Value != c.Draws[0][0][0] {
		t.Errorf("the model of a draw has the lengthscale %v, the draw %v", l.Value, c.Draws[0][0][0])
	}
}

func TestHyperNamesWhatItCannotTake(t *testing.T) {
	d := wave(t)
	fixed := gplib.Model{Cov: cov.Fix(cov.SE(1)), Noise: gplib.FixedGaussian(0.1)}
	if _, err := mcmc.Hyper(nil, fixed, d); err == nil {
		t.Error("a model without free parameters is no error")
	}
	if _, err := mcmc.Hyper(nil, gplib.Model{}, d); err == nil {
		t.Error("an empty model is no error")
	}
	h, err := mcmc.Hyper(nil, gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}, d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Model([]float64{1}); err == nil {
		t.Error("a draw that is too short is no error")
	}
}

// Chains run together on two processors, one by one on one and under an
// observer: their draws are the same.
func TestChainsAreTheSameOnAnyNumberOfProcessors(t *testing.T) {
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.05)}
	h, err := mcmc.Hyper(nil, m, wave(t))
	if err != nil {
		t.Fatal(err)
	}
	draws := func(procs int, observe func(mcmc.Step) error) [][][]float64 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		return sampled(t, h, mcmc.HMC{}, &mcmc.Settings{Chains: 3, Draws: 20, Warmup: 20, Observe: observe}).Draws
	}
	one := draws(1, nil)
	if two := draws(2, nil); !reflect.DeepEqual(one, two) {
		t.Error("two processors gave other draws than one")
	}
	if seen := draws(2, func(mcmc.Step) error { return nil }); !reflect.DeepEqual(one, seen) {
		t.Error("an observer changed the draws")
	}
}
