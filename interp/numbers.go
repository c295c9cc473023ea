package interp

import (
	"sync"

	"krigo/cell"
)

// keptCells is how many cells are remembered for late output of their goroutines.
const keptCells = 1000

// cellNumbers numbers the cells that ran, from 1, and keeps the labels and outputs of the
// latest ones.
type cellNumbers struct {
	mu   sync.Mutex
	last int
	kept map[int]numbered
}

type numbered struct {
	label string
	out   cell.Output
}

// next numbers a cell.
func (c *cellNumbers) next(label string, out cell.Output) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == nil {
		c.kept = map[int]numbered{}
	}
	c.last++
	c.kept[c.last] = numbered{label, out}
	delete(c.kept, c.last-keptCells)
	return c.last
}

// find returns a cell by its number, if it is still known.
func (c *cellNumbers) find(number int) (numbered, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, ok := c.kept[number]
	return n, ok
}
