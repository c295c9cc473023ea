package gplib_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// TestHeldNoiseThatIsWrongIsReported: noise of the variance 0.01 is held at others. Too little of it ended at a
// lengthscale of a fiftieth of the true one, 77 nats higher, without a warning.
func TestHeldNoiseThatIsWrongIsReported(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, y := make([]float64, 60), make([]float64, 60)
	for i := range x {
		x[i] = 10 * rng.Float64()
		y[i] = math.Sin(x[i]) + 0.1*rng.NormFloat64()
	}
	d := gplib.Data{X: cov.Line(x), Y: y}
	for variance, wrong := range map[float64]string{1e-8: "small", 1e-4: "small", 0.008: "", 0.013: "", 0.1: "large"} {
		m := gplib.Model{Mean: gplib.ConstantMean(0), Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.FixedGaussian(variance)}
		r, err := gplib.Fit(t.Context(), m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		found := r.Warnings.Of("noise-held")
		if (len(found) == 1) != (wrong != "") || len(found) == 1 && !strings.Contains(found[0].Means, wrong) {
			t.Errorf("noise held at %v: the warnings are %q", variance, r.Warnings)
		}
	}
}
