package gplib_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// TestNoiseThatDoesNotChangeIsNotCalledUneven, also where it has heavy tails: at a probability of 1e-6 no alarm is
// expected in 20 sets.
func TestNoiseThatDoesNotChangeIsNotCalledUneven(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 3))
		x, y := make([]float64, 80), make([]float64, 80)
		for i := range x {
			x[i] = 6 * rng.Float64()
			e := rng.NormFloat64()
			if seed%2 == 1 {
				e /= math.Sqrt((rng.ExpFloat64() + rng.ExpFloat64()) / 2) // Student's t with 4 degrees of freedom
			}
			y[i] = math.Sin(x[i]) + 0.1*e
		}
		if unevenAt(t, cov.Line(x), y) {
			t.Errorf("seed %d: noise that is the same everywhere is called uneven", seed)
		}
	}
}

func TestNoiseThatChangesIsCalledUneven(t *testing.T) {
	for name, scale := range map[string]func(x float64) float64{
		"growing":             func(x float64) float64 { return 0.03 * math.Exp(0.6*x) },
		"least in the middle": func(x float64) float64 { return 0.02 + 0.08*(x-3)*(x-3) },
	} {
		rng := rand.New(rand.NewPCG(5, 3))
		x, y := make([]float64, 150), make([]float64, 150)
		for i := range x {
			x[i] = 6 * rng.Float64()
			y[i] = math.Sin(x[i]) + scale(x[i])*rng.NormFloat64()
		}
		if !unevenAt(t, cov.Line(x), y) {
			t.Errorf("%s noise is not called uneven", name)
		}
	}
}

// TestUnevenNoiseOfOutputsLeadsToGroupNoise: a column numbers two outputs, the second with ten times the noise.
func TestUnevenNoiseOfOutputsLeadsToGroupNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 4))
	rows, y := make([][]float64, 120), make([]float64, 120)
	for i := range rows {
		rows[i] = []float64{6 * rng.Float64(), float64(i % 2)}
		y[i] = math.Sin(rows[i][0]) + 0.03*math.Pow(10, rows[i][1])*rng.NormFloat64()
	}
	x, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{Cov: cov.Product(cov.On(cov.Scale(1, cov.SE(1.5)), 0), cov.On(cov.Tasks(2, 1), 1)), Noise: gplib.Gaussian(0.01)}
	for _, c := range []struct {
		noise  gplib.Noise
		uneven bool
	}{{gplib.Gaussian(0.01), true}, {gplib.GroupNoise(1, 0.01, 0.01), false}} {
		m.Noise = c.noise
		r, err := gplib.Fit(t.Context(), m, gplib.Data{X: x, Y: y}, &gplib.Settings{OwnStart: true, MaxIter: 20})
		if err != nil {
			t.Fatal(err)
		}
		found := r.Warnings.Of("noise-uneven")
		if uneven := len(found) == 1 && strings.Contains(found[0].Do, "gplib.GroupNoise"); uneven != c.uneven {
			t.Errorf("with %v the warnings are %q", c.noise, r.Warnings)
		}
	}
}

// unevenAt reports whether a fit of few iterations from a good start warns of uneven noise.
func unevenAt(t *testing.T, x cov.Inputs, y []float64) bool {
	t.Helper()
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1.5)), Noise: gplib.Gaussian(0.01)}
	r, err := gplib.Fit(t.Context(), m, gplib.Data{X: x, Y: y}, &gplib.Settings{OwnStart: true, MaxIter: 20})
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(r.Warnings, func(f gplib.Finding) bool { return f.Code == "noise-uneven" })
}

// TestNoiseThatGrowsWithThePredictionsIsCalledUneven: multiplicative noise on waves does not depend on the input
// as a polynomial does. The intervals of one noise variance hold 85 % of new observations.
func TestNoiseThatGrowsWithThePredictionsIsCalledUneven(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 3))
	x, y := make([]float64, 100), make([]float64, 100)
	for i := range x {
		x[i] = 10 * rng.Float64()
		y[i] = math.Exp(3*math.Sin(x[i]) + 0.3*rng.NormFloat64())
	}
	for name, c := range map[string]struct {
		shift float64
		log   bool
	}{"positive": {0, true}, "far from zero": {-1e6, false}} {
		shifted := slices.Clone(y)
		floats.AddConst(c.shift, shifted)
		d := gplib.Data{X: cov.Line(x), Y: shifted}
		m, err := gplib.Auto(d)
		if err != nil {
			t.Fatal(err)
		}
		r, err := gplib.Fit(t.Context(), m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		found := r.Warnings.Of("noise-uneven")
		if len(found) != 1 || !strings.Contains(found[0].Found, "with the predictions") || strings.Contains(found[0].Do, "LogNormal") != c.log {
			t.Errorf("%s: the warnings are %q", name, r.Warnings)
		}
	}
}

// TestErrorsOfExactObservationsAreNotCalledNoise: where hardly any noise is learned, the remedy is not one of noise.
func TestErrorsOfExactObservationsAreNotCalledNoise(t *testing.T) {
	x, y := make([]float64, 60), make([]float64, 60)
	for i := range x {
		x[i] = float64(i) / 60
		y[i] = math.Exp(5*x[i]) * math.Sin(30*x[i]*x[i])
	}
	d := gplib.Data{X: cov.Line(x), Y: y}
	m, err := gplib.Auto(d)
	if err != nil {
		t.Fatal(err)
	}
	r, err := gplib.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := r.Warnings.Of("noise-uneven")
	if len(found) != 1 || !strings.Contains(found[0].Do, "cov.Warp") || strings.Contains(found[0].Do, "gplib.NoiseProcess") {
		t.Errorf("the warnings are %q", r.Warnings)
	}
}
