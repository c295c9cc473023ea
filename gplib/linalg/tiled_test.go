package linalg

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	blasgonum "gonum.org/v1/gonum/blas/gonum"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
)

var (
	gonumBLAS   blasgonum.Implementation
	gonumLAPACK lapackgonum.Implementation
)

func TestFactorAndInverseAgreeWithGonum(t *testing.T) {
	withKernels(t, func(t *testing.T) {
		for _, n := range []int{1, 9, 24, 31, 95, 96, 97, 200, 333} {
			stride := n + 3
			got, want := denseSPD(n, stride), denseSPD(n, stride)
			if !(tiledLAPACK{}).Dpotrf(blas.Lower, n, got, stride) || !gonumLAPACK.Dpotrf(blas.Lower, n, want, stride) {
				t.Fatal("no factor")
			}
			agree(t, fmt.Sprint("Dpotrf ", n), got, want) // the upper triangle, too: neither changes
			if !(tiledLAPACK{}).Dpotri(blas.Lower, n, got, stride) || !gonumLAPACK.Dpotri(blas.Lower, n, want, stride) {
				t.Fatal("no inverse")
			}
			agree(t, fmt.Sprint("Dpotri ", n), got, want)
		}
	})
}

func TestFactorOfLargerTilesAgreesWithGonum(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	const n = 1500
	got, want := denseSPD(n, n), denseSPD(n, n)
	if !(tiledLAPACK{}).Dpotrf(blas.Lower, n, got, n) || !gonumLAPACK.Dpotrf(blas.Lower, n, want, n) {
		t.Fatal("no factor")
	}
	agree(t, "Dpotrf", got, want)
	if !(tiledLAPACK{}).Dpotri(blas.Lower, n, got, n) || !gonumLAPACK.Dpotri(blas.Lower, n, want, n) {
		t.Fatal("no inverse")
	}
	agree(t, "Dpotri", got, want)
}

func TestAnIndefiniteMatrixHasNoFactor(t *testing.T) {
	withKernels(t, func(t *testing.T) {
		for _, at := range []int{0, 50, 150, 199} {
			for _, v := range []float64{-1, 0, math.NaN(), math.Inf(1)} {
				const n = 200
				a := denseSPD(n, n)
				a[at*n+at] = v
				if (tiledLAPACK{}).Dpotrf(blas.Lower, n, a, n) {
					t.Errorf("a matrix with %v on the diagonal, at %d, has a factor", v, at)
				}
			}
		}
		if (tiledLAPACK{}).Dpotri(blas.Lower, 200, make([]float64, 200*200), 200) {
			t.Error("a factor of zeros has an inverse")
		}
	})
}

func TestBitsDoNotDependOnTheNumberOfProcessors(t *testing.T) {
	for _, n := range []int{97, 500, 1000} {
		results := func(procs int) []float64 {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
			a, x, c := denseSPD(n, n), random(n*n), random(n*n)
			tiledBLAS{}.Dgemm(blas.NoTrans, blas.Trans, n, n, n, 1, a, n, x, n, 1, c, n)
			tiledBLAS{}.Dsyrk(blas.Lower, blas.NoTrans, n, n, 1, x, n, 1, c, n)
			tiledLAPACK{}.Dpotrf(blas.Lower, n, a, n)
			tiledBLAS{}.Dtrsm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, n, 1, a, n, x, n)
			tiledLAPACK{}.Dpotri(blas.Lower, n, a, n)
			return slices.Concat(a, x, c)
		}
		one := results(1)
		for _, procs := range []int{2, 7} {
			if !slices.Equal(results(procs), one) {
				t.Errorf("n = %d: other bits with %d processors", n, procs)
			}
		}
	}
}

func TestACancelledFactorEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a := denseSPD(300, 300)
	if ok, err := (block{a, 300, 300, 300}).potrf(ctx); ok || !errors.Is(err, context.Canceled) {
		t.Errorf("factor: %v, %v", ok, err)
	}
	if ok, err := (block{a, 300, 300, 300}).potri(ctx); ok || !errors.Is(err, context.Canceled) {
		t.Errorf("inverse: %v, %v", ok, err)
	}
}

func TestTriangularSolvesAgreeWithGonum(t *testing.T) {
	withKernels(t, func(t *testing.T) {
		for _, n := range []int{9, 96, 130, 300} {
			for _, others := range []int{1, 7, 49, 100} {
				solvesAgree(t, n, others)
			}
		}
	})
}

