package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"krigo/cell"
	"krigo/internal/textwidth"
)

// Screen prints what cells emit as text: streams as they come, values by their
// text/plain form, and figures as pictures or as files. It is a cell.Output.
type Screen struct {
	// Out gets standard output and values, Err standard error and failures.
	Out, Err io.Writer
	// Color allows ANSI colours.
	Color bool
	// Size returns the present size of the terminal if Out is one, and is nil otherwise. On a
	// terminal passing output (cell.Bundle.Passing) is in the lowest lines and redrawn there, and
	// an updated display is redrawn in its place if it is the last; otherwise only the first and
	// the last state are printed, and only the last of passing output.
	Size func() (columns, rows int)
	// Draw returns what draws a PNG file in the terminal, in lines of its own, at a size
	// in CSS pixels (0: the file's own). It is nil where the terminal draws nothing.
	Draw func(png []byte, width, height int) (string, error)
	// Figures, where not empty, is the folder that figures are saved to as PNG files; it
	// is made where it is missing. On a terminal that draws none they go to a new
	// temporary folder otherwise.
	Figures string
	// Links has names of files be links to them (OSC 8).
	Links bool
	// Pager, where not nil, shows a page that is longer than the terminal.
	Pager func(text string) error
	// Ask reads a line from the user; nil if there is no user to ask.
	Ask func(ctx context.Context, prompt string, password bool) (string, error)

	asking  sync.Mutex // held while the user is asked
	mu      sync.Mutex
	live    liveLines
	last    drawn          // the display that ends the screen, where one does
	pending []cell.Display // updates to print when the cell ends
	saved   figureFiles
	midline bool  // Out is within a line
	failure error // of the first text that could not be printed
	idle    bool  // no cell runs
}

// drawn is a display as it was printed.
type drawn struct {
	id, text string
	picture  bool // the text draws one, whose rows are not known
}

// begin starts the output of a cell, and gives the cell the terminal's width.
func (s *Screen) begin(c cell.Cell) cell.Cell {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = false
	c.Columns, _ = s.size()
	return c
}

// size returns the size of the terminal, or 0 without one.
func (s *Screen) size() (columns, rows int) {
	if s.Size == nil {
		return 0, 0
	}
	return s.Size()
}

// Stream prints text to Out or Err.
func (s *Screen) Stream(name, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lift()
	defer s.lower()
	s.last = drawn{}
	if name == "stderr" {
		s.print(s.Err, text)
		return
	}
	s.print(s.Out, text)
}

// Display prints a display, or redraws one.
func (s *Screen) Display(d cell.Display) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lift()
	defer s.lower()
	if d.Passing() && s.Size != nil {
		s.pass(d)
		return
	}
	replaced := s.live.remove(d.ID) || d.Update && s.erase(d.ID)
	if fresh := !d.Update && !d.Passing(); fresh || replaced {
		s.show(d)
		return
	}
	s.postpone(d)
}

// show prints a display, so that it is the last one.
func (s *Screen) show(d cell.Display) {
	shown := s.render(d.Bundle, d.ID)
	s.line(shown.text)
	s.last = shown
}

// postpone has a display, or its latest state, be printed when the cell ends.
func (s *Screen) postpone(d cell.Display) {
	for i, p := range s.pending {
		if p.ID != "" && p.ID == d.ID {
			s.pending = append(s.pending[:i], s.pending[i+1:]...)
			break
		}
	}
	s.pending = append(s.pending, d)
}

// erase removes the display of an ID from the terminal, and reports whether it could: it
// is the last one and in sight.
func (s *Screen) erase(id string) bool {
	columns, height := s.size()
	if columns == 0 || s.last.id != id || s.last.picture {
		return false
	}
	n := rows(s.last.text, columns)
	if n >= height {
		return false
	}
	s.last = drawn{}
	s.up(n)
	return true
}

// up deletes the n rows above the cursor and its own, in which the terminal may have
// echoed ^C. (Clearing would be kept in tmux's history, where it begins in the first row.)
func (s *Screen) up(n int) { fmt.Fprintf(s.Out, "\r\x1b[%dA\x1b[%dM", n, n+1) }

// Clear does nothing: what was printed stays.
func (s *Screen) Clear(bool) {}

// Input asks the user.
func (s *Screen) Input(ctx context.Context, prompt string, password bool) (string, error) {
	if s.Ask == nil {
		return "", cell.ErrNoInput
	}
	s.asking.Lock()
	defer s.asking.Unlock()
	if err := ctx.Err(); err != nil {
		return "", err
	}
	s.hold(true)
	defer s.hold(false)
	return s.Ask(ctx, prompt, password)
}

