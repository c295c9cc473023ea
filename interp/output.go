package interp

import "context"

// Cell is one piece of source to evaluate.
type Cell struct {
	// Label names the cell in errors: "cell 7" in a notebook, the file's
	// name in a script.
	Label string
	// Source is Go: imports, declarations, statements and a last expression,
	// mixed in any order; or a line that begins with %.
	Source string
}

// Bundle is a value in several representations, keyed by MIME type, with the
// metadata that front ends read beside them. Text types hold a string, JSON
// types any JSON value and binary types standard base64. Data always has
// text/plain.
type Bundle struct {
	Data     map[string]any `json:"data"`
	Metadata map[string]any `json:"metadata,omitempty"`
}

// Display is a bundle that a running cell shows.
type Display struct {
	Bundle
	// ID, where not empty, names the output, so that it can be updated.
	ID string `json:"id,omitempty"`
	// Update replaces the outputs that bear ID instead of adding one.
	Update bool `json:"update,omitempty"`
}

// Output receives what a cell emits while it runs, in the order in which it
// was emitted. Methods are called from one goroutine at a time, but Input from
// one of its own, while the others may be called. An Output stays in use after
// its Eval has returned, for what goroutines of the cell still emit. What
// belongs to no goroutine of a cell goes to the latest cell's.
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
	// Input asks the user for a line of text. It returns ErrNoInput where
	// nobody can be asked.
	Input(ctx context.Context, prompt string, password bool) (string, error)
	// Comm receives a message that user code sends over a comm.
	Comm(m CommMessage)
}

// CommMessage is a message over a comm, a named two-way channel between user
// code and a front end's widget.
type CommMessage struct {
	// Kind is "open", "msg" or "close".
	Kind string `json:"kind"`
	// ID names the comm; Target, used when it opens, who is to answer.
	ID     string         `json:"id"`
	Target string         `json:"target,omitempty"`
	Data   map[string]any `json:"data"`
	// Metadata is that of the message beside its data.
	Metadata map[string]any `json:"metadata,omitempty"`
	// Buffers are binary data beside Data.
	Buffers [][]byte `json:"buffers,omitempty"`
}
