package static

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// diagnose turns faults into diagnostics, in the order of the source, each
// once.
func diagnose(faults []fault, hint func(fault) string) Errors {
	slices.SortStableFunc(faults, func(a, b fault) int { return cmp.Compare(a.offset, b.offset) })
	faults = slices.CompactFunc(faults, func(a, b fault) bool { return a == b })
	out := make(Errors, 0, len(faults))
	for _, f := range faults {
		line, column, text := place(f.cell.Source, f.offset)
		message, more, _ := strings.Cut(f.message, "\n\t")
		if more != "" {
			message += " (" + strings.ReplaceAll(more, "\n\t", "; ") + ")"
		}
		out = append(out, Diagnostic{
			Cell: f.cell.Label, Line: line, Column: column,
			Message: message, Hint: hint(f), Source: text,
		})
	}
	return out
}

// place finds the line and the column, in code points, of a byte offset, both
// from 1, and the text of the line.
func place(source string, offset int) (line, column int, text string) {
	offset = min(max(offset, 0), len(source))
	start := strings.LastIndexByte(source[:offset], '\n') + 1
	text, _, _ = strings.Cut(source[start:], "\n")
	line = strings.Count(source[:start], "\n") + 1
	return line, utf8.RuneCountInString(source[start:offset]) + 1, strings.TrimSuffix(text, "\r")
}

// nearest returns the candidate that is most like name, or "" where none is
// close: at most one edit in three letters.
func nearest(name string, candidates []string) string {
	best, limit := "", len(name)/3+1
	for _, c := range candidates {
		if c == name {
			continue
		}
		if d := editDistance(strings.ToLower(name), strings.ToLower(c)); d < limit {
			best, limit = c, d
		}
	}
	return best
}

// editDistance is the number of letters to insert, delete, replace or swap
// with a neighbour to make b of a (optimal string alignment).
func editDistance(a, b string) int {
	x, y := []rune(a), []rune(b)
	d := make([][]int, len(x)+1)
	for i := range d {
		d[i] = make([]int, len(y)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			change := 1
			if x[i-1] == y[j-1] {
				change = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+change)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(x)][len(y)]
}