// hold keeps the live lines away while the user is asked.
func (s *Screen) hold(asking bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lift()
	s.live.held = asking
	s.lower()
}

// Comm does nothing: a terminal has no widgets.
func (s *Screen) Comm(cell.CommMessage) {}

// Finish prints what a cell's end leaves: the last states of displays that
// could not be redrawn, the cell's value, and its failure. It ends the line, for
// the prompt that follows. Where the user is being asked still, the question's
// context is to have ended: it is waited for, so that the terminal is free.
func (s *Screen) Finish(value *cell.Bundle, err error) {
	s.asking.Lock()
	defer s.asking.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.finish(value, err)
	if s.midline {
		s.print(s.Out, "\n")
	}
}

// finishCell is Finish for a script, whose output goes on in the same line.
func (s *Screen) finishCell(value *cell.Bundle, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.finish(value, err)
}

func (s *Screen) finish(value *cell.Bundle, err error) {
	s.lift()
	for _, text := range s.live.end() {
		s.line(text)
	}
	for _, d := range s.pending {
		s.show(d)
	}
	s.pending, s.idle = nil, true
	if value != nil {
		s.line(s.render(*value, "").text)
	}
	s.last = drawn{}
	if err != nil {
		s.fail(err)
	}
}

// fail prints a failure to Err, from the beginning of a line. Out gets only what the cell wrote.
func (s *Screen) fail(err error) {
	if s.midline {
		s.print(s.Err, "\n")
	}
	lines := []string{err.Error()}
	if failure := (*cell.Error)(nil); errors.As(err, &failure) {
		lines = failure.Traceback(s.Color)
	}
	for i, line := range lines {
		if line = textwidth.VisibleInColour(line); !isPointedAt(lines, i) {
			line = s.wrapped(line)
		}
		fmt.Fprintln(s.Err, line)
	}
}

// wrapped is text whose words the terminal does not break.
func (s *Screen) wrapped(text string) string {
	if columns, _ := s.size(); columns > 0 {
		return textwidth.Wrap(text, columns)
	}
	return text
}

// isPointedAt reports whether the line below is a caret, or this one is: neither may move
// against the other.
func isPointedAt(lines []string, i int) bool {
	isCaret := func(line string) bool {
		return strings.HasSuffix(line, "^") || strings.HasSuffix(line, "^\x1b[0m")
	}
	return isCaret(lines[i]) || i+1 < len(lines) && isCaret(lines[i+1])
}

// line prints text on lines of its own.
func (s *Screen) line(text string) {
	if text == "" {
		return
	}
	if s.midline {
		s.print(s.Out, "\n")
	}
	s.print(s.Out, strings.TrimSuffix(text, "\n")+"\n")
}

func (s *Screen) print(w io.Writer, text string) {
	if text == "" {
		return
	}
	s.midline = !strings.HasSuffix(text, "\n")
	if _, err := io.WriteString(w, text); err != nil && s.failure == nil {
		s.failure = err
	}
}

// Failure reports that something could not be printed.
func (s *Screen) Failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failure
}

// errNoAnswer is the error of a cell that asks after the input has ended.
var errNoAnswer = fmt.Errorf("the input ended before the question was answered: %w", io.EOF)

// AskFrom returns a function for Screen.Ask that prints the prompt to w and
// reads lines by line, until the question's context ends. hide, where not nil, turns the
// terminal's echo off for a password; its result turns it on again.
func AskFrom(line func(context.Context) (string, error), w io.Writer, hide func() (show func() error, err error)) func(context.Context, string, bool) (string, error) {
	return func(ctx context.Context, prompt string, password bool) (string, error) {
		fmt.Fprint(w, prompt)
		if !password || hide == nil {
			return answerFrom(ctx, line, w)
		}
		show, err := hide()
		if err != nil {
			return "", err
		}
		answer, err := answerFrom(ctx, line, w)
		if err == nil {
			fmt.Fprintln(w) // which was not echoed
		}
		return answer, errors.Join(err, show())
	}
}

func answerFrom(ctx context.Context, line func(context.Context) (string, error), w io.Writer) (string, error) {
	answer, err := line(ctx)
	if errors.Is(err, io.EOF) {
		fmt.Fprintln(w)
		err = errNoAnswer
	}
	return strings.TrimRight(answer, "\r\n"), err
}
