package gplib_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func TestPerturbedDrawsFreeParametersInsideTheirBounds(t *testing.T) {
	m := gplib.Model{
		Cov:   cov.Fix(cov.Bound(cov.Scale(2, cov.SE(0.5)), "variance", 1.5, 2.5), "lengthscale"),
		Noise: gplib.Gaussian(0.1),
	}
	rng := rand.New(rand.NewPCG(1, 1))
	const draws = 2000
	sum, square := 0.0, 0.0
	for range draws {
		theta := m.Perturbed(0.5, rng).Theta()
		if theta[0] < 1.5 || theta[0] > 2.5 || theta[1] != 0.5 {
			t.Fatalf("drew %v", theta)
		}
		u := math.Log(theta[2] / 0.1)
		sum, square = sum+u, square+u*u
	}
	if mean, variance := sum/draws, square/draws; math.Abs(mean) > 0.05 || math.Abs(variance-0.25) > 0.03 {
		t.Errorf("the logarithm of the noise moved by %v with the variance %v, want 0 and 0.25", mean, variance)
	}
	m.Cov = cov.Bound(cov.SE(1.5), "lengthscale", 1, 2).With([]float64{0.5})
	if got := m.Perturbed(1, rng).Theta(); got[0] != 0.5 {
		t.Errorf("a model outside its bounds became %v", got)
	}
}
