package cases

import "sync"

// Each calls do for 0 to n-1, several at once, and waits for all.
func Each(n, parallel int, do func(i int)) {
	var group sync.WaitGroup
	slots := make(chan struct{}, max(parallel, 1))
	for i := range n {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			do(i)
		})
	}
	group.Wait()
}
