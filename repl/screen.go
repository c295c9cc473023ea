package repl

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"krigo/cell"
)

// Screen prints what cells emit as text: streams as they come, values by their
// text/plain form. It is an cell.Output.
type Screen struct {
	// Out gets standard output and values, Err standard error and failures.
	Out, Err io.Writer
	// Color allows ANSI colours.
	Color bool
	// Columns is the width of the terminal, where Out is one. A display that
	// is updated is then redrawn in place; elsewhere only its first and its
	// last state are printed, and of what passes (cell.Bundle.Passing) the last.
	Columns int
	// Figures, where not empty, is the folder that images are saved to.
	Figures string
	// Ask reads a line from the user; nil where nobody can be asked.
	Ask func(prompt string, password bool) (string, error)

	mu      sync.Mutex
	last    drawn    // the display that ends the screen, where one does
	pending []drawn  // updates to print when the cell ends
	files   []string // figures by number
	midline bool     // Out is within a line
}

// drawn is a display as text.
type drawn struct {
	id, text string
}

// Stream prints text to Out or Err.
func (s *Screen) Stream(name, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
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
	fresh := drawn{id: d.ID, text: s.render(d.Bundle, d.ID)}
	switch {
	case s.Columns == 0 && d.Passing() && !d.Update:
		s.pending = append(s.pending, fresh)
	case !d.Update:
		s.line(fresh.text)
		s.last = fresh
	case s.Columns > 0 && s.last.id == d.ID:
		// The cursor need not be where it was left: the terminal echoes ^C.
		fmt.Fprintf(s.Out, "\r\x1b[%dA\x1b[J", rows(s.last.text, s.Columns))
		s.line(fresh.text)
		s.last = fresh
	default:
		s.pending = slices.DeleteFunc(s.pending, func(p drawn) bool { return p.id == d.ID })
		s.pending = append(s.pending, fresh)
	}
}

// Clear does nothing: what was printed stays.
func (s *Screen) Clear(bool) {}

// Page prints a page.
func (s *Screen) Page(b cell.Bundle) {
	s.Display(cell.Display{Bundle: b})
}

// Input asks the user.
func (s *Screen) Input(_ context.Context, prompt string, password bool) (string, error) {
	if s.Ask == nil {
		return "", cell.ErrNoInput
	}
	return s.Ask(prompt, password)
}

// Comm does nothing: a terminal has no widgets.
func (s *Screen) Comm(cell.CommMessage) {}

// Finish prints what a cell's end leaves: the last states of displays that
// could not be redrawn, the cell's value, and its failure. It ends the line, for
// the prompt that follows.
func (s *Screen) Finish(value *cell.Bundle, err error) {
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
	for _, p := range s.pending {
		s.line(p.text)
	}
	s.pending, s.last = nil, drawn{}
	if value != nil {
		s.line(s.render(*value, ""))
	}
	if err != nil {
		s.fail(err)
	}
}

func (s *Screen) fail(err error) {
	if s.midline {
		s.print(s.Out, "\n")
	}
	lines := []string{err.Error()}
	if failure := (*cell.Error)(nil); errors.As(err, &failure) {
		lines = failure.Traceback(s.Color)
	}
	for _, line := range lines {
		fmt.Fprintln(s.Err, line)
	}
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
	io.WriteString(w, text)
}

// render is a bundle's text, and the file that its figure went to.
func (s *Screen) render(b cell.Bundle, id string) string {
	text, _ := b.Data["text/plain"].(string)
	image, _ := b.Data["image/png"].(string)
	if image == "" || s.Figures == "" {
		return text
	}
	path, err := s.save(image, id)
	if err != nil {
		return fmt.Sprintf("%s\nfigure not saved: %v", text, err)
	}
	return fmt.Sprintf("%s\n%s", text, path)
}

// save writes a figure's PNG. One that has an ID keeps its file.
func (s *Screen) save(image, id string) (string, error) {
	raw, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(image), ""))
	if err != nil {
		return "", err
	}
	number := slices.Index(s.files, id) + 1
	if id == "" || number == 0 {
		s.files = append(s.files, id)
		number = len(s.files)
	}
	path := filepath.Join(s.Figures, fmt.Sprintf("figure-%d.png", number))
	return path, os.WriteFile(path, raw, 0o644)
}

// rows is how many rows of a terminal a text takes.
func rows(text string, columns int) int {
	n := 0
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		n += 1 + max(utf8.RuneCountInString(line)-1, 0)/columns
	}
	return n
}

// errNoAnswer tells a cell that asks that the input has ended.
var errNoAnswer = fmt.Errorf("the input ended before the question was answered: %w", io.EOF)

// AskFrom returns a function for Screen.Ask that prints the prompt to w and
// reads lines from r; secret, where not nil, reads a password without an echo.
func AskFrom(r *bufio.Reader, w io.Writer, secret func() (string, error)) func(string, bool) (string, error) {
	return func(prompt string, password bool) (string, error) {
		fmt.Fprint(w, prompt)
		if password && secret != nil {
			answer, err := secret()
			fmt.Fprintln(w)
			return answer, err
		}
		line, err := r.ReadString('\n')
		switch {
		case err == io.EOF && line != "":
			err = nil
		case err == io.EOF:
			fmt.Fprintln(w)
			err = errNoAnswer
		}
		return strings.TrimRight(line, "\r\n"), err
	}
}
