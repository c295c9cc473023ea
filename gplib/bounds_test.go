package gplib_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// A fit leaves a bound where the likelihood rises towards the inside: its end satisfies the
// conditions of Karush, Kuhn and Tucker, by the gradient of the objective itself.
func TestAFitLeavesABoundWhoseGradientPointsInward(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(3, seed))
		rows, y := make([][]float64, 120), make([]float64, 120)
		for i := range rows {
			x := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			y[i] = 1000 + math.Sin(2*x[0]) + 0.5*x[1]*x[2] + 0.1*rng.NormFloat64()
			rows[i] = []float64{1e-6 * x[0], x[1], 1e6 * x[2]}
		}
		d := gplib.Data{X: mustRows(t, rows), Y: y}
		m := gplib.Model{Mean: gplib.ConstantMean(1000), Cov: cov.Scale(1, cov.Matern52(1e-6, 1, 1e6)), Noise: gplib.Gaussian(0.1)}
		for _, least := range []float64{0.005, 0.008, 0.01} {
			bounded, err := m.Bound("noise", least, 1e4)
			if err != nil {
				t.Fatal(err)
			}
			fit, err := gplib.Fit(bg, bounded, d, nil)
			if err != nil {
				t.Fatal(err)
			}
			_, slopes := logGradient(t, fit.Model, d)
			for i, p := range fit.Model.ParamsFor(d) {
				slope := slopes[i]
				down, up := slope > 0, slope < 0 // where the objective falls
				if atBound := down && p.Value <= p.Min || up && p.Value >= p.Max; !atBound && math.Abs(slope) > 1e-2*math.Abs(fit.Value) {
					t.Errorf("seed %d: %s ends at %v of [%v, %v] with the derivative %.3g", seed, p.Name, p.Value, p.Min, p.Max, slope)
				}
			}
		}
	}
}
