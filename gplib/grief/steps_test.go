package grief

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// A step predicts as the dense formula does with the eigenfunctions of the step's
// parameters; the warm-up has more of them.
func TestAStepHasTheFunctionsOfItsParameters(t *testing.T) {
	x, y := someData(t, 40, 1, 3)
	m := someModel(1)
	fit, err := TypeII{Points: 30, Functions: 3, Exact: -1}.Fit(t.Context(), m, gplib.Data{X: x, Y: y}, nil)
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[int]bool{}
	for _, i := range fit.KeptSteps() {
		at, err := fit.At(i)
		if err != nil {
			t.Fatal(err)
		}
		step := fit.Trace.Steps[i]
		posterior, err := Details(at)
		if err != nil {
			t.Fatal(err)
		}
		functions := posterior.Basis().Len()
		numbers[functions] = true
		phi := evalOf(t, someBasis(t, m.With(step.Theta).Cov, someGrid(t, x, 30), functions), x)
		want := denseMean(t, phi, y, noiseOf(m.With(step.Theta)))
		if got := meanOf(t, at, x); !floats.EqualApprox(got, want, 1e-6) {
			t.Errorf("step %d of %v functions predicts otherwise than the dense formula", i, functions)
		}
	}
	if len(numbers) < 2 {
		t.Errorf("the steps have %v functions; want several numbers", numbers)
	}
}

// denseMean returns ΦΦᵀ(ΦΦᵀ + σ²I)⁻¹y.
func denseMean(t *testing.T, phi *mat.Dense, y []float64, noise float64) []float64 {
	t.Helper()
	var weights, mean mat.VecDense
	_, p := phi.Dims()
	if err := weights.SolveVec(weighted(phi, ones(p), noise), mat.NewVecDense(len(y), y)); err != nil {
		t.Fatal(err)
	}
	var k mat.Dense
	k.Mul(phi, phi.T())
	mean.MulVec(&k, &weights)
	return mean.RawVector().Data
}

func meanOf(t *testing.T, r *gplib.Result, x cov.Inputs) []float64 {
	t.Helper()
	q, err := r.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	return q.Mean
}

// A step of a chain has the noise and the weights of its draw.
func TestAStepOfAChainIsItsDraw(t *testing.T) {
	x, y := someData(t, 40, 2, 1)
	fit, err := TypeI{Functions: 8, Chains: 2, Steps: 400}.Fit(t.Context(), someModel(2), gplib.Data{X: x, Y: y}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range fit.KeptSteps() {
		at, err := fit.At(i)
		if err != nil {
			t.Fatal(err)
		}
		draw, err := Details(at)
		if err != nil {
			t.Fatal(err)
		}
		monitors := fit.Trace.Steps[i].Monitors
		noise, weight := monitors[2].Value, monitors[3].Value
		if got := stat.GeometricMean(draw.Weights(), nil); !near(got, weight, 1e-9) || !near(draw.Noise(), noise, 1e-9) {
			t.Errorf("step %d has weights of mean %v and the noise %v, want %v and %v", i, got, draw.Noise(), weight, noise)
		}
	}
}

// The steps of a quadrature, weighted by their posterior masses, predict as the whole.
func TestTheStepsOfAQuadratureAverageToIt(t *testing.T) {
	x, y := someData(t, 40, 2, 1)
	fit, err := Quadrature{Functions: 8, NoiseNodes: 40}.Fit(t.Context(), someModel(2), gplib.Data{X: x, Y: y}, nil)
	if err != nil {
		t.Fatal(err)
	}
	mean, mass := make([]float64, len(y)), 0.0
	for i, step := range fit.Trace.Steps {
		at, err := fit.At(i)
		if err != nil {
			t.Fatal(err)
		}
		share := math.Exp(fit.Trace.Steps[20].Value - step.Value)
		floats.AddScaled(mean, share, meanOf(t, at, x))
		mass += share
	}
	floats.Scale(1/mass, mean)
	if want := meanOf(t, fit, x); !floats.EqualApprox(mean, want, 1e-9) {
		t.Errorf("the steps average to %v, the result is %v", mean, want)
	}
}
