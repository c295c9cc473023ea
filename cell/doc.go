// Package cell defines the types that a session and its front ends share: a cell, what
// it shows and asks while it runs, how it fails, and what completes it. It imports only
// the standard library, so that the kernel, notebook files and the terminal compile
// without an interpreter or the GP library.
package cell

import "context"

// Cell is one piece of source to evaluate.
type Cell struct {
	// Label names the cell in errors: "cell 7" in a notebook, the file's
	// name in a script.
	Label string
	// Source is Go: imports, declarations, statements and a last expression,
	// mixed in any order; or a command, which begins with % or !.
	Source string
	// Columns is the width of the terminal for the cell's output, which tables keep to; 0
	// means no limit.
	Columns int
}

// Output receives what a cell emits while it runs, in order. Its methods are called
// from one goroutine at a time; only Input is called from a goroutine of its own,
// concurrently with the others. An Output stays in use after the evaluation has
// returned, for what goroutines of the cell still emit. Output that belongs to no
// goroutine of a cell goes to the latest cell's.
type Output interface {
	// Stream receives what was written to "stdout" or "stderr", byte by byte. It
	// splits no character, but need not be valid UTF-8.
	Stream(name, text string)
	// Display receives a bundle to show or to update.
	Display(d Display)
	// Clear asks to remove the cell's outputs; with wait, when the next one
	// arrives.
	Clear(wait bool)
	// Page receives a bundle for the front end's pager.
	Page(b Bundle)
	// Input asks the user for a line of text. It returns [ErrNoInput] if there is no user
	// to ask.
	Input(ctx context.Context, prompt string, password bool) (string, error)
	// Comm receives a message that user code sends over a comm.
	Comm(m CommMessage)
}
