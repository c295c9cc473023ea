package syntax

import (
	"cmp"
	"slices"
	"strings"
)

// Edit replaces the bytes from Start to End of a cell's source.
type Edit struct {
	Start, End int
	Text       string
}

// Apply makes the edits within a stretch of source. Edits do not overlap; at one place,
// insertions precede replacements, in the order in which they were added.
func Apply(source string, start, end int, edits []Edit) string {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(min(a.End-a.Start, 1), min(b.End-b.Start, 1)))
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
