package cov_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"krigo/gplib/cov"
	"krigo/gplib/cov/covtest"
)

var priors = []cov.Prior{
	cov.NormalPrior(1, 0.3),
	cov.LogNormalPrior(-0.2, 0.4),
	cov.GammaPrior(3, 2),
	cov.HalfCauchyPrior(0.05),
	cov.UniformPrior(0.5, 2),
}

func TestPriorsAreDensitiesWithTheirSlopes(t *testing.T) {
	for _, p := range priors {
		density := func(x float64) float64 {
			v, _ := p.LogDensity(x)
			return math.Exp(v)
		}
		mass := 0.0
		for lo := -4.0; lo < 60; lo += 0.5 {
			mass += quad.Fixed(density, lo, lo+0.5, 20, nil, 0)
		}
		if math.Abs(mass-1) > 2e-3 { // the half-Cauchy's tail
			t.Errorf("%v has mass %v", p, mass)
		}
		for _, x := range []float64{0.6, 1, 1.7} {
			h := 1e-5
			up, _ := p.LogDensity(x + h)
			down, _ := p.LogDensity(x - h)
			_, slope := p.LogDensity(x)
			if want := (up - down) / (2 * h); math.Abs(slope-want) > 1e-6*math.Max(1, math.Abs(want)) {
				t.Errorf("%v: slope %v at %v, want %v", p, slope, x, want)
			}
		}
	}
}

func TestAUniformPriorBounds(t *testing.T) {
	p := cov.WithPrior(cov.SE(1), "lengthscale", cov.UniformPrior(0.5, 2)).Params()[0]
	if p.Min != 0.5 || p.Max != 2 {
		t.Errorf("bounds [%v, %v]", p.Min, p.Max)
	}
}

func TestTieKeepsTheContract(t *testing.T) {
	k := cov.Sum(cov.Scale(2, cov.SE(0.7)), cov.Scale(0.5, cov.Matern32(1.1)), cov.Constant(0.3))
	k = cov.WithPrior(cov.Tie(k, "lengthscale"), "lengthscale", cov.GammaPrior(2, 1))
	covtest.Check(t, k, points(20, 1))
	covtest.Check(t, cov.Product(cov.Tie(cov.SE(1, 2, 3), "lengthscale[0]", "lengthscale[1]"), cov.Linear(2)), points(20, 3))
}
