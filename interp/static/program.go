// Package static knows the Go of a session without running any: it splits
// cells, checks them against everything that the session declared, lowers
// them to what the interpreter runs, and answers completion, inspection and
// is-complete questions.
package static

import (
	"fmt"
	"go/types"
	"strings"

	"krigo/interp/emit"
)

// Cell is a cell's source with the label that errors bear, such as "cell 7".
type Cell struct {
	Label, Source string
}

// Program is a checked and lowered cell: sources for the interpreter, to be
// evaluated in order, each whole, in package main.
//
// Line directives in Units carry the cell's own label and lines, so that a
// position that the interpreter reports is a position in the cell.
type Program struct {
	Cell Cell
	// Unit is what the interpreter gets.
	Unit *emit.Unit
	// Runs are the functions that run the cell's statements, in order.
	Runs []string
	// Notes tell what goes on with what the cell has declared anew.
	Notes []string
	// Value is the last expression's variable, or nil where the cell shows
	// nothing.
	Value *Value

	after   *state        // the session once the declarations were evaluated
	emitter *emit.Emitter // whose unit it is
	ran     *ranCell      // its statements, for a saved session
}

// Value tells where a cell's last value is after Run, and its static type.
type Value struct {
	// Variables hold the value and what comes with it. They are no use once
	// it is shown.
	Variables []string
	// Expr is a Go expression that yields the value, wrapped where its type
	// is declared in a cell and has display methods, which would otherwise
	// be lost on its way out of the interpreter.
	Expr string
	Type types.Type
	// Failure is the expression of a trailing error result beside the value, or
	// empty. The cell failed where it is not nil.
	Failure string
	// Error is true where the value is a trailing error: it is the cell's
	// failure when it is not nil, and shows nothing otherwise.
	Error bool
}

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
