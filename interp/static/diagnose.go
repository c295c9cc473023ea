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
	faults = slices.DeleteFunc(faults, func(f fault) bool { return consequence(f, faults) })
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

// consequence tells whether a fault only repeats another at the same place.
func consequence(f fault, all []fault) bool {
	return barePackage.MatchString(f.message) && slices.ContainsFunc(all, func(other fault) bool {
		return other.cell == f.cell && other.offset == f.offset && other.message != f.message
	})
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
