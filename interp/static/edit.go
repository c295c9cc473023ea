package static

import (
	"cmp"
	"slices"
	"strings"
)

// edit replaces the bytes from start to end of a cell's source.
type edit struct {
	start, end int
	text       string
}

// apply makes the edits within a stretch of source. Edits do not overlap;
// those at the same place are made in the order in which they were added.
func apply(source string, start, end int, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(min(a.end-a.start, 1), min(b.end-b.start, 1)))
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
