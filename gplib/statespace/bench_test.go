package statespace_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/lik"
	"krigo/gplib/statespace"
)

func BenchmarkLML(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		name string
		n    int
		k    cov.Func
	}{
		{"Matern12", 100000, cov.Scale(1, cov.Matern12(3))},
		{"Matern32", 100000, cov.Scale(1, cov.Matern32(3))},
		{"Matern52", 100000, cov.Scale(1, cov.Matern52(3))},
		{"two SHO", 100000, cov.Sum(cov.Scale(1, cov.SHO(3, 3)), cov.Scale(1, cov.SHO(1, 1)))},
		{"periodic", 1000, cov.Sum(cov.Scale(1, cov.Matern32(3)), cov.Scale(1, cov.Product(cov.Periodic(1, 1), cov.Matern32(30))))},
	} {
		t, y := make([]float64, c.n), make([]float64, c.n)
		for i := range t {
			t[i] = 0.1 * (float64(i) + rng.Float64())
			y[i] = math.Sin(t[i]) + 0.3*rng.NormFloat64()
		}
		d := gplib.Data{X: cov.Line(t), Y: y}
		m := gplib.Model{Cov: c.k, Noise: gplib.Gaussian(0.1)}
		for _, grad := range [][]float64{nil, make([]float64, len(m.Params()))} {
			b.Run(fmt.Sprintf("%s/gradient=%t", c.name, grad != nil), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := (statespace.LML{}).Eval(m, d, grad); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*c.n), "ns/row")
			})
		}
	}
}

// Counts: each evaluation finds the mode.
func BenchmarkLaplace(b *testing.B) {
	const n = 100000
	rng := rand.New(rand.NewPCG(51, 10))
	t, y := make([]float64, n), make([]float64, n)
	for i := range t {
		t[i] = 0.1 * (float64(i) + rng.Float64())
		y[i] = lik.Poisson().Sample(math.Sin(t[i]), rng)
	}
	d := gplib.Data{X: cov.Line(t), Y: y}
	m := gplib.Model{Cov: cov.Scale(1, cov.Matern32(3)), Lik: lik.Poisson()}
	grad := make([]float64, len(m.Params()))
	for b.Loop() {
		if _, err := (statespace.Laplace{}).Eval(m, d, grad); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/row")
}
