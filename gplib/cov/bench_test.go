package cov_test

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// BenchmarkMulVec is one product with K and with its derivatives, n = 2000 in
// one dimension, without storing K.
func BenchmarkMulVec(b *testing.B) {
	const n = 2000
	x := points(n, 1)
	v, dst := make([]float64, n), make([]float64, n)
	for _, f := range []cov.Func{cov.SE(0.5), cov.Matern32(0.5), cov.LocallyPeriodic(0.5, 1)} {
		dgrad := make([][]float64, len(f.Params()))
		for p := range dgrad {
			dgrad[p] = make([]float64, n)
		}
		for _, with := range [][][]float64{nil, dgrad} {
			b.Run(fmt.Sprintf("%v,derivatives=%v", f, with != nil), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					f.MulVec(dst, with, x, x, v)
				}
			})
		}
	}
}

// BenchmarkSymmetric is the lower triangle of a Gram matrix and its weighted gradient, n = 2000 in eight
// dimensions with a lengthscale each.
func BenchmarkSymmetric(b *testing.B) {
	const n = 2000
	x, k := points(n, 8), mat.NewDense(n, n, nil)
	for _, f := range []cov.Func{
		cov.Scale(1.3, cov.SE(1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7)),
		cov.Scale(1.3, cov.Matern52(1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7)),
		cov.Sum(cov.Scale(1.3, cov.SE(1)), cov.Product(cov.SE(2), cov.RationalQuadratic(1, 2))),
	} {
		grad := make([]float64, len(f.Params()))
		weights := func(dst []float64, i, lo int) { copy(dst, k.RawRowView(i)[lo:]) }
		b.Run(fmt.Sprintf("value/%v", f), func(b *testing.B) {
			for b.Loop() {
				if err := cov.GramLower(b.Context(), f, k, x); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("gradient/%v", f), func(b *testing.B) {
			for b.Loop() {
				if err := cov.AddGradSymmetric(b.Context(), f, grad, x, weights); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkFormula compares a formula with the function it writes out: the
// Gram matrix and the gradient, n = 1000 in one dimension and in eight.
func BenchmarkFormula(b *testing.B) {
	const n = 1000
	for _, d := range []int{1, 8} {
		x := points(n, d)
		k := mat.NewDense(n, n, nil)
		for _, c := range []struct {
			name string
			f    cov.Func
		}{
			{"built-in", cov.Sum(cov.Scale(1.3, cov.SE(0.7)), cov.Constant(0.1))},
			{"formula", cov.Formula("s2*exp(-r2/(2*l^2)) + c",
				cov.Positive("s2", 1.3), cov.Positive("l", 0.7), cov.Positive("c", 0.1))},
		} {
			grad := make([]float64, 3)
			b.Run(fmt.Sprintf("%s,d=%d", c.name, d), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					c.f.Gram(k, x, x)
					c.f.AddGrad(grad, k, x, x)
				}
			})
		}
	}
}

// BenchmarkDeep is the gradient of a deep function of 176 weights, n = 1000
// in eight dimensions.
func BenchmarkDeep(b *testing.B) {
	const n = 1000
	x := points(n, 8)
	f := cov.Deep(cov.SE(1), net(8, 16, 2))
	w, grad := mat.NewDense(n, n, nil), make([]float64, len(f.Params()))
	for i := range n {
		for j := range n {
			w.Set(i, j, float64(i-j))
		}
	}
	for b.Loop() {
		f.AddGrad(grad, w, x, x)
	}
}
