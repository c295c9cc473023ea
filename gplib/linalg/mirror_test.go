package linalg_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

func TestMirrorLowerMakesAMatrixSymmetric(t *testing.T) {
	for _, n := range []int{1, 5, 32, 100} {
		a := mat.NewDense(n, n, nil)
		for i := range n {
			for j := range n {
				a.Set(i, j, float64(1000*i+j))
			}
		}
		linalg.MirrorLower(a)
		for i := range n {
			for j := range n {
				if want := float64(1000*max(i, j) + min(i, j)); a.At(i, j) != want {
					t.Fatalf("n = %d: [%d, %d] = %v, want %v", n, i, j, a.At(i, j), want)
				}
			}
		}
	}
}
