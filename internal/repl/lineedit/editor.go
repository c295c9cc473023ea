package lineedit

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"sync"

	"krigo/cell"
	"krigo/internal/repl"
)

// Assistant helps while a cell is typed; *interp.Session is one. Complete and
// Inspect are called from goroutines of their own.
type Assistant interface {
	Complete(source string, cursor int) cell.Completion
	IsComplete(source string) cell.Completeness
	Inspect(source string, cursor, detail int) (cell.Bundle, bool)
}

// Options configure an editor.
type Options struct {
	// In and Out are the terminal.
	In, Out *os.File
	// Assistant completes and explains.
	Assistant Assistant
	// Earlier lists earlier cells, each once, the latest at the end.
	Earlier func() ([]string, error)
	// Color allows colours.
	Color bool
	// Typed has the bytes that were read from the terminal, in raw mode, before the editor was
	// there.
	Typed []byte
}

// Editor reads cells from a terminal. It is a [repl.Reader].
type Editor struct {
	o   Options
	tty *tty

	input *repl.Input
	typed typed

	mu     sync.Mutex // guards what follows against Above
	view   view
	state  *state
	active bool // a cell is being typed
}

var _ repl.Reader = (*Editor)(nil)

// New returns an editor.
func New(o Options) *Editor {
	return &Editor{o: o, tty: newTTY(o.In, o.Out), input: repl.NewInput(o.In), typed: typed{bytes: o.Typed}, view: view{w: o.Out}}
}

// Read returns the next cell. Its error is [repl.ErrInterrupted] where the user
// gave it up, and io.EOF where the user leaves or the terminal is gone.
func (e *Editor) Read() (source string, err error) {
	ahead, err := e.tty.enter()
	if err != nil {
		return "", err
	}
	e.typed.expect(ahead)
	defer func() { err = errors.Join(err, e.end()) }()
	e.begin()
	r := reading{Editor: e, resizes: make(chan os.Signal, 1), answers: make(chan answer), done: make(chan struct{})}
	defer close(r.done)
	defer notifyResize(r.resizes)()
	return r.run()
}

// Restore gives the terminal back as it was, for an end at any time; what follows
// stands below the cell that was being typed.
func (e *Editor) Restore() {
	if e.tty.isRaw() {
		_, _ = io.WriteString(e.o.Out, "\r\n"+clearToEnd)
	}
	_ = e.tty.leave()
}

func (e *Editor) begin() {
	e.mu.Lock()
	defer e.mu.Unlock()
	style := plainly
	if e.o.Color {
		style = coloured
	}
	killed := ""
	if e.state != nil {
		killed = e.state.killed
	}
	e.state = &state{assistant: e.o.Assistant, style: style, colour: e.o.Color, earlier: e.earlier}
	e.state.killed = killed
	e.state.width, e.state.height = e.tty.size()
	e.active = true
	e.view.forget()
}

func (e *Editor) end() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.active = false
	return e.tty.leave()
}

// earlier returns the cells of the history. An error is shown below the cell.
func (e *Editor) earlier() []string {
	if e.o.Earlier == nil {
		return nil
	}
	cells, err := e.o.Earlier()
	if err != nil {
		e.state.note = err.Error()
	}
	return cells
}

// Above returns a writer to w, which is on the terminal, too. What it gets while a
// cell is typed, such as the output of goroutines, stands above the cell.
func (e *Editor) Above(w io.Writer) io.Writer { return &above{e, w} }

type above struct {
	editor *Editor
	w      io.Writer
}

func (a *above) Write(text []byte) (int, error) {
	e := a.editor
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.active {
		return a.w.Write(text)
	}
	if err := e.view.erase(); err != nil {
		return 0, err
	}
	raw := bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	if !bytes.HasSuffix(raw, []byte("\n")) {
		raw = append(raw, "\r\n"...)
	}
	if _, err := a.w.Write(raw); err != nil {
		return 0, err
	}
	return len(text), e.draw()
}

// draw shows the state.
func (e *Editor) draw() error { return e.view.draw(e.state.rows()) }

// Line reads a line, without its end, for a cell that asks the user: first what was typed ahead of the
// question, then the terminal, until ctx ends. What the user answers to a question
// that has ended goes to the next line or cell.
func (e *Editor) Line(ctx context.Context) (string, error) {
	for {
		if line, ok := e.typed.line(); ok {
			return line, nil
		}
		read, err := e.input.Read(ctx)
		e.typed.add(read)
		switch {
		case errors.Is(err, io.EOF) && len(e.typed.bytes) > 0:
			return e.typed.all(), nil
		case err != nil:
			return "", err
		}
	}
}
