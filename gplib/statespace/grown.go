package statespace

import (
	"slices"
	"sync/atomic"
)

// grown is a list of numbers that never change and that grows in constant time on average: the longer
// list shares the memory of the shorter one, which stays as it is. The first to grow a list takes the memory
// behind it; others copy. It is safe for concurrent use.
type grown struct {
	v    []float64
	used *atomic.Int64 // of the memory of v
}

func newGrown(v []float64) grown {
	g := grown{v, new(atomic.Int64)}
	g.used.Store(int64(len(v)))
	return g
}

// with returns the list with values behind it.
func (g grown) with(values ...float64) grown {
	n := len(g.v)
	if cap(g.v)-n < len(values) || !g.used.CompareAndSwap(int64(n), int64(n+len(values))) {
		return newGrown(append(slices.Grow(slices.Clip(g.v), n+len(values)), values...))
	}
	v := g.v[:n+len(values)]
	copy(v[n:], values)
	return grown{v, g.used}
}
