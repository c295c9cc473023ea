package admm

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/metric"
)

// plane returns n values of a smooth function of two inputs, with a noise of
// standard deviation sd.
func plane(n int, sd float64) gplib.Data {
	rng := rand.New(rand.NewPCG(5, 6))
	x, y := mat.NewDense(n, 2, nil), make([]float64, n)
	for i := range n {
		u, v := 3*rng.Float64(), 3*rng.Float64()
		x.SetRow(i, []float64{u, v})
		y[i] = math.Sin(u) + v/2 + sd*rng.NormFloat64()
	}
	return gplib.Data{X: cov.Points(x), Y: y}
}

func relevance() gplib.Model {
	return gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.1)}
}

func TestTheNoiseFloorDoesNotBindOnNoiselessData(t *testing.T) {
	all := plane(160, 0)
	d, test := all.Subset(gplib.Rest(nil, 60)), all.Subset(gplib.Rest(gplib.Rest(nil, 60), 160))
	for name, l := range map[string]gplib.Learner{"hold-out": HoldOut{}, "adjoint": Adjoint{}, "consensus": KFold{}} {
		r := mustFit(t, l, relevance(), d, nil)
		p, err := r.Posterior.Predict(test.X)
		if err != nil {
			t.Fatal(err)
		}
		if smse, err := metric.SMSE(test.Y, p.Mean); err != nil || smse > 1e-6 {
			t.Errorf("%s: SMSE %g, %v", name, smse, err)
		}
		if len(r.Warnings) > 0 {
			t.Errorf("%s: warnings %q", name, r.Warnings)
		}
	}
}

func TestNoisyDataKeepTheirNoise(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, sd := range []float64{0.003, 0.03, 0.3} {
		for name, l := range map[string]gplib.Learner{"hold-out": HoldOut{}, "adjoint": Adjoint{}, "consensus": KFold{}} {
			r := mustFit(t, l, relevance(), plane(120, sd), nil)
			if s := r.Model.Noise.Params()[0].Value / (sd * sd); s < 0.1 || s > 10 {
				t.Errorf("%s, sd %g: the learned noise variance is %g times the true one", name, sd, s)
			}
			if len(r.Warnings) > 0 {
				t.Errorf("%s, sd %g: warnings %q", name, sd, r.Warnings)
			}
		}
	}
}

// A covariance function with a white part can be all of the noise.
func TestTheNoiseIsAPartOfTheErrorOnV(t *testing.T) {
	m := relevance()
	m.Cov = cov.Sum(m.Cov, cov.Scale(0.1, cov.Matern12(0.01, 0.01)))
	d := plane(120, 0.3)
	r := mustFit(t, Adjoint{}, m, d, nil)
	if s := r.Model.Noise.Params()[0].Value; s < errorPart/2*r.Value/60 {
		t.Errorf("noise variance %g at a mean squared error of %g", s, r.Value/60)
	}
}

func TestAFloorThatNothingLoweredIsAWarningWithItsRemedy(t *testing.T) {
	d := plane(60, 0)
	r := mustFit(t, HoldOut{NoPolish: true, ThetaStep: Coordinate{}, Rho: 0.3}, relevance(), d, nil)
	if !strings.Contains(r.Warnings.String(), "NoiseFloor") {
		t.Errorf("warnings %q", r.Warnings)
	}
}
