package gplib

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"krigo/gplib/cov"
)

// The period of waves on a trend is found within a twentieth, from few waves to many, whatever the units.
func TestThePeriodOfWavesIsFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, waves := range []float64{2.3, 7, 30} {
		for _, unit := range []float64{1, 1e-6} {
			x, y := make([]float64, 120), make([]float64, 120)
			for i := range x {
				at := rng.Float64()
				x[i], y[i] = unit*(50+at), 3*at*at+math.Sin(2*math.Pi*waves*at)+0.3*rng.NormFloat64()
			}
			if got, want := periodOf(x, y), unit/waves; math.Abs(got-want) > want/20 {
				t.Errorf("%v waves, in units of %v: %v, not %v", waves, unit, got, want)
			}
		}
	}
	if got := periodOf(make([]float64, 30), make([]float64, 30)); got != 0 {
		t.Errorf("of a constant input: %v", got)
	}
}

// A periodic covariance function finds its period from one that is far away: here a hundred times.
func TestAFitFindsItsPeriod(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x, y := make([]float64, 60), make([]float64, 60)
	for i := range x {
		x[i] = 10 * rng.Float64()
		y[i] = math.Sin(2*math.Pi*x[i]/0.45) + 0.1*rng.NormFloat64()
	}
	d := Data{X: cov.Line(x), Y: y}
	for name, k := range map[string]func(p float64) cov.Func{
		"periodic": func(p float64) cov.Func { return cov.Scale(1, cov.Periodic(p, 1)) },
		"quasi":    func(p float64) cov.Func { return cov.Scale(1, cov.Product(cov.Periodic(p, 1), cov.SE(10))) },
	} {
		fit, err := Fit(context.Background(), Model{Cov: k(30), Noise: Gaussian(0.1)}, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		best, err := Fit(context.Background(), Model{Cov: k(0.45), Noise: Gaussian(0.1)}, d, &Settings{OwnStart: true})
		if err != nil {
			t.Fatal(err)
		}
		if fit.Value > best.Value+1 {
			t.Errorf("%s: %v from %q, and %v from the truth", name, fit.Value, fit.Start(), best.Value)
		}
	}
}
