package statespace_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/statespace"
)

// Pulses of a hundredth of the period need more harmonics than the state may have: the lengthscale ends at the least
// one that has a state, and the result says so.
func TestAFitAtTheLargestStateIsReported(t *testing.T) {
	const n = 60
	rng := rand.New(rand.NewPCG(51, 17))
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = 3 * rng.Float64()
		off := (x[i] - math.Floor(x[i]) - 0.5) / 0.01
		y[i] = rng.NormFloat64()*0.01 + 3*math.Exp(-off*off/2) + math.Sin(200*x[i])
	}
	k := cov.Product(cov.Fix(cov.Periodic(0.3, 1), "period"), cov.Fix(cov.Matern52(30)))
	m := gplib.Model{Cov: k, Noise: gplib.FixedGaussian(0.01)}
	r, err := statespace.Learner{}.Fit(t.Context(), m, gplib.Data{X: cov.Line(x), Y: y}, &gplib.Settings{OwnStart: true, MaxIter: 30})
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Model.Param("periodic.lengthscale")
	if err != nil {
		t.Fatal(err)
	}
	length, some := p.Value, false
	for _, f := range r.Warnings {
		some = some || f.Code == "at-bound" && f.Param == p.Name && strings.Contains(f.Do, "learner")
	}
	if !some {
		t.Errorf("the lengthscale is %v; the findings are %v", length, r.Warnings)
	}
	if states := r.Posterior.(*statespace.Posterior).States(); states > 256 || states < 250 {
		t.Errorf("the state has %d numbers", states)
	}
}
