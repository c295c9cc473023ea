package grief

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// TestCurvatureSatisfiesTheSecantEquation: after a step s that changed the
// gradient by y, the inverse Hessian maps y to s; without positive curvature
// it learns nothing.
func TestCurvatureSatisfiesTheSecantEquation(t *testing.T) {
	const q = 5
	rng := rand.New(rand.NewPCG(1, 2))
	var c curvature
	for range 8 {
		s, y := make([]float64, q), make([]float64, q)
		for i := range s {
			s[i] = rng.NormFloat64()
			y[i] = float64(i+1) * s[i]
		}
		c.learn(s, y)
		for i, v := range c.direction(y) {
			if !near(-v, s[i], 1e-10) {
				t.Errorf("the inverse Hessian maps y to %v at %d, not to %v", -v, i, s[i])
			}
		}
	}
	before := c.direction(ones(q))
	c.learn([]float64{1, 0, 0, 0, 0}, []float64{-1, 0, 0, 0, 0})
	if !floats.Equal(before, c.direction(ones(q))) {
		t.Error("negative curvature was learned")
	}
}

// TestScaledCurvatureIsThatOfTheScaledFunction: on a quadratic whose second
// derivative by one variable grew nine times, steps shorten to a ninth there.
func TestScaledCurvatureIsThatOfTheScaledFunction(t *testing.T) {
	var c curvature
	c.scale(1, 9) // nothing is known yet
	c.learn([]float64{1, 0}, []float64{2, 0})
	c.learn([]float64{0, 1}, []float64{0, 4})
	c.scale(1, 9)
	if dir := c.direction([]float64{2, 36}); !near(dir[0], -1, 1e-12) || !near(dir[1], -1, 1e-12) {
		t.Errorf("the step is %v, not to -1", dir)
	}
}

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
	a := &ascent{problem: &problem{Fitting: f, model: m}, held: &heldEvidence{basis: new(Basis)}}
	first := new(valley)
	d, err := newDescent(a, first, m)
	if err != nil {
		t.Fatal(err)
	}
	if status := d.run(); status != gplib.Converged || d.at.value > 1e-10 {
		t.Fatalf("%v at %v after %d evaluations", status, d.at.value, first.evaluations)
	}
	if 2*first.gradients >= first.evaluations {
		t.Errorf("%d gradients in %d evaluations, also above the limit", first.gradients, first.evaluations)
	}
	theta := d.space.Natural(d.at.u)
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
	if back.at.value > 1e-10 || 2*again.evaluations > first.evaluations {
		t.Errorf("%v after %d evaluations, from afar %d", back.at.value, again.evaluations, first.evaluations)
	}
}
