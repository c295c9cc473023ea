package cell

import (
	"errors"
	"fmt"
	"slices"
)

// ErrNoInput is what [Output].Input returns where nobody can be asked.
var ErrNoInput = errors.New("this front end cannot ask the user, as when krigo run executes several notebooks")

// ErrLeave is what evaluating a cell gives by which the user leaves the session.
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
	// Code is what an "Exit" gave to os.Exit, what the Go process of a "WorkerExit"
	// exited with, or 128 and the number of the signal that ended one from outside.
	Code int
	// Exited tells of a "WorkerExit" that the process exited by itself, because
	// compiled code that the cell called ended it.
	Exited bool
}

// Error gives the name and the message.
func (e *Error) Error() string { return e.Name + ": " + e.Message }

// Diagnostic is one place in a cell with what is wrong there.
type Diagnostic struct {
	// Cell is the label of the cell.
	Cell string
	// Line and Column count from 1; Column counts code points, and is 0 where
	// only the line is known.
	Line, Column int
	Message      string
	// Hint says what to do, where that is known.
	Hint string
	// Source is the text of the line.
	Source string
}

// Place is where the fault is, as terminals and editors follow it: "cell 3:2:5",
// or "cell 3:2" where the column is not known.
func (d Diagnostic) Place() string {
	if d.Column == 0 {
		return fmt.Sprintf("%s:%d", d.Cell, d.Line)
	}
	return fmt.Sprintf("%s:%d:%d", d.Cell, d.Line, d.Column)
}

// Error formats the fault as "cell 3:2:5: message".
func (d Diagnostic) Error() string { return d.Place() + ": " + d.Message }

// In is the error with places that begin with a file, which the cells are of:
// "lesson.ipynb:cell 3:2:5".
func (e *Error) In(file string) *Error {
	in := *e
	in.Diagnostics = slices.Clone(e.Diagnostics)
	for i := range in.Diagnostics {
		in.Diagnostics[i].Cell = file + ":" + in.Diagnostics[i].Cell
	}
	return &in
}
