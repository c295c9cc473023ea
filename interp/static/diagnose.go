package static

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Diagnostic is one fault of a cell, found before it runs.
type Diagnostic struct {
	Cell string
	// Line and Column count from 1; Column counts code points.
	Line, Column int
	Message      string
	// Hint says what to do, where that is known.
	Hint string
	// Source is the text of the line.
	Source string
}

// Error formats the fault as "cell 3:2:5: message".
func (d Diagnostic) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", d.Cell, d.Line, d.Column, d.Message)
}

// Errors are all the faults of a cell.
type Errors []Diagnostic

// Error joins the faults, one a line.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, d := range e {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// diagnose turns faults of a cell into diagnostics, in the order of the source,
// each once.
func diagnose(k *checked, faults []fault) Errors {
	faults = slices.Clone(faults)
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
			Message: message, Hint: hint(k, f), Source: text,
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
