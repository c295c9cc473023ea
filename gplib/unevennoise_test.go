package gplib_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

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
