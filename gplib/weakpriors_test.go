package gplib_test

import (
	"math"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// bent returns few observations in units of their own.
func bent(t *testing.T, ofX, ofY float64) gplib.Data {
	t.Helper()
	x, y := make([]float64, 12), make([]float64, 12)
	for i := range x {
		x[i] = ofX * float64(i)
		y[i] = ofY * (7 + math.Sin(float64(i)))
	}
	d, err := gplib.NewData(cov.Line(x), y)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestWeakPriorsAreInTheUnitsOfTheData: the density of parameters in one unit is
// that in another, up to its Jacobian.
func TestWeakPriorsAreInTheUnitsOfTheData(t *testing.T) {
	const ofX, ofY = 1e4, 1e-5
	m := gplib.Model{Mean: gplib.LinearMean(0, 0), Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(1)}
	own, err := m.WithWeakPriors(bent(t, 1, 1))
	if err != nil {
		t.Fatal(err)
	}
	other, err := m.WithWeakPriors(bent(t, ofX, ofY))
	if err != nil {
		t.Fatal(err)
	}
	theta, units := []float64{6, 0.1, 2, 3, 0.01}, []float64{ofY, ofY / ofX, ofY * ofY, ofX, ofY * ofY}
	want, _ := own.With(theta).LogPrior()
	for i, u := range units {
		theta[i] *= u
		want -= math.Log(u)
	}
	if got, _ := other.With(theta).LogPrior(); math.Abs(got-want) > 1e-6 {
		t.Errorf("log prior %v, want %v", got, want)
	}
}

// TestWeakPriorsLeaveStatementsOfTheUser: what is fixed, bounded or has a prior.
func TestWeakPriorsLeaveStatementsOfTheUser(t *testing.T) {
	prior := cov.GammaPrior(2, 1)
	k := cov.Product(cov.Fix(cov.SE(1)), cov.Bound(cov.Matern32(1), "lengthscale", 0.1, 9), cov.WithPrior(cov.Periodic(1, 2), "period", prior))
	m := gplib.Model{Cov: k, Noise: gplib.Gaussian(0.1)}
	weak, err := m.WithWeakPriors(bent(t, 1, 1))
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range weak.Params() {
		given := m.Params()[i]
		switch kept := p.Min == given.Min && p.Max == given.Max && p.Prior == given.Prior; {
		case given.Fixed || given.Bounded() || given.Prior != nil:
			if !kept {
				t.Errorf("%s: %v in [%v, %v], was %v", p.Name, p.Prior, p.Min, p.Max, given)
			}
		case p.Prior == nil || kept || !(p.Min < p.Value && p.Value < p.Max):
			t.Errorf("%s: %v in [%v, %v]", p.Name, p.Prior, p.Min, p.Max)
		}
	}
	again, err := weak.WithWeakPriors(bent(t, 1, 1))
	if err != nil || again.String() != weak.String() {
		t.Errorf("again: %v (%v)", again, err)
	}
	anywhere := gplib.Model{Cov: cov.Changepoint(cov.SE(1), cov.SE(1), 3, 1), Noise: gplib.Gaussian(0.1)}
	if _, err := anywhere.WithWeakPriors(bent(t, 1, 1)); err == nil || !strings.Contains(err.Error(), "location has no prior") {
		t.Errorf("a parameter without a scale: %v", err)
	}
}
