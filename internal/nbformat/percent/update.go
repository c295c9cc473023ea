package percent

import (
	"slices"
	"strings"

	"krigo/internal/nbformat"
)

// Update gives a notebook that was read from a Go file what the file does not hold
// and an earlier version of the notebook has: of each cell that is there still its
// ID, its attachments and what its mark leaves out, and its outputs if its text is
// the same. A cell is the same where its ID is, or else its type and text, in order.
// It returns how many cells have outputs of the earlier version, and how many of
// that had some.
func Update(nb, earlier *nbformat.Notebook) (kept, had int) {
	same := match(nb.Cells, earlier.Cells)
	for _, c := range earlier.Cells {
		if len(c.Outputs) > 0 {
			had++
		}
	}
	for i, c := range nb.Cells {
		old := same[i]
		if old == nil {
			continue
		}
		c.ID, c.Extra = old.ID, old.Extra
		for key, v := range old.Metadata {
			if _, there := c.Metadata[key]; !there && (key == idKey || slices.Contains(viewMetadata, key) || !optionKey.MatchString(key)) {
				c.Metadata[key] = v
			}
		}
		if c.Type != nbformat.Code {
			c.Attachments = old.Attachments
		} else if sameText(c, old) {
			c.Outputs, c.ExecutionCount = old.Outputs, old.ExecutionCount
			if len(c.Outputs) > 0 {
				kept++
			}
		}
	}
	settleIDs(nb)
	updateMetadata(nb, earlier)
	return kept, had
}

// updateMetadata takes what a header leaves out.
func updateMetadata(nb, earlier *nbformat.Notebook) {
	_, left := headerMetadata(earlier)
	for _, name := range append(left, "language_info", "widgets") {
		if v, ok := earlier.Metadata[name]; ok {
			nb.Metadata[name] = v
		}
	}
	nb.KeepWidgets(nil) // those of outputs that are kept
	nb.Extra, nb.Minor = earlier.Extra, earlier.Minor
}

// match finds for each cell the earlier one that it is, or nil.
func match(cells, earlier []*nbformat.Cell) []*nbformat.Cell {
	found := make([]*nbformat.Cell, len(cells))
	taken := map[*nbformat.Cell]bool{}
	for _, is := range []func(c, old *nbformat.Cell) bool{
		func(c, old *nbformat.Cell) bool { return c.ID == old.ID && c.Type == old.Type },
		func(c, old *nbformat.Cell) bool { return c.Type == old.Type && sameText(c, old) },
	} {
		for i, c := range cells {
			if found[i] != nil {
				continue
			}
			at := slices.IndexFunc(earlier, func(old *nbformat.Cell) bool { return !taken[old] && is(c, old) })
			if at >= 0 {
				found[i], taken[earlier[at]] = earlier[at], true
			}
		}
	}
	return found
}

// sameText reports whether two cells have the same text but for what a file cannot
// hold.
func sameText(a, b *nbformat.Cell) bool {
	text := func(c *nbformat.Cell) string {
		return strings.TrimRight(strings.ReplaceAll(c.Source, "\r\n", "\n"), " \t\r\n")
	}
	return text(a) == text(b)
}
