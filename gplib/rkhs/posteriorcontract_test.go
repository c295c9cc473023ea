package rkhs

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/posteriortest"
	"krigo/gplib/rkhs/feature"
)

func TestPosteriorsKeepTheContract(t *testing.T) {
	d := noisy(70, 3, 2)
	var first, rest []int
	for i := range d.Len() {
		if i < 60 {
			first = append(first, i)
		} else {
			rest = append(rest, i)
		}
	}
	at := cov.Points(mat.NewDense(3, 3, []float64{0.1, 0.8, 0.5, 0.9, -0.2, 0.4, 1.1, -1.1, 0.3}))
	fourier := feature.Chain{feature.Scale{Inputs: 3}, feature.Fourier{Inputs: 3, Features: 12, Seed: 4}}
	training := Training{Batch: 20, Epochs: 3}
	for name, c := range map[string]struct {
		l gplib.Learner
		k *Kernel
	}{
		"MLP":            {SCGD{Training: training}, Linear(smooth(), 1)},
		"Fourier":        {VariableProjection{Training: training}, Linear(fourier, 1)},
		"BSGD, Gaussian": {BSGD{Training: training}, Gaussian(smooth(), 1)},
		"SVGP":           {SVGP{Training: training, Inducing: 10}, Gaussian(smooth(), 1)},
		"SVGP, gradient": {SVGP{Training: training, Inducing: 10, Gradient: true}, Gaussian(smooth(), 1)},
	} {
		m := gplib.Model{Mean: gplib.ConstantMean(0.1), Cov: c.k, Noise: gplib.Gaussian(0.1)}
		fit, err := c.l.Fit(t.Context(), m, d.Subset(first), nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		check := posteriortest.Case{Posterior: fit.Posterior, At: at, More: d.Subset(rest)}
		if p, ok := fit.Posterior.(*Posterior); ok {
			exact := fit.Model
			exact.Cov = p.kernel
			check.Anew = func(all gplib.Data) (gplib.Posterior, error) { return gplib.Condition(exact, all) }
			check.Tol = 1e-6
		}
		t.Run(name, func(t *testing.T) { posteriortest.Check(t, check) })
	}
}

// TestKernelsOfFeaturesAreDifferentiable also where they are parts of others.
func TestKernelsOfFeaturesAreDifferentiable(t *testing.T) {
	d := noisy(20, 3, 2)
	for name, k := range map[string]cov.Func{
		"linear": Linear(smooth(), 1), "Gaussian": Gaussian(smooth(), 1), "sum": cov.Sum(Gaussian(smooth(), 1), cov.Scale(0.5, cov.SE(1))),
	} {
		p, err := gplib.Condition(gplib.Model{Cov: k, Noise: gplib.Gaussian(0.1)}, d)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			posteriortest.Check(t, posteriortest.Case{Posterior: p, At: noisy(3, 3, 5).X})
		})
	}
}
