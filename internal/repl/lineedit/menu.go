package lineedit

import (
	"fmt"
	"strings"

	"krigo/cell"
)

// menu lists candidates for what is before the cursor.
type menu struct {
	found []cell.Match // all of them, in their order
	start int          // where what they replace begins
	tail  int          // how many bytes of the cell are behind it
	typed string       // what was there when they were asked for

	shown  []cell.Match // those that what is typed leaves
	chosen int
	top    int    // the first of shown that is on the screen
	about  string // what the chosen one is for, where that is known
}

// offer takes an answer of the assistant: it inserts the only candidate, or what
// all those begin with that begin with what is typed, or opens the menu.
func (s *state) offer(found cell.Completion) {
	if len(found.Matches) == 0 || found.Start < 0 || found.Start > s.cursor || found.End < s.cursor || found.End > len(s.text) {
		s.menu, s.note = nil, "no completion"
		return
	}
	typed := s.text[found.Start:s.cursor]
	switch common := commonStart(found.Matches, typed); {
	case len(found.Matches) == 1:
		s.menu = nil
		s.replace(found.Start, found.End, found.Matches[0].Text)
	case len(common) > len(typed) && s.menu == nil:
		s.replace(found.Start, found.End, common)
	default:
		s.menu = &menu{found: found.Matches, start: found.Start, tail: len(s.text) - found.End, typed: typed}
		s.menu.narrow(typed)
	}
}

// commonStart returns the common start of the candidates that begin with the typed text, in any
// case.
func commonStart(matches []cell.Match, typed string) string {
	common, any := "", false
	for _, m := range matches {
		if !hasPrefixFold(m.Text, typed) {
			continue
		}
		if !any {
			common, any = m.Text, true
			continue
		}
		for !strings.HasPrefix(m.Text, common) {
			runes := []rune(common)
			common = string(runes[:len(runes)-1])
		}
	}
	return common
}

func hasPrefixFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

// narrow leaves those candidates that have the characters of what is typed in this
// order, first those that begin with it.
func (m *menu) narrow(typed string) {
	m.shown, m.chosen, m.top, m.about = nil, 0, 0, ""
	if typed == m.typed {
		m.shown = m.found
		return
	}
	var rest []cell.Match
	for _, c := range m.found {
		switch {
		case hasPrefixFold(c.Text, typed):
			m.shown = append(m.shown, c)
		case isScattered(c.Text, typed):
			rest = append(rest, c)
		}
	}
	m.shown = append(m.shown, rest...)
}

// isScattered reports whether text has the characters of typed in their order.
func isScattered(text, typed string) bool {
	rest := []rune(strings.ToLower(typed))
	for _, r := range strings.ToLower(text) {
		if len(rest) > 0 && r == rest[0] {
			rest = rest[1:]
		}
	}
	return len(rest) == 0
}

// move chooses another candidate, from the last one on the first.
func (m *menu) move(by int) {
	m.chosen = ((m.chosen+by)%len(m.shown) + len(m.shown)) % len(m.shown)
	m.about = ""
}

// page moves by many, and stops at the ends.
func (m *menu) page(by int) {
	m.chosen = min(max(m.chosen+by, 0), len(m.shown)-1)
	m.about = ""
}

// pressMenu is press while the menu is open. It reports whether the key was for the
// menu, which any other one closes.
func (s *state) pressMenu(k key) bool {
	m := s.menu
	if len(m.shown) == 1 && k == (key{code: keyTab}) {
		k = key{code: keyEnter} // there is nothing to choose
	}
	switch k {
	case key{code: keyTab}, key{code: keyDown}, key{code: 'n', mods: ctrl}:
		m.move(1)
	case key{code: keyTab, mods: shift}, key{code: keyUp}, key{code: 'p', mods: ctrl}:
		m.move(-1)
	case key{code: keyPageDown}:
		m.page(s.menuRows())
	case key{code: keyPageUp}:
		m.page(-s.menuRows())
	case key{code: keyEnter}:
		s.take()
	case key{code: keyEscape}, key{code: 'g', mods: ctrl}:
		s.menu = nil
	case key{code: keyBackspace}:
		s.delete(s.before(), s.cursor)
		s.narrowMenu()
	default:
		if k.mods != 0 || k.code < ' ' || !m.takes(rune(k.code)) {
			s.menu = nil
			return false
		}
		s.typeRune(rune(k.code))
		s.narrowMenu()
	}
	return true
}

