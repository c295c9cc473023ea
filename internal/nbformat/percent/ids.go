package percent

import (
	"crypto/sha256"
	"fmt"

	"krigo/internal/nbformat"
)

// A cell whose mark names no ID gets one that is made from what it holds, so that
// the same file gives the same notebook, and few marks need to name any.

// ids makes the IDs of a notebook's cells, in order.
type ids struct {
	seen map[string]int // how many cells there were that hold the same
}

func (s *ids) next(c *nbformat.Cell) string {
	if s.seen == nil {
		s.seen = map[string]int{}
	}
	content := string(c.Type) + "\n" + c.Source
	s.seen[content]++
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\n%s", s.seen[content], content))
	return fmt.Sprintf("%x", sum[:4])
}

// settleIDs gives each cell a valid unique ID, and reports those that it replaced.
func settleIDs(nb *nbformat.Notebook) (notes []string) {
	var made ids
	taken := map[string]bool{}
	for _, c := range nb.Cells {
		if c.ID != "" && nbformat.ValidID(c.ID) {
			taken[c.ID] = true
		}
	}
	used := map[string]bool{}
	for i, c := range nb.Cells {
		id := made.next(c)
		if c.ID != "" && nbformat.ValidID(c.ID) && !used[c.ID] {
			used[c.ID] = true
			continue
		}
		if c.ID != "" {
			notes = append(notes, fmt.Sprintf("cell %d has a new ID: %q is not an ID, or is that of an earlier cell", i+1, c.ID))
		}
		for n := 2; used[id] || taken[id]; n++ {
			id = fmt.Sprintf("%s-%d", id[:8], n)
		}
		c.ID = id
		used[id] = true
	}
	return notes
}
