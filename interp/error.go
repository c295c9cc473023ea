package interp

import "errors"

// ErrNoInput is what Output.Input returns where nobody can be asked.
var ErrNoInput = errors.New("input is not available: nobody can be asked here")

// Error is a cell's failure.
type Error struct {
	// Name is the class of the failure: "CompileError", "Panic", "Error",
	// "Interrupt", "WorkerExit", "WorkerCrash" or "CommandError".
	Name string
	// Message says what happened, in one line where that is possible.
	Message string
	// Diagnostics are the places in the cell: faults found before it ran, or
	// the line at which it panicked.
	Diagnostics []Diagnostic
	// Details are more lines to show below: a goroutine's stack, lost names.
	Details []string
}

// Diagnostic is one place in a cell with what is wrong there.
type Diagnostic struct {
	Cell string
	// Line and Column count from 1; Column counts code points and is 0 where
	// only the line is known.
	Line, Column int
	Message      string
	// Hint says what to do, where that is known.
	Hint string
	// Source is the text of the line.
	Source string
}

// Error gives the name and the message.
func (e *Error) Error() string { return e.Name + ": " + e.Message }

// Traceback formats the error for a terminal or a notebook, with ANSI colours
// where color is true.
func (e *Error) Traceback(color bool) []string { return []string{e.Error()} }
