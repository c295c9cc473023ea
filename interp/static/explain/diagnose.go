// Package explain says in words what is wrong with a cell, and what to do about it.
package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
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

// Diagnose turns faults of a cell into diagnostics, in the order of the source,
// each once.
func Diagnose(k *check.Checked, faults []syntax.Fault) Errors {
	faults = slices.Clone(faults)
	slices.SortStableFunc(faults, func(a, b syntax.Fault) int { return cmp.Compare(a.Offset, b.Offset) })
	faults = slices.CompactFunc(faults, func(a, b syntax.Fault) bool { return a == b })
	faults = slices.DeleteFunc(faults, func(f syntax.Fault) bool { return consequence(f, faults) })
	out := make(Errors, 0, len(faults))
	for _, f := range faults {
		line, column, text := syntax.Place(f.Cell.Source, f.Offset)
		message, more, _ := strings.Cut(f.Message, "\n\t")
		if more != "" {
			message += " (" + strings.ReplaceAll(more, "\n\t", "; ") + ")"
		}
		out = append(out, Diagnostic{
			Cell: f.Cell.Label, Line: line, Column: column,
			Message: message, Hint: hint(k, f), Source: text,
		})
	}
	return out
}

// consequence tells whether a fault only repeats another at the same place.
func consequence(f syntax.Fault, all []syntax.Fault) bool {
	return barePackage.MatchString(f.Message) && slices.ContainsFunc(all, func(other syntax.Fault) bool {
		return other.Cell == f.Cell && other.Offset == f.Offset && other.Message != f.Message
	})
}