func solvesAgree(t *testing.T, n, others int) {
	t.Helper()
	a := denseSPD(n, n+2)
	for i := range n {
		a[i*(n+2)+i] += 10 * float64(n)
	}
	for _, side := range []blas.Side{blas.Left, blas.Right} {
		r, c := n, others
		if side == blas.Right {
			r, c = others, n
		}
		for _, ul := range []blas.Uplo{blas.Upper, blas.Lower} {
			for _, tr := range []blas.Transpose{blas.NoTrans, blas.Trans} {
				for _, d := range []blas.Diag{blas.NonUnit, blas.Unit} {
					got, want := random(r*(c+1)), random(r*(c+1))
					tiledBLAS{}.Dtrsm(side, ul, tr, d, r, c, 2, a, n+2, got, c+1)
					gonumBLAS.Dtrsm(side, ul, tr, d, r, c, 2, a, n+2, want, c+1)
					if d == blas.NonUnit { // unit triangles are gonum's, and overflow here
						agree(t, fmt.Sprintf("Dtrsm %c %c %c %d × %d", side, ul, tr, r, c), got, want)
					}
				}
			}
		}
	}
}

func TestProductsAgreeWithGonumOnEveryEdge(t *testing.T) {
	withKernels(t, func(t *testing.T) {
		for _, size := range [][3]int{{1, 1, 4096}, {16, 16, 16}, {4, 12, 100}, {33, 13, 300}, {65, 50, 257}, {100, 1, 600}, {3, 200, 31}, {200, 250, 40}} {
			for _, tA := range []blas.Transpose{blas.NoTrans, blas.Trans} {
				for _, tB := range []blas.Transpose{blas.NoTrans, blas.Trans} {
					for _, beta := range []float64{0, 1, -0.5} {
						productsAgree(t, size[0], size[1], size[2], tA, tB, beta)
					}
				}
			}
		}
	})
}

func productsAgree(t *testing.T, m, n, k int, tA, tB blas.Transpose, beta float64) {
	t.Helper()
	a, lda := factor(tA, m, k)
	b, ldb := factor(tB, k, n)
	got, want := random((n+2)*m), random((n+2)*m)
	tiledBLAS{}.Dgemm(tA, tB, m, n, k, 1.5, a, lda, b, ldb, beta, got, n+2)
	gonumBLAS.Dgemm(tA, tB, m, n, k, 1.5, a, lda, b, ldb, beta, want, n+2)
	agree(t, fmt.Sprintf("Dgemm %d × %d × %d %c%c beta=%v", m, n, k, tA, tB, beta), got, want)
	for _, ul := range []blas.Uplo{blas.Upper, blas.Lower} {
		got, want := random((m+2)*m), random((m+2)*m)
		tiledBLAS{}.Dsyrk(ul, tA, m, k, -1.5, a, lda, beta, got, m+2)
		gonumBLAS.Dsyrk(ul, tA, m, k, -1.5, a, lda, beta, want, m+2)
		agree(t, fmt.Sprintf("Dsyrk %c%c %d × %d beta=%v", ul, tA, m, k, beta), got, want)
	}
}

// factor draws a matrix whose op is r × c, with gaps between its rows.
func factor(t blas.Transpose, r, c int) (data []float64, stride int) {
	if t == blas.Trans {
		r, c = c, r
	}
	return random((c + 3) * r), c + 3
}

func TestProductsOverwriteNaNWhereBetaIsZero(t *testing.T) {
	c := make([]float64, 20*20)
	for i := range c {
		c[i] = math.NaN()
	}
	a := random(20 * 20)
	tiledBLAS{}.Dgemm(blas.NoTrans, blas.NoTrans, 20, 20, 20, 1, a, 20, a, 20, 0, c, 20)
	if slices.ContainsFunc(c, math.IsNaN) {
		t.Error("Dgemm: an element is still NaN")
	}
	for i := range c {
		c[i] = math.NaN()
	}
	tiledBLAS{}.Dsyrk(blas.Lower, blas.NoTrans, 20, 20, 1, a, 20, 0, c, 20)
	for i := range 20 {
		if slices.ContainsFunc(c[i*20:i*20+i+1], math.IsNaN) {
			t.Error("Dsyrk: an element is still NaN")
		}
	}
}

func TestProductsRejectADestinationThatIsTooShort(t *testing.T) {
	a := random(100 * 100)
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	tiledBLAS{}.Dgemm(blas.NoTrans, blas.NoTrans, 100, 100, 100, 1, a, 100, a, 100, 0, a[:50], 100)
}

func BenchmarkDgemm(b *testing.B) {
	const n = 1000
	x, y, c := random(n*n), random(n*n), make([]float64, n*n)
	for name, l := range map[string]blas.Float64{"tiled": tiledBLAS{}, "gonum": gonumBLAS} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				l.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, x, n, y, n, 0, c, n)
			}
			b.ReportMetric(2*n*n*n*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}
