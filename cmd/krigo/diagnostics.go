package main

import (
	"errors"

	"krigo/cell"
)

// placesOf returns the places that the error of a cell has.
func placesOf(err error) []cell.Diagnostic {
	failure := (*cell.Error)(nil)
	if !errors.As(err, &failure) {
		return nil
	}
	return failure.Diagnostics
}

// inNotebook returns a place in a cell of a notebook as one in its file. The cells of a
// script bear its name already.
func inNotebook(path string, d cell.Diagnostic) cell.Diagnostic {
	return (&cell.Error{Diagnostics: []cell.Diagnostic{d}}).In(path).Diagnostics[0]
}

// placeText returns the problem at a place, followed by advice, if known.
func placeText(d cell.Diagnostic) string {
	if d.Hint == "" {
		return d.Error()
	}
	return d.Error() + "\n    hint: " + d.Hint
}
