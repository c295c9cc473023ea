package lineedit

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"krigo/cell"
	"krigo/repl"
)

// Assistant helps while a cell is typed; *interp.Session is one. Complete and
// Inspect are called from goroutines of their own.
type Assistant interface {
	Complete(source string, cursor int) cell.Completion
	IsComplete(source string) cell.Completeness
	Inspect(source string, cursor, detail int) (cell.Bundle, bool)
}

// Options say what an editor reads from and what it has.
type Options struct {
	// In and Out are the terminal.
	In, Out *os.File
	// Assistant completes and explains.
	Assistant Assistant
	// Earlier lists earlier cells, each once, the latest at the end.
	Earlier func() ([]string, error)
	// Color allows colours.
	Color bool
}

// Editor reads cells from a terminal. It is a [repl.Reader].
type Editor struct {
	o   Options
	tty *tty

	input *input
	typed typed

	mu     sync.Mutex // guards what follows against Above
	view   view
	state  *state
	active bool // a cell is being typed
}

var _ repl.Reader = (*Editor)(nil)

// New returns an editor.
func New(o Options) *Editor {
	return &Editor{o: o, tty: newTTY(o.In, o.Out), input: newInput(o.In), view: view{w: o.Out}}
}

// escapeDelay is how long the rest of a sequence may take after an escape, before
// that is the key; completeDelay how long candidates may take before keys that
// follow are obeyed.
const (
	escapeDelay   = 50 * time.Millisecond
	completeDelay = 50 * time.Millisecond
)

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

// Restore gives the terminal back as it was, for an end at any time.
func (e *Editor) Restore() { _ = e.tty.leave() }

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

// earlier are the cells of the history. An error is told below the cell.
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

// Stdin is what a cell reads that asks the user for a line: first what was typed
// ahead of it, then the terminal. It gives no more than a line at a time.
func (e *Editor) Stdin() io.Reader { return &typedAhead{e} }

type typedAhead struct{ editor *Editor }

func (t *typedAhead) Read(to []byte) (int, error) {
	e := t.editor
	if len(e.typed.bytes) == 0 {
		return e.o.In.Read(to)
	}
	return e.typed.line(to), nil
}

// reading is one call of Read.
type reading struct {
	*Editor
	resizes chan os.Signal
	answers chan answer
	done    chan struct{} // closed when Read returns
	about   snapshot      // the candidate whose description was asked for
}

// answer is what the assistant found for a state of the cell: candidates, or what
// the chosen one is for.
type answer struct {
	of        snapshot
	found     cell.Completion
	candidate bool
	about     string
}

func (r *reading) run() (string, error) {
	if err := r.show(); err != nil {
		return "", err
	}
	for final := false; ; {
		did, err := r.pressAll(final)
		if err != nil {
			return "", err
		}
		switch did {
		case accept:
			return r.accepted()
		case giveUp:
			return "", errors.Join(r.leaveRows("^C"), repl.ErrInterrupted)
		case leave:
			return "", errors.Join(r.leaveRows(""), io.EOF)
		}
		if err := r.show(); err != nil {
			return "", err
		}
		if final, err = r.wait(); err != nil {
			return "", err
		}
	}
}

// pressAll presses the keys that have been read, until one ends the cell.
func (r *reading) pressAll(final bool) (action, error) {
	for {
		k, ok := r.typed.next(final)
		if !ok {
			return goOn, nil
		}
		if did, err := r.press(k); did != goOn || err != nil {
			return did, err
		}
	}
}

// press presses a key and does what it asks for, if that ends nothing.
func (r *reading) press(k key) (action, error) {
	r.mu.Lock()
	did := r.state.press(k)
	r.mu.Unlock()
	switch did {
	case ask:
		r.complete()
	case clearAll:
		return goOn, r.clear()
	case suspend:
		return goOn, r.outside(suspendProcess)
	case compose:
		return goOn, r.outside(r.compose)
	default:
		return did, nil
	}
	return goOn, nil
}

