package cell

import (
	"strings"
	"unicode/utf8"
)

// The styles of a traceback in terminals and notebooks. The colours are from the fixed
// part of the 256: terminals and notebooks redefine the first 16, and Jupyter's yellow
// on white has a contrast of 2. Both have a contrast of at least 4.5 (WCAG 2.1, 1.4.3)
// on white and on black, and colour single words only: the rest is in the reader's own
// colour.
const (
	red   = "\x1b[1;38;5;131m" // #af5f5f: 4.5 on white, 4.6 on black
	green = "\x1b[1;38;5;29m"  // #00875f: 4.5 and 4.6
	bold  = "\x1b[1m"
	plain = "\x1b[0m"
)

// Traceback formats the error for a terminal or a notebook, one line an
// element, with ANSI colours where color is true.
func (e *Error) Traceback(color bool) []string {
	t := traceback{color: color}
	if e.Name == "CompileError" && len(e.Diagnostics) > 0 {
		t.add(t.paint(red, e.Name))
		for _, d := range e.Diagnostics {
			t.diagnostic(d)
		}
	} else {
		message := strings.Split(e.Message, "\n")
		t.add(t.paint(red, e.Name) + ": " + message[0])
		t.lines = append(t.lines, message[1:]...)
		for _, d := range e.Diagnostics {
			t.place(d)
		}
	}
	t.lines = append(t.lines, e.Details...)
	return t.lines
}

type traceback struct {
	color bool
	lines []string
}

func (t *traceback) add(line string) { t.lines = append(t.lines, line) }

func (t *traceback) paint(colour, text string) string {
	if !t.color {
		return text
	}
	return colour + text + plain
}

// Lines formats the fault as Traceback does one that was found before the cell ran, without colours.
func (d Diagnostic) Lines() []string {
	var t traceback
	t.diagnostic(d)
	return t.lines
}

// diagnostic adds a fault that was found before the cell ran: the place, the message,
// and the line with a caret.
func (t *traceback) diagnostic(d Diagnostic) {
	t.add(t.paint(bold, d.Place()) + ": " + d.Message)
	if d.Source != "" {
		t.add("    " + d.Source)
		if d.Column > 0 {
			t.add("    " + t.paint(bold, caret(d.Source, d.Column)))
		}
	}
	if d.Hint != "" {
		t.add("    " + t.paint(green, "hint:") + " " + d.Hint)
	}
}

// caret returns a ^ below the given column of a line; it keeps tabs, so that the ^ is
// in place whatever their width.
func caret(line string, column int) string {
	var b strings.Builder
	for _, r := range line {
		if utf8.RuneCountInString(b.String()) >= column-1 {
			break
		}
		if r != '\t' {
			r = ' '
		}
		b.WriteRune(r)
	}
	for utf8.RuneCountInString(b.String()) < column-1 {
		b.WriteByte(' ')
	}
	return b.String() + "^"
}

// place adds a line at which a cell was when it failed.
func (t *traceback) place(d Diagnostic) {
	where := t.paint(bold, d.Place())
	if d.Message != "" {
		where += ": " + d.Message
	}
	t.add("  " + where)
	if source := strings.TrimSpace(d.Source); source != "" {
		t.add("      " + source)
	}
}
