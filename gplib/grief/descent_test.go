package grief

import (
	"errors"
	"math"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// valley is Rosenbrock's function of the logarithms of two lengthscales, with
// a wall beyond which it fails.
type valley struct{ evaluations, gradients int }

func (*valley) Name() string { return "valley" }

func (v *valley) Eval(m gplib.Model, _ gplib.Data, grad []float64) (float64, error) {
	v.evaluations++
	theta := m.Theta()
	a, b := math.Log(theta[0]), math.Log(theta[1])
	if a > 1.5 {
		return 0, errors.New("beyond the wall")
	}
	if grad == nil {
		return (1-a)*(1-a) + 100*(b-a*a)*(b-a*a), nil
	}
	v.gradients++
	grad[0] = (-2*(1-a) - 400*a*(b-a*a)) / theta[0]
	grad[1] = 200 * (b - a*a) / theta[1]
	grad[2] = 0
	return (1-a)*(1-a) + 100*(b-a*a)*(b-a*a), nil
}

// TestDescentFollowsACurvedValley to its end, around points where the
// objective fails, and few evaluations lead back to it with the curvature
// known.
func TestDescentFollowsACurvedValley(t *testing.T) {
	m := gplib.Model{Cov: cov.SE(math.Exp(-1.2), math.E), Noise: gplib.FixedGaussian(0.1)}
	f := fitting(t, m)
	f.Settings = gplib.Settings{MaxIter: 200, Tol: 1e-8}
	a := &ascent{problem: &problem{Fitting: f, model: m}, passes: new(watched), held: &heldEvidence{basis: new(Basis)}}
	first := new(valley)
	d, err := newDescent(a, first, m)
	if err != nil {
		t.Fatal(err)
	}
	if status := d.run(); status != gplib.Converged || d.Value > 1e-10 {
		t.Fatalf("%v at %v after %d evaluations", status, d.Value, first.evaluations)
	}
	if 2*first.gradients >= first.evaluations {
		t.Errorf("%d gradients in %d evaluations, also above the limit", first.gradients, first.evaluations)
	}
	theta := d.space.Natural(d.X)
	if !near(theta[0], math.E, 1e-4) || !near(theta[1], math.E, 1e-4) {
		t.Errorf("ends at %v", theta)
	}
	again := new(valley)
	aside := gplib.Model{Cov: cov.SE(math.Exp(0.95), math.Exp(0.95)), Noise: gplib.FixedGaussian(0.1)}
	back, err := newDescent(a, again, aside)
	if err != nil {
		t.Fatal(err)
	}
	back.run()
	if back.Value > 1e-10 || 2*again.evaluations > first.evaluations {
		t.Errorf("%v after %d evaluations, from afar %d", back.Value, again.evaluations, first.evaluations)
	}
}

// TestARoundChoosesEigenvaluesAnewWhereItsModelHasTooFew: the set is that of a rougher kernel, which has more
// eigenvalues above rounding than any rounding of the eigenvalues could make up for.
func TestARoundChoosesEigenvaluesAnewWhereItsModelHasTooFew(t *testing.T) {
	x, y := someData(t, 300, 1, 12)
	smooth := gplib.Model{Cov: cov.SE(30), Noise: gplib.Gaussian(0.1)}
	p, err := newProblem(fitting(t, smooth), localRows{rowsOf(t, x, y)}, options{points: 60, functions: 40, exact: -1})
	if err != nil {
		t.Fatal(err)
	}
	a := &ascent{problem: p, passes: new(watched)}
	if a.best, a.bestValue, err = a.choose(t.Context(), gplib.Model{Cov: cov.SE(0.1), Noise: gplib.Gaussian(0.1)}); err != nil {
		t.Fatal(err)
	}
	rough := a.best.basis.Len()
	if _, err := a.best.basis.frozen(smooth.Cov, p.grid); !errors.Is(err, errFewEigenvalues) {
		t.Fatalf("the set of the rough kernel for the smooth one: %v, want %v", err, errFewEigenvalues)
	}
	a.best.model = smooth
	if _, err := a.descend(); err != nil {
		t.Fatal(err)
	}
	if n := a.best.basis.Len(); n >= rough {
		t.Errorf("the round begins with %d functions, as many as the rough kernel's %d", n, rough)
	}
	direct, value, err := a.choose(t.Context(), a.best.model)
	if err != nil || value != a.bestValue || !sameTuples(direct.basis.index, a.best.basis.index) {
		t.Errorf("the round begins at %v, want %v, that of the model (%v)", a.bestValue, value, err)
	}
}
