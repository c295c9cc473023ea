package linalg

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/blas"
	blasgonum "gonum.org/v1/gonum/blas/gonum"
)

func TestTiledProductAgreesWithGonumOnEveryEdge(t *testing.T) {
	for _, size := range [][3]int{{1, 1, 4096}, {16, 16, 16}, {4, 12, 100}, {33, 13, 300}, {65, 50, 257}, {100, 1, 600}, {3, 200, 31}} {
		m, n, k := size[0], size[1], size[2]
		for _, tA := range []blas.Transpose{blas.NoTrans, blas.Trans} {
			for _, tB := range []blas.Transpose{blas.NoTrans, blas.Trans} {
				for _, beta := range []float64{0, 1, -0.5} {
					t.Run(fmt.Sprintf("%v%c%cbeta=%v", size, tA, tB, beta), func(t *testing.T) {
						a, lda := factor(tA, m, k)
						b, ldb := factor(tB, k, n)
						got, want := random((n+2)*m), random((n+2)*m)
						blockedBLAS{}.Dgemm(tA, tB, m, n, k, 1.5, a, lda, b, ldb, beta, got, n+2)
						blasgonum.Implementation{}.Dgemm(tA, tB, m, n, k, 1.5, a, lda, b, ldb, beta, want, n+2)
						agree(t, "Dgemm", got, want)
					})
				}
			}
		}
	}
}

// factor draws a matrix whose op is r × c, with gaps between its rows.
func factor(t blas.Transpose, r, c int) (data []float64, stride int) {
	if t == blas.Trans {
		r, c = c, r
	}
	return random((c + 3) * r), c + 3
}

func TestTiledProductOverwritesNaNWhereBetaIsZero(t *testing.T) {
	c := make([]float64, 20*20)
	for i := range c {
		c[i] = math.NaN()
	}
	a := random(20 * 20)
	blockedBLAS{}.Dgemm(blas.NoTrans, blas.NoTrans, 20, 20, 20, 1, a, 20, a, 20, 0, c, 20)
	for i, v := range c {
		if math.IsNaN(v) {
			t.Fatalf("element %d is still NaN", i)
		}
	}
}

func BenchmarkDgemm(b *testing.B) {
	const n = 1000
	x, y, c := random(n*n), random(n*n), make([]float64, n*n)
	for name, l := range map[string]blas.Float64{"tiled": blockedBLAS{}, "gonum": blasgonum.Implementation{}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				l.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, x, n, y, n, 0, c, n)
			}
			b.ReportMetric(2*n*n*n*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}
