package parallel_test

import (
	"sync/atomic"
	"testing"

	"krigo/gplib/parallel"
)

func TestRowsVisitsEveryRowOnceInFixedBlocks(t *testing.T) {
	for _, n := range []int{0, 1, 31, 32, 33, 1000} {
		seen := make([]atomic.Int32, n)
		parallel.Rows(n, n*n, func() func(block, lo, hi int) {
			return func(block, lo, hi int) {
				if lo != block*parallel.RowBlock || hi > n || hi <= lo {
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
