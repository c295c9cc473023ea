package optim

import (
	"sync"
	"sync/atomic"
)

// ForEach calls do(0) to do(n-1), in order where width is 1 and else as many at
// the same time. What they do must not depend on one another. A panic of theirs is
// one of the caller's.
func ForEach(n, width int, do func(k int)) {
	if width = min(width, n); width <= 1 {
		for k := range n {
			do(k)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	panics := make([]any, width)
	for w := range width {
		wg.Go(func() {
			defer func() { panics[w] = recover() }()
			for k := int(next.Add(1)) - 1; k < n; k = int(next.Add(1)) - 1 {
				do(k)
			}
		})
	}
	wg.Wait()
	for _, p := range panics {
		if p != nil {
			panic(p)
		}
	}
}
