package linalg

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/blas"
	blasgonum "gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/floats"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
)

// denseSPD is B·Bᵀ + n·I, by rows with the given stride.
func denseSPD(n, stride int) []float64 {
	b := random(n * n)
	a := random(stride * n)
	for i := range n {
		for j := range n {
			a[i*stride+j] = floats.Dot(b[i*n:(i+1)*n], b[j*n:(j+1)*n])
		}
		a[i*stride+i] += float64(n)
	}
	return a
}

func TestBlockedRoutinesAgreeWithGonum(t *testing.T) {
	for _, n := range []int{1, 31, 33, 64, 65, 97, 127, 128, 129, 200, 333} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			stride := n + 3
			got, want := denseSPD(n, stride), denseSPD(n, stride)
			if !(blockedLAPACK{}).Dpotrf(blas.Lower, n, got, stride) || !(lapackgonum.Implementation{}).Dpotrf(blas.Lower, n, want, stride) {
				t.Fatal("no factor")
			}
			agree(t, "Dpotrf", got, want)
			m := n/2 + 1
			x, y := random(n*m), random(n*m)
			blockedBLAS{}.Dtrsm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, m, 1, got, stride, x, m)
			blasgonum.Implementation{}.Dtrsm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, m, 1, want, stride, y, m)
			agree(t, "Dtrsm", x, y)
			if !(blockedLAPACK{}).Dpotri(blas.Lower, n, got, stride) || !(lapackgonum.Implementation{}).Dpotri(blas.Lower, n, want, stride) {
				t.Fatal("no inverse")
			}
			agree(t, "Dpotri", got, want)
		})
	}
}

// agree compares whole arrays, the upper triangles and the gaps between rows
// too: neither may change.
func agree(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i, w := range want {
		if math.Abs(got[i]-w) > 1e-10*math.Max(1, math.Abs(w)) {
			t.Fatalf("%s: element %d is %v, gonum's %v", what, i, got[i], w)
		}
	}
}

func TestBlockedFactorOfAnIndefiniteMatrixFails(t *testing.T) {
	const n = 200
	a := denseSPD(n, n)
	a[150*n+150] = -1
	if (blockedLAPACK{}).Dpotrf(blas.Lower, n, a, n) {
		t.Error("an indefinite matrix has a factor")
	}
	clear(a)
	if (blockedLAPACK{}).Dpotri(blas.Lower, n, a, n) {
		t.Error("a factor of zeros has an inverse")
	}
}
