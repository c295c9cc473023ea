package gplib_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// sample draws n points in [0, 3)^d with y = Σ_k sin(2x_k) + 0.1e.
func sample(t testing.TB, n, d int) gplib.Data {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	rows, y := make([][]float64, n), make([]float64, n)
	for i := range rows {
		rows[i] = make([]float64, d)
		for k := range rows[i] {
			rows[i][k] = 3 * rng.Float64()
			y[i] += math.Sin(2 * rows[i][k])
		}
		y[i] += 0.1 * rng.NormFloat64()
	}
	x, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	data, err := gplib.NewData(x, y)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func model(k cov.Func) gplib.Model {
	return gplib.Model{Mean: gplib.ConstantMean(0.3), Cov: k, Noise: gplib.Gaussian(0.05)}
}

// dense returns C = K + sI, entry by entry.
func dense(m gplib.Model, x cov.Inputs) *mat.Dense {
	n := x.Len()
	k := mat.NewDense(n, n, nil)
	m.Cov.Gram(k, x, x)
	s := make([]float64, n)
	m.Noise.Var(s, x)
	for i, v := range s {
		k.Set(i, i, k.At(i, i)+v)
	}
	return k
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*math.Max(1, math.Abs(want))) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}
