package static

import (
	"cmp"
	"slices"
	"strings"
)

// edit replaces the bytes from start to end of a cell's source. One that
// closes what was opened at an earlier offset stands before others at its
// place, and the innermost first.
type edit struct {
	start, end int
	text       string
	closes     bool
	opened     int
}

// rank orders edits at one place: what closes, what is inserted, and what is
// replaced.
func (e edit) rank() int {
	switch {
	case e.closes:
		return 0
	case e.start == e.end:
		return 1
	}
	return 2
}

// apply makes the edits within a stretch of source. Edits do not overlap;
// those at the same place are made in the order in which they were added,
// except that what was opened last is closed first.
func apply(source string, start, end int, edits []edit) string {
	closing := slices.DeleteFunc(slices.Clone(edits), func(e edit) bool { return !e.closes })
	others := slices.DeleteFunc(slices.Clone(edits), func(e edit) bool { return e.closes })
	slices.Reverse(closing)
	edits = slices.Concat(closing, others)
	slices.SortStableFunc(edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.rank(), b.rank()), cmp.Compare(b.opened, a.opened))
	})
	var b strings.Builder
	at := start
	for _, e := range edits {
		if e.start < at {
			continue
		}
		b.WriteString(source[at:e.start])
		b.WriteString(e.text)
		at = e.end
	}
	b.WriteString(source[at:end])
	return b.String()
}
