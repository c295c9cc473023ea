// Package normaltest has the data and models that tests of normal approximations share.
package normaltest

import (
	"math"
	"math/rand/v2"
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
