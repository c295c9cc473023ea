package cell

import (
	"errors"
	"fmt"
	"slices"
)

// ErrNoInput is the error of [Output].Input if there is no user to ask.
var ErrNoInput = errors.New("this front end cannot ask the user; nor can krigo run when it executes several notebooks")

// ErrLeave is the result of a cell by which the user leaves the session.
var ErrLeave = errors.New("the user leaves")

// Error is a cell's failure.
type Error struct {
	// Name is the class of the failure: "CompileError", "Panic", "Error" (the
	// cell's last value is one), "Interrupt" (whatever the interrupted cell
	// ended in), "InputError" (the user could not be asked), "Exit" (the cell
	// called os.Exit), "WorkerExit", "WorkerCrash" or "CommandError".
	Name string
	// Message says what happened, in one line where that is possible.
	Message string
	// Diagnostics are places in cells: faults found before the cell ran, or
	// the lines at which it was when it panicked, innermost first.
	Diagnostics []Diagnostic
	// Details are more lines to show below.
	Details []string
	// Code is the argument of os.Exit for an "Exit"; for a "WorkerExit" the exit status of
	// the Go process, or 128 plus the number of the signal that ended it.
	Code int
	// Exited reports, for a "WorkerExit", that compiled code that the cell called ended
	// the process.
	Exited bool
}

// Error returns the name and the message.
func (e *Error) Error() string { return e.Name + ": " + e.Message }

// Diagnostic is one place in a cell with what is wrong there.
type Diagnostic struct {
	// Cell is the label of the cell.
	Cell string
	// Line and Column count from 1; Column counts code points, and is 0 where
	// only the line is known.
	Line, Column int
	Message      string
	// Hint says what to do, if that is known.
	Hint string
	// Source is the text of the line.
	Source string
}

// Place returns the location of the fault in a form that terminals and editors follow:
// "cell 3:2:5", or "cell 3:2" if the column is not known.
func (d Diagnostic) Place() string {
	if d.Column == 0 {
		return fmt.Sprintf("%s:%d", d.Cell, d.Line)
	}
	return fmt.Sprintf("%s:%d:%d", d.Cell, d.Line, d.Column)
}

// Error formats the fault as "cell 3:2:5: message".
func (d Diagnostic) Error() string { return d.Place() + ": " + d.Message }

// In returns the error with places that begin with the cells' file: "lesson.ipynb:cell
// 3:2:5".
func (e *Error) In(file string) *Error {
	in := *e
	in.Diagnostics = slices.Clone(e.Diagnostics)
	for i := range in.Diagnostics {
		in.Diagnostics[i].Cell = file + ":" + in.Diagnostics[i].Cell
	}
	return &in
}
