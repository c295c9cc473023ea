package syntax

import (
	"cmp"
	"slices"
	"strings"
)

// Edit replaces the bytes from start to end of a cell's source. One that
// closes what was opened at an earlier offset stands before others at its
// place, and the innermost first.
type Edit struct {
	Start, End int
	Text       string
	closes     bool
	opened     int
}

// rank orders edits at one place: what closes, what is inserted, and what is
// replaced.
func (e Edit) rank() int {
	switch {
	case e.closes:
		return 0
	case e.Start == e.End:
		return 1
	}
	return 2
}

// Apply makes the edits within a stretch of source. Edits do not overlap;
// those at the same place are made in the order in which they were added,
// except that what was opened last is closed first.
func Apply(source string, start, end int, edits []Edit) string {
	closing := slices.DeleteFunc(slices.Clone(edits), func(e Edit) bool { return !e.closes })
	others := slices.DeleteFunc(slices.Clone(edits), func(e Edit) bool { return e.closes })
	slices.Reverse(closing)
	edits = slices.Concat(closing, others)
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.rank(), b.rank()), cmp.Compare(b.opened, a.opened))
	})
	var b strings.Builder
	at := start
	for _, e := range edits {
		if e.Start < at {
			continue
		}
		b.WriteString(source[at:e.Start])
		b.WriteString(e.Text)
		at = e.End
	}
	b.WriteString(source[at:end])
	return b.String()
}
