package parallel_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"krigo/gplib/parallel"
)

func TestEachCallsAllOnceAndPassesPanicsOn(t *testing.T) {
	for _, together := range []bool{false, true} {
		calls := make([]atomic.Int32, 20)
		parallel.Each(20, together, func(k int) { calls[k].Add(1) })
		for k := range calls {
			if n := calls[k].Load(); n != 1 {
				t.Errorf("together %v: %d was called %d times", together, k, n)
			}
		}
		for culprit := range 20 {
			if got := panicOf(func() {
				parallel.Each(20, together, func(k int) {
					if k == culprit {
						panic(fmt.Sprint("task ", k))
					}
				})
			}); got != fmt.Sprint("task ", culprit) {
				t.Errorf("together %v: the panic is %v, want that of task %d", together, got, culprit)
			}
		}
	}
}

// panicOf returns the value that f panics with.
func panicOf(f func()) (p any) {
	defer func() { p = recover() }()
	f()
	return nil
}
