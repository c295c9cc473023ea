package inducing_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
)

// surface returns a model and n observations in 8 dimensions.
func surface(n int) (gplib.Model, gplib.Data) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, y := mat.NewDense(n, 8, nil), make([]float64, n)
	for i := range n {
		row := x.RawRowView(i)
		for k := range row {
			row[k] = 2*rng.Float64() - 1
		}
		y[i] = math.Sin(3*row[0]) + row[1]*row[2] + 0.1*rng.NormFloat64()
	}
	k := cov.Scale(1, cov.SE(1, 1, 1, 1, 1, 1, 1, 1))
	return gplib.Model{Cov: k, Noise: gplib.Gaussian(0.01)}, gplib.Data{X: cov.Points(x), Y: y}
}

func BenchmarkSparseWithGradient(b *testing.B) {
	for _, c := range []struct{ n, m int }{{2000, 128}, {10000, 128}, {10000, 512}} {
		m, d := surface(c.n)
		s := inducing.Sparse{Points: d.X.Subset(rand.New(rand.NewPCG(1, 1)).Perm(c.n)[:c.m])}
		grad := make([]float64, len(m.Params()))
		b.Run(fmt.Sprintf("n=%d,m=%d", c.n, c.m), func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Eval(m, d, grad); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSelect(b *testing.B) {
	m, d := surface(4000)
	for _, s := range []inducing.Selector{
		inducing.GreedyVariance{}, inducing.IVM{}, inducing.CSI{},
		inducing.TitsiasGreedy{Candidates: 16}, inducing.TitsiasGreedy{Candidates: 512},
	} {
		b.Run(s.Name(), func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Select(context.Background(), m, d, 128, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
