package lineedit

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"krigo/cell"
	"krigo/internal/repl"
)

// escapeDelay is the time that the rest of a sequence may take after an escape, before
// that is the key; completeDelay the time that candidates may take before keys that
// follow are handled.
const (
	escapeDelay   = 50 * time.Millisecond
	completeDelay = 50 * time.Millisecond
)

// reading is one call of Read.
type reading struct {
	*Editor
	resizes chan os.Signal
	answers chan answer
	done    chan struct{} // closed when Read returns
	about   snapshot      // the candidate whose description was asked for
}

// answer is the assistant's answer for a state of the cell: candidates, or the description of the
// chosen one.
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
	did := r.change(k)
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

// change has the state do what a key says.
func (r *reading) change(k key) action {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.press(k)
}

// clear clears the screen.
func (r *reading) clear() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.view.forget()
	_, err := io.WriteString(r.o.Out, clearDisplay)
	return err
}

// outside gives the terminal to another program until run returns. Its error is shown below the
// cell.
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
	go r.answer(func() answer {
		return answer{of: at, found: r.o.Assistant.Complete(at.text, at.cursor), candidate: true}
	})
	select {
	case a := <-r.answers:
		r.take(a)
	case <-time.After(completeDelay):
		r.tell("…")
	}
}

// tell shows a note below the cell until the next key.
func (r *reading) tell(note string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state.note = note
}

// answer asks the assistant and delivers its answer, unless it is no longer awaited. A panic
// finds the terminal as it was.
func (r *reading) answer(find func() answer) {
	defer func() {
		if p := recover(); p != nil {
			r.Restore()
			panic(p)
		}
	}()
	select {
	case r.answers <- find():
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
	go r.answer(func() answer {
		found, _ := r.o.Assistant.Inspect(chosen.text, chosen.cursor, 0)
		return answer{of: chosen, about: firstSentence(found)}
	})
}

// show draws the cell.
func (r *reading) show() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.describe()
	return r.draw()
}

// wait waits for what happens next: keys, another size, an answer. It reports whether
// what has been read of a key is all of it.
func (r *reading) wait() (final bool, err error) {
	var escape <-chan time.Time
	if len(r.typed.bytes) > 0 && !bytes.HasPrefix(r.typed.bytes, []byte(pasteStart)) {
		escape = time.After(escapeDelay)
	}
	select {
	case got := <-r.input.Ask():
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
func (r *reading) read(got repl.Chunk) error {
	r.input.Taken()
	r.typed.add(got.Bytes)
	if len(got.Bytes) == 0 && got.Err != nil {
		return errors.Join(r.leaveRows(""), got.Err)
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
