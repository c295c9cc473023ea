// Package normaltest has the data and models that tests of normal approximations share.
package normaltest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/lik"
)

// Drawn returns n rows of two inputs with observations of a likelihood about a wave.
func Drawn(t testing.TB, n int, l lik.Func, seed uint64) gplib.Data {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	x, y := mat.NewDense(n, 2, nil), make([]float64, n)
	for i := range y {
		a, b := 4*rng.Float64(), 4*rng.Float64()
		x.SetRow(i, []float64{a, b})
		y[i] = l.Sample(2*math.Sin(2*a)+0.5*b-0.5, rng)
	}
	d, err := gplib.NewData(cov.Points(x), y)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// ModelOf returns a model of such data with a likelihood.
func ModelOf(l lik.Func) gplib.Model {
	return gplib.Model{Mean: gplib.LinearMean(0.2, -0.1, 0.3), Cov: cov.Scale(1.7, cov.Matern52(0.8, 1.6)), Lik: l}
}

// Gradient compares the gradient that value writes with differences of what it returns, by each parameter of m: they
// hold what moves with the parameters, such as a mode. value takes a nil gradient, too.
func Gradient(t testing.TB, what string, m gplib.Model, value func(m gplib.Model, grad []float64) float64) {
	t.Helper()
	theta := m.Theta()
	grad := make([]float64, len(theta))
	value(m, grad)
	for i, p := range m.Params() {
		at := func(v float64) float64 {
			moved := slices.Clone(theta)
			moved[i] = v
			return value(m.With(moved), nil)
		}
		h := 1e-3 * math.Max(math.Abs(theta[i]), 0.1)
		central := func(h float64) float64 { return (at(theta[i]+h) - at(theta[i]-h)) / (2 * h) }
		want := (4*central(h/2) - central(h)) / 3
		if math.Abs(grad[i]-want) > 2e-7*math.Max(1, math.Abs(want)) {
			t.Errorf("%s: the derivative by %s is %v, not %v", what, p.Name, grad[i], want)
		}
	}
}
