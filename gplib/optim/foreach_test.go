package optim_test

import (
	"sync/atomic"
	"testing"

	"krigo/gplib/optim"
)

func TestForEachCallsAllOnceAndPassesPanicsOn(t *testing.T) {
	for _, width := range []int{1, 3, 40} {
		calls := make([]atomic.Int32, 20)
		optim.ForEach(20, width, func(k int) { calls[k].Add(1) })
		for k := range calls {
			if n := calls[k].Load(); n != 1 {
				t.Errorf("width %d: %d was called %d times", width, k, n)
			}
		}
		func() {
			defer func() {
				if p := recover(); p != "seven" {
					t.Errorf("width %d: the panic is %v", width, p)
				}
			}()
			optim.ForEach(20, width, func(k int) {
				if k == 7 {
					panic("seven")
				}
			})
			t.Errorf("width %d: no panic", width)
		}()
	}
}