// takes reports whether a character may be one of what is listed.
func (m *menu) takes(r rune) bool {
	return isWord(r) || isPath(m.shown[0]) && !strings.ContainsRune("\"`/", r)
}

func isPath(m cell.Match) bool { return m.Type == "path" }

// label returns a candidate's text in the list: a path without the folders that are typed.
func (m *menu) label(c cell.Match) string {
	if !isPath(c) {
		return c.Text
	}
	return strings.TrimPrefix(c.Text, m.typed[:strings.LastIndexByte(m.typed, '/')+1])
}

// narrowMenu fits the menu to what is typed now.
func (s *state) narrowMenu() {
	if s.cursor < s.menu.start+len(s.menu.typed) {
		s.menu = nil // there would be more than were asked for
		return
	}
	s.menu.narrow(s.text[s.menu.start:s.cursor])
	if len(s.menu.shown) == 0 {
		s.menu = nil
	}
}

// take puts the chosen candidate in its place.
func (s *state) take() {
	s.snapshot = s.taken(s.remember)
	s.menu = nil
}

// taken returns the cell with the chosen candidate in its place, after before was called.
func (s *state) taken(before func()) snapshot {
	m := s.menu
	before()
	head := s.text[:m.start] + m.shown[m.chosen].Text
	return snapshot{head + s.text[len(s.text)-m.tail:], len(head)}
}

// menuRows returns the number of candidates shown at once: with the two lines below, a
// third of the screen.
func (s *state) menuRows() int {
	return min(max(s.height/3-2, 2), len(s.menu.shown))
}

// widestName bounds the column of names, in columns.
const widestName = 32

// rowsOfMenu returns the rows below the cell: candidates, their number, and what the
// chosen one is for.
func (s *state) rowsOfMenu() []row {
	m := s.menu
	n := s.menuRows()
	m.top = min(max(m.top, m.chosen-n+1), m.chosen)
	names, kinds := 0, 0
	for _, c := range m.shown[m.top : m.top+n] {
		names, kinds = max(names, columns(m.label(c))), max(kinds, columns(c.Type))
	}
	names = min(names, widestName, s.width/2)
	var rows []row
	for i, c := range m.shown[m.top : m.top+n] {
		mark, style := "  ", ""
		if m.top+i == m.chosen {
			mark, style = "> ", chosenStyle
		}
		text := mark + padded(m.label(c), names) + "  " + padded(c.Type, kinds) + "  " + strings.TrimSpace(c.Signature)
		rows = append(rows, s.below(text, style))
	}
	place := fmt.Sprintf("%d of %d", m.chosen+1, len(m.shown))
	if m.about != "" {
		place += ": " + m.about
	}
	lines := folded(place, s.width-3, 2)
	for i := range 2 { // always, so that the rows above stay where they are
		line := ""
		if i < len(lines) {
			line = "  " + lines[i]
		}
		rows = append(rows, s.below(line, faintStyle))
	}
	return rows
}

// folded breaks text at spaces into at most n lines of a width.
func folded(text string, width, n int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case columns(line)+1+columns(word) <= width || len(lines) == n-1:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, fitted(line, width))
}

// below returns a row of text that is cut to the width of the screen.
func (s *state) below(text, style string) row {
	text = fitted(strings.NewReplacer("\n", " ", "\t", " ").Replace(text), s.width-1)
	width := columns(text)
	if style != "" && s.colour {
		text = style + text + plainStyle
	}
	return row{text, width}
}
