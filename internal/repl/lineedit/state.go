package lineedit

import (
	"strings"

	"krigo/cell"
)

// action is the action of the editor after a key.
type action int

const (
	goOn     action = iota
	accept          // the cell is typed
	giveUp          // the user gave the cell up
	leave           // and the session
	clearAll        // the screen
	suspend         // the process
	compose         // the cell in the user's editor
	ask             // the assistant for candidates
)

// state is the visible state: the cell, and what is open below it.
type state struct {
	buffer
	assistant Assistant
	style     styler
	colour    bool
	// earlier are the cells of all sessions, each once, the latest at the end.
	earlier func() []string

	width, height int
	top           int // the first of the cell's rows that is on the screen
	menu          *menu
	search        *search
	recall        recall
	note          string // shown below the cell until the next key
	prefixed      bool   // Ctrl-X was pressed
}

// press does what a key says.
func (s *state) press(k key) action {
	s.note = ""
	if s.menu != nil && s.pressMenu(k) || s.search != nil && s.pressSearch(k) {
		return goOn
	}
	moving := s.moving
	did := s.do(k)
	if moving && k.code != keyUp && k.code != keyDown {
		s.moving = false
	}
	return did
}

func (s *state) do(k key) action {
	if s.prefixed {
		s.prefixed = false
		if run := afterX[k]; run != nil {
			return run(s)
		}
		return goOn
	}
	switch run := bindings[k]; {
	case run != nil:
		return run(s)
	case k.code == keyPaste:
		s.insert(k.text)
	case k.code == keyLine:
		s.insert(k.text)
		return s.enterLine()
	case k.code >= ' ' && k.mods == 0:
		s.typed(rune(k.code))
	}
	return goOn
}

// typed inserts a character; a closing bracket and the head of a case go to the
// indentation of their opening line.
func (s *state) typed(r rune) {
	s.typeRune(r)
	indent, ok := "", false
	if strings.ContainsRune("})]:", r) {
		indent, ok = dedented(s.text[:s.cursor])
	}
	start := s.lineStart(s.cursor)
	if old := indentOf(s.text[start:s.cursor]); ok && old != indent {
		behind := len(s.text) - s.cursor
		s.replace(start, start+len(old), indent)
		s.moveTo(len(s.text) - behind)
	}
}

// enter runs a complete cell when the cursor is in its last line; elsewhere it
// begins a new one, as in IPython.
func (s *state) enter() action {
	if s.isReady() {
		return accept
	}
	return s.newline()
}

// enterLine ends a line that was typed ahead, whose indentation is its own.
func (s *state) enterLine() action {
	if s.isReady() {
		return accept
	}
	s.insert("\n")
	return goOn
}

func (s *state) isReady() bool {
	if strings.TrimSpace(s.text) == "" {
		return true
	}
	below := s.text[s.lineEnd(s.cursor):]
	return strings.TrimSpace(below) == "" && s.assistant.IsComplete(s.text).Status != "incomplete"
}

// newline begins a line, with the indentation that it is to have. Between brackets
// the closing one goes to a line of its own; a blank line keeps no white space.
func (s *state) newline() action {
	start, end := s.lineStart(s.cursor), s.cursor
	indent := newIndent(s.text[:end])
	if strings.TrimSpace(s.text[start:end]) != "" || s.lineEnd(end) != end {
		start = end
	}
	rest := strings.TrimLeft(s.text[end:], " \t")
	if outer := indentOf(s.text[s.lineStart(end):end]); len(indent) > len(outer) && rest != "" && strings.ContainsRune("})]", rune(rest[0])) {
		s.replace(start, len(s.text)-len(rest), "\n"+indent+"\n"+outer)
		s.moveTo(start + 1 + len(indent))
		return goOn
	}
	s.replace(start, end, "\n"+indent)
	return goOn
}

// tab asks for candidates; where a line begins it inserts a tab.
func (s *state) tab() action {
	if line := s.text[s.lineStart(s.cursor):s.cursor]; strings.TrimSpace(line) == "" {
		s.insert("\t")
		return goOn
	}
	return ask
}

// outdent takes a tab from the start of the line.
func (s *state) outdent() action {
	start := s.lineStart(s.cursor)
	if strings.HasPrefix(s.text[start:], "\t") {
		at := s.cursor
		s.replace(start, start+1, "")
		s.moveTo(max(at-1, start))
	}
	return goOn
}

func (s *state) yank() action {
	s.insert(s.killed)
	return goOn
}

func (s *state) undoLast() action {
	s.undo()
	return goOn
}

// end deletes a character; in an empty cell the user leaves.
func (s *state) end() action {
	if s.text == "" {
		return leave
	}
	s.delete(s.cursor, s.after())
	return goOn
}

// chosen returns the cell as it would be with the candidate that the menu shows as
// chosen. It reports whether there is one that can be described and is not yet.
func (s *state) chosen() (snapshot, bool) {
	if s.menu == nil || s.menu.about != "" || isPath(s.menu.shown[s.menu.chosen]) {
		return snapshot{}, false
	}
	return s.taken(func() {}), true
}

// rows returns the rows of the screen: as much of the cell around the cursor as fits, and what is
// open below it. It also returns the place of the cursor.
func (s *state) rows() (shown []row, cursorRow, cursorColumn int) {
	shown, cursorRow, cursorColumn = layout(s.style(s.text, s.cursor), s.cursor, s.width)
	var below []row
	switch {
	case s.menu != nil:
		below = s.rowsOfMenu()
	case s.search != nil:
		below = []row{s.rowOfSearch()}
	case s.note != "":
		below = []row{s.below(s.note, faintStyle)}
	}
	space := max(s.height-len(below), 1)
	s.top = min(max(s.top, cursorRow-space+1), cursorRow, max(len(shown)-space, 0))
	shown = shown[s.top:min(s.top+space, len(shown))]
	if s.search != nil {
		cursorRow, cursorColumn = s.top+len(shown), min(columns(s.searchLabel()), s.width-1)
	}
	return append(shown, below...), cursorRow - s.top, cursorColumn
}

// allRows returns the rows of the whole cell, as they are left on the screen.
func (s *state) allRows() []row {
	shown, _, _ := layout(s.style(s.text, -1), len(s.text), s.width)
	return shown
}

// firstSentence returns the first sentence of a description, in one line.
func firstSentence(b cell.Bundle) string {
	paragraph, _, _ := strings.Cut(strings.TrimSpace(b.Plain()), "\n\n")
	text := strings.Join(strings.Fields(paragraph), " ")
	if sentence, _, more := strings.Cut(text, ". "); more {
		return sentence + "."
	}
	return text
}
