package lineedit

import (
	"fmt"
	"io"
	"strings"
)

// view keeps rows on the terminal, below what was printed, and rewrites those that change.
type view struct {
	w      io.Writer
	rows   []row // that are on the terminal
	row    int   // of them the cursor's
	column int
}

// Sequences of ECMA-48 and xterm.
const (
	toLineStart  = "\r"
	clearToEnd   = "\x1b[J"
	clearLine    = "\x1b[K"
	clearDisplay = "\x1b[H\x1b[2J"
	// A terminal that knows these shows what is between them at once.
	beginUpdate = "\x1b[?2026h"
	endUpdate   = "\x1b[?2026l"
)

// draw replaces the rows that are shown, and puts the cursor in one of the new ones.
func (v *view) draw(rows []row, cursorRow, cursorColumn int) error {
	var b strings.Builder
	b.WriteString(beginUpdate + v.toTop())
	if len(v.rows) == 0 {
		b.WriteString(clearToEnd) // what was typed ahead was echoed here
	}
	for i, r := range rows {
		if i > 0 {
			b.WriteString("\r\n")
		}
		if i >= len(v.rows) || v.rows[i] != r {
			b.WriteString(r.text + clearLine)
		}
	}
	if len(v.rows) > len(rows) {
		b.WriteString("\r\n" + clearToEnd + up(1))
	}
	b.WriteString(up(len(rows)-1-cursorRow) + toLineStart + right(cursorColumn) + endUpdate)
	v.rows, v.row, v.column = rows, cursorRow, cursorColumn
	_, err := io.WriteString(v.w, b.String())
	return err
}

// erase removes the rows, and leaves the cursor where the first was.
func (v *view) erase() error {
	_, err := io.WriteString(v.w, v.toTop()+clearToEnd)
	v.forget()
	return err
}

// forget takes the cursor for being where the next rows are to begin.
func (v *view) forget() { v.rows, v.row, v.column = nil, 0, 0 }

// toTop moves to the start of the first row.
func (v *view) toTop() string { return up(v.row) + toLineStart }

// resized sets the new width of the terminal: it has broken the rows that
// are too long for it.
func (v *view) resized(width int) error {
	above := 0
	for _, r := range v.rows[:min(v.row, len(v.rows))] {
		above += max((r.width+width-1)/width, 1)
	}
	v.row = above + v.column/width
	return v.erase()
}

func up(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf("\x1b[%dA", n)
}

func right(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf("\x1b[%dC", n)
}
