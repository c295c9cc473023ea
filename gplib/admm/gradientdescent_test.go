package admm

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// likelihood returns the paper's l(θ) = yᵀC⁻¹y + log|C| by explicit matrices.
func likelihood(t *testing.T, m gplib.Model, d gplib.Data) float64 {
	t.Helper()
	n := d.Len()
	k, s := mat.NewDense(n, n, nil), make([]float64, n)
	m.Cov.Gram(k, d.X, d.X)
	m.Noise.Var(s, d.X)
	c := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			c.SetSym(i, j, k.At(i, j))
		}
		c.SetSym(i, i, k.At(i, i)+s[i])
	}
	var chol mat.Cholesky
	if !chol.Factorize(c) {
		t.Fatal("C is not positive definite")
	}
	var z mat.VecDense
	if err := chol.SolveVecTo(&z, vec(d.Y)); err != nil {
		t.Fatal(err)
	}
	return floats.Dot(d.Y, z.RawVector().Data) + chol.LogDet()
}

func TestAStepOfGradientDescentIsEquation3(t *testing.T) {
	d := draw(t, cov.SE(0.5), grid(60), 0.25, 1)
	m := gplib.Model{Cov: cov.Scale(1.2, cov.SE(0.9)), Noise: gplib.Gaussian(0.3)}
	const eta = 1e-4 // the paper's, of l; ours is of l/2
	r := mustFit(t, GradientDescent{Rate: 2 * eta, Raw: true}, m, d, &gplib.Settings{MaxIter: 1})
	before, after := r.Trace.Steps[0].Theta, r.Trace.Steps[1].Theta
	for p := range before {
		slope := centralDifference(func(theta []float64) float64 { return likelihood(t, m.With(theta), d) }, before, p, 1e-5)
		if want := before[p] - eta*slope; math.Abs(after[p]-want) > 1e-6*math.Abs(eta*slope) {
			t.Errorf("parameter %d went from %g to %.12g, want %.12g", p, before[p], after[p], want)
		}
	}
}

func TestGradientDescentCreepsToTheMaximumOfTheLikelihood(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	d := seData(t, 1)
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(0.9)), Noise: gplib.Gaussian(0.2)}
	best := mustFit(t, gplib.LBFGS{}, m, d, nil)
	r := mustFit(t, GradientDescent{}, m, d, &gplib.Settings{MaxIter: 1000})
	if r.Status != gplib.Converged || r.Value > best.Value+1e-4*math.Abs(best.Value) {
		t.Errorf("%v at %g, L-BFGS at %g", r.Status, r.Value, best.Value)
	}
	if few, many := len(best.Trace.Steps), len(r.Trace.Steps); many <= few {
		t.Errorf("%d steps, L-BFGS has %d", many, few)
	}
	for i, s := range r.Trace.Steps[1:] {
		if s.Value > r.Trace.Steps[i].Value {
			t.Errorf("the value rises at step %d", i+1)
		}
	}
}

func TestGradientDescentMinimisesTheHoldOutErrorToo(t *testing.T) {
	d := seData(t, 1)
	_, lowest := bruteForceSE(t, lagrangianOf(t, seModel(), d, problem{}))
	valid, err := Interleaved()(d.Len(), nil)
	if err != nil {
		t.Fatal(err)
	}
	exact := gplib.HoldOut{Loss: gplib.SquaredError, Held: valid}
	r := mustFit(t, GradientDescent{Objective: exact}, seModel(), d, nil)
	if relative(r.Value, lowest) > 1e-4 {
		t.Errorf("%s: F %g, brute force %g", r.Trace.Objective, r.Value, lowest)
	}
}

func TestTooLongAStepOfGradientDescentKeepsTheBestPoint(t *testing.T) {
	r := mustFit(t, GradientDescent{Rate: 5}, gplib.Model{Cov: cov.SE(0.9), Noise: gplib.Gaussian(0.2)}, seData(t, 1),
		&gplib.Settings{MaxIter: 20})
	for _, s := range r.Trace.Steps {
		if s.Value < r.Value {
			t.Errorf("step %d has %g, the result %g", s.Iter, s.Value, r.Value)
		}
	}
}

func TestGradientDescentUsesPriorsAndChecksItsArguments(t *testing.T) {
	d := draw(t, cov.SE(0.5), grid(60), 0.25, 1)
	m, err := seModel().WithPrior("lengthscale", cov.LogNormalPrior(math.Log(2), 0.01))
	if err != nil {
		t.Fatal(err)
	}
	r := mustFit(t, GradientDescent{Rate: 1e-5}, m, d, nil)
	if l := r.Model.Theta()[0]; math.Abs(l-2) > 0.1 || !strings.Contains(r.Trace.Objective, "priors") {
		t.Errorf("%s: lengthscale %g under a narrow prior at 2", r.Trace.Objective, l)
	}
	for _, rate := range []float64{-1, math.NaN(), math.Inf(1)} {
		if _, err := (GradientDescent{Rate: rate}).Fit(ctx, m, d, nil); err == nil || !strings.Contains(err.Error(), "Rate") {
			t.Errorf("Rate %g: %v", rate, err)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	r, err = GradientDescent{}.Fit(ended, m, d, nil)
	if err != nil || r.Status != gplib.Cancelled || len(r.Trace.Steps) != 1 {
		t.Errorf("ended context: %v, %v", r, err)
	}
}

func TestHoldOutWarnsOfPriors(t *testing.T) {
	m, err := seModel().WithPrior("lengthscale", cov.LogNormalPrior(0, 1))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []gplib.Learner{HoldOut{}, Adjoint{}, KFold{}} {
		r := mustFit(t, l, m, seData(t, 1), &gplib.Settings{MaxIter: 2})
		if !strings.Contains(r.Warnings.String(), "priors are not used") {
			t.Errorf("%s: %q", r.Method, r.Warnings)
		}
	}
}
