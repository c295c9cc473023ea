// Package explain turns the faults of a cell into messages, with hints on what to do
// about them.
package explain

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"krigo/cell"
	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// Errors are all the faults of a cell.
type Errors []cell.Diagnostic

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
		d := placed(f)
		message, more, _ := strings.Cut(f.Message, "\n\t")
		if more != "" {
			message += " (" + strings.ReplaceAll(more, "\n\t", "; ") + ")"
		}
		d.Message, d.Hint = message, hint(k, f)
		out = append(out, d)
	}
	return out
}

// Notes turns notes on a cell, which include advice, into diagnostics.
func Notes(notes []syntax.Fault) Errors {
	var out Errors
	for _, f := range notes {
		out = append(out, placed(f))
	}
	return out
}

// typeless finds messages about values without a type because of a fault elsewhere.
var typeless = regexp.MustCompile(`\(\w+ with invalid type\)|\(\w+ of type invalid type\)`)

// placed returns a fault with its place.
func placed(f syntax.Fault) cell.Diagnostic {
	line, column, text := syntax.Place(f.Cell.Source, f.Offset)
	return cell.Diagnostic{Cell: f.Cell.Label, Line: line, Column: column, Message: f.Message, Source: text}
}

// consequence reports whether a fault only repeats another at the same place, or follows
// from a type that another one left invalid.
func consequence(f syntax.Fault, all []syntax.Fault) bool {
	if typeless.MatchString(f.Message) {
		return slices.ContainsFunc(all, func(other syntax.Fault) bool { return !typeless.MatchString(other.Message) })
	}
	return barePackage.MatchString(f.Message) && slices.ContainsFunc(all, func(other syntax.Fault) bool {
		return other.Cell == f.Cell && other.Offset == f.Offset && other.Message != f.Message
	})
}
