package kernel

import (
	"context"

	"krigo/cell"
)

// Engine evaluates cells and answers questions about code. *interp.Session is
// one. Complete, Inspect, IsComplete, Format, Variables and Comm are called while Eval runs, from
// other goroutines; Eval and Evaluate are not called concurrently.
type Engine interface {
	// Eval runs a cell and returns the value that it shows, or nil. Cancelling
	// ctx interrupts the cell. Out keeps receiving what the cell's goroutines
	// emit after it.
	Eval(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error)
	// Abandon ends a cell that was interrupted and has not stopped for long,
	// with all that its process holds. It does nothing otherwise.
	Abandon()
	// Evaluate returns the value of one expression.
	Evaluate(ctx context.Context, expr string) (*cell.Bundle, error)
	// Complete proposes completions at the byte offset cursor of source.
	Complete(source string, cursor int) cell.Completion
	// Inspect documents the name at the byte offset cursor of source, with
	// more detail at level 1 than at level 0. It reports whether it found any.
	Inspect(source string, cursor, detail int) (cell.Bundle, bool)
	// IsComplete reports whether source could be run or wants another line.
	IsComplete(source string) cell.Completeness
	// Format returns the Go of a cell as gofmt writes it, or the error of one that is not Go.
	Format(c cell.Cell) (string, error)
	// Variables lists the variables of the session. It never waits for a cell: it
	// reports that one is running, and then leaves their values out.
	Variables() (all []cell.Variable, running bool)
	// Comm passes a front end's message to user code. It fails if no handler answers to it;
	// otherwise handled is called when the handlers have ended. Out receives what they emit where
	// no cell has run.
	Comm(m cell.CommMessage, out cell.Output, handled func()) error
	// InterruptHandlers ends the handlers of comms that run.
	InterruptHandlers()
	// Close ends the engine and what it runs.
	Close() error
}
