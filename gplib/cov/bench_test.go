package cov_test

import (
	"fmt"
	"testing"

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