// clear clears the screen.
func (r *reading) clear() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.view.forget()
	_, err := io.WriteString(r.o.Out, clearDisplay)
	return err
}

// outside gives the terminal to another program for as long as run takes. An error
// of it is told below the cell.
func (r *reading) outside(run func() error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := errors.Join(r.view.erase(), r.tty.leave()); err != nil {
		return err
	}
	failed := run()
	ahead, err := r.tty.enter()
	r.typed.expect(ahead)
	if failed != nil {
		r.state.note = failed.Error()
	}
	r.state.width, r.state.height = r.tty.size()
	return err
}

func (r *reading) compose() error {
	text, err := composeIn(r.state.text, r.o.In, r.o.Out)
	if err == nil {
		r.state.set(text)
	}
	return err
}

// complete asks the assistant for candidates, and waits for them a moment.
func (r *reading) complete() {
	at := r.state.snapshot
	go func() {
		r.answer(answer{of: at, found: r.o.Assistant.Complete(at.text, at.cursor), candidate: true})
	}()
	select {
	case a := <-r.answers:
		r.take(a)
	case <-time.After(completeDelay):
		r.state.note = "…"
	}
}

// answer hands an answer over, unless nobody waits for it any more.
func (r *reading) answer(a answer) {
	select {
	case r.answers <- a:
	case <-r.done:
	}
}

// take takes an answer, unless the cell is another now.
func (r *reading) take(a answer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if a.candidate {
		if a.of == r.state.snapshot {
			r.state.note = ""
			r.state.offer(a.found)
		}
		return
	}
	if now, unknown := r.state.chosen(); unknown && now == a.of {
		r.state.menu.about = a.about
	}
}

// describe asks the assistant what the chosen candidate is for.
func (r *reading) describe() {
	chosen, unknown := r.state.chosen()
	if !unknown || chosen == r.about {
		return
	}
	r.about = chosen
	go func() {
		found, _ := r.o.Assistant.Inspect(chosen.text, chosen.cursor, 0)
		r.answer(answer{of: chosen, about: firstSentence(found)})
	}()
}

// show draws the cell.
func (r *reading) show() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.describe()
	return r.draw()
}

// wait waits for what happens next: keys, another size, an answer. It tells whether
// what has been read of a key is all of it.
func (r *reading) wait() (final bool, err error) {
	r.input.ask()
	var escape <-chan time.Time
	if len(r.typed.bytes) > 0 && !bytes.HasPrefix(r.typed.bytes, []byte(pasteStart)) {
		escape = time.After(escapeDelay)
	}
	select {
	case got := <-r.input.got:
		return false, r.read(got)
	case <-escape:
		return true, nil
	case a := <-r.answers:
		r.take(a)
	case <-r.resizes:
		return false, r.resize()
	}
	return false, nil
}

// read takes what was read from the terminal.
func (r *reading) read(got readResult) error {
	r.input.taken()
	r.typed.add(got.bytes)
	if len(got.bytes) == 0 && got.err != nil {
		return errors.Join(r.leaveRows(""), got.err)
	}
	return nil
}

// resize fits the rows to another size of the terminal.
func (r *reading) resize() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	width, height := r.tty.size()
	if width == r.state.width && height == r.state.height {
		return nil
	}
	r.state.width, r.state.height = width, height
	return r.view.resized(width)
}

// accepted leaves the whole cell on the screen, and returns it.
func (r *reading) accepted() (string, error) {
	err := r.leaveRows("")
	return strings.TrimRight(r.state.text, " \t\n"), err
}

// leaveRows leaves the whole cell on the screen with a mark behind it, and the
// cursor below.
func (r *reading) leaveRows(mark string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	rows := r.state.allRows()
	last := len(rows) - 1
	rows[last].text += mark
	if len(rows) > r.state.height || r.state.top > 0 {
		if err := r.view.erase(); err != nil {
			return err
		}
	}
	err := r.view.draw(rows, last, rows[last].width)
	_, lineErr := io.WriteString(r.o.Out, "\r\n")
	r.active = false
	return errors.Join(err, lineErr)
}
