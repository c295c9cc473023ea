package mime

import (
	"regexp"
	"slices"
	"strings"

	"krigo/internal/textwidth"
	"krigo/internal/words"
)

// String returns the table as aligned text, as wide as it is.
func (t *Tabular) String() string { return t.TextIn(0) }

// TextIn returns the table as aligned text in at most the given number of columns of
// characters; 0 is any number. If it is wider, texts are cut and end in "…", then
// columns are omitted at the right, as a line below says. Numbers are never cut.
func (t *Tabular) TextIn(columns int) string {
	g := t.grid()
	cells := append([][]string{g.header}, g.aligned()...)
	widths := columnWidths(cells)
	shown := len(widths)
	if columns > 0 {
		widths, shown = g.fitted(widths, columns)
	}
	var lines []string
	if t.title != "" {
		lines = append(lines, wrapped(t.title, columns))
	}
	for i, row := range cells {
		lines = append(lines, g.line(row[:shown], widths))
		if i == 0 {
			lines = append(lines, rule(widths))
		}
	}
	if names := g.header[shown:]; len(names) > 0 {
		lines = append(lines, wrapped(leftOut(names), columns))
	}
	return strings.Join(lines, "\n")
}

// wrapped returns text in lines of at most the given number of columns; 0 is any
// number.
func wrapped(text string, columns int) string {
	if columns == 0 {
		return text
	}
	return textwidth.Wrap(text, columns)
}

// leftOut names columns that are not shown.
func leftOut(names []string) string {
	return words.Count(len(names), "more column") + ": " + strings.Join(names, ", ")
}

// columnGap parts two columns.
const columnGap = "  "

// leastText is the width below which texts of a table are not cut.
const leastText = 12

// fitted returns the number of columns of a grid that fit, one at least, and their widths.
func (g textGrid) fitted(natural []int, columns int) (widths []int, shown int) {
	least := make([]int, len(natural))
	for j, w := range natural {
		if least[j] = w; g.isProse(j) {
			least[j] = min(w, leastText)
		}
	}
	for shown = len(natural); shown > 1 && lineWidth(least[:shown]) > columns; {
		shown--
	}
	widths = slices.Clone(natural[:shown])
	for room := lineWidth(widths) - columns; room > 0; room-- {
		widest := -1
		for j, w := range widths {
			if w > least[j] && (widest < 0 || w > widths[widest]) {
				widest = j
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	return widths, shown
}

// lineWidth returns the width of columns with the gaps between them.
func lineWidth(widths []int) int {
	sum := len(columnGap) * max(len(widths)-1, 0)
	for _, w := range widths {
		sum += w
	}
	return sum
}

// word matches texts, but not numbers with units, ranges and times.
var word = regexp.MustCompile(`\pL{4}`)

// isProse reports whether the cells of a column may be cut: there are words in them.
func (g textGrid) isProse(j int) bool {
	return !g.numeric[j] && slices.ContainsFunc(g.rows, func(row []string) bool { return word.MatchString(row[j]) })
}

// line writes cells in columns of these widths.
func (g textGrid) line(row []string, widths []int) string {
	var b strings.Builder
	for j, cell := range row {
		if j > 0 {
			b.WriteString(columnGap)
		}
		cell = textwidth.Cut(cell, widths[j])
		space := strings.Repeat(" ", widths[j]-textwidth.Of(cell))
		if g.numeric[j] {
			b.WriteString(space + cell)
		} else {
			b.WriteString(cell + space)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

func rule(widths []int) string {
	parts := make([]string, len(widths))
	for j, w := range widths {
		parts[j] = strings.Repeat("─", w)
	}
	return strings.Join(parts, columnGap)
}

// columnWidths returns the width of each column in characters. All rows have
// the same length.
func columnWidths(rows [][]string) []int {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for j, cell := range row {
			widths[j] = max(widths[j], textwidth.Of(cell))
		}
	}
	return widths
}
