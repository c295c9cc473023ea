package atomic

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
)

type node struct {
	value int
	next  *node
}

func TestPointer(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	known := []*node{nil, {}, {}}
	one := func() *node { return known[r.IntN(len(known))] }
	for range 300 {
		var ours Pointer[node]
		var theirs atomic.Pointer[node]
		for range r.IntN(8) {
			a, b := one(), one()
			same := true
			switch r.IntN(3) {
			case 0:
				ours.Store(a)
				theirs.Store(a)
			case 1:
				same = ours.Swap(a) == theirs.Swap(a)
			case 2:
				same = ours.CompareAndSwap(a, b) == theirs.CompareAndSwap(a, b)
			}
			if !same || ours.Load() != theirs.Load() {
				t.Fatalf("%p and %p: got %p, want %p", a, b, ours.Load(), theirs.Load())
			}
		}
	}
}

// A stack that many goroutines push to loses nothing.
func TestPointerOfManyGoroutines(t *testing.T) {
	var top Pointer[node]
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for j := range 200 {
				n := &node{value: 200*i + j}
				for swapped := false; !swapped; {
					n.next = top.Load()
					swapped = top.CompareAndSwap(n.next, n)
				}
			}
		})
	}
	group.Wait()
	seen := map[int]bool{}
	for n := top.Load(); n != nil; n = n.next {
		seen[n.value] = true
	}
	if len(seen) != 1600 {
		t.Errorf("%d values, want 1600", len(seen))
	}
}
