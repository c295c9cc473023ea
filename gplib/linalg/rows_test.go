package linalg_test

import (
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

func TestForRowsVisitsEveryRowOnceInFixedBlocks(t *testing.T) {
	for _, n := range []int{0, 1, 31, 32, 33, 1000} {
		seen := make([]atomic.Int32, n)
		linalg.ForRows(n, n*n, func() func(block, lo, hi int) {
			return func(block, lo, hi int) {
				if lo != block*linalg.RowBlock || hi > n || hi <= lo {
					t.Errorf("block %d is [%d, %d)", block, lo, hi)
				}
				for i := lo; i < hi; i++ {
					seen[i].Add(1)
				}
			}
		})
		for i := range seen {
			if seen[i].Load() != 1 {
				t.Errorf("n = %d: row %d visited %d times", n, i, seen[i].Load())
			}
		}
	}
}

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
