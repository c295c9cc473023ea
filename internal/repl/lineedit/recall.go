package lineedit

import "strings"

// recall walks through earlier cells that begin as the one that is typed.
type recall struct {
	cells  []string // the earlier ones, the latest at the end
	at     int      // of them, or their number for the draft
	prefix string
	draft  snapshot // what was typed
	shown  string   // the cell that was put in its place
	active bool
}

// older goes back by a cell, and newer forth.
func (s *state) older() action { return s.walk(-1) }
func (s *state) newer() action { return s.walk(1) }

func (s *state) walk(by int) action {
	r := &s.recall
	if !r.active || r.shown != s.text {
		if by > 0 {
			return goOn // there is nothing newer than what is typed
		}
		cells := s.earlier()
		*r = recall{cells: cells, at: len(cells), prefix: s.text[:s.cursor], draft: s.snapshot, active: true}
	}
	for at := r.at + by; at >= 0 && at < len(r.cells); at += by {
		if c := r.cells[at]; strings.HasPrefix(c, r.prefix) && c != r.draft.text {
			r.at = at
			s.recalled(c)
			return goOn
		}
	}
	switch {
	case by > 0 && r.at < len(r.cells):
		r.at = len(r.cells)
		s.recalled(r.draft.text)
		s.moveTo(r.draft.cursor)
	case by < 0 && r.prefix != "":
		s.note = "no earlier cell begins so"
	}
	if r.at == len(r.cells) {
		r.active = false
	}
	return goOn
}

func (s *state) recalled(text string) {
	s.set(text)
	s.recall.shown = text
}

// up and down move by a line; from the first and the last they walk through
// earlier cells.
func (s *state) lineUp() action {
	if s.up() {
		return goOn
	}
	return s.older()
}

func (s *state) lineDown() action {
	if s.down() {
		return goOn
	}
	return s.newer()
}
