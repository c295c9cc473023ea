package lineedit

import (
	"fmt"
	"slices"
	"strings"
)

// search looks for an earlier cell by a text in it, while its letters are typed.
type search struct {
	cells []string // the earlier ones, the latest first
	query string
	found []string // those with the query
	at    int
	draft snapshot // what was typed before
}

// startSearch opens the search.
func (s *state) startSearch() action {
	cells := slices.Clone(s.earlier())
	slices.Reverse(cells)
	s.search = &search{cells: cells, found: cells, draft: s.snapshot, at: -1}
	return goOn
}

// pressSearch is press while the search is open. It reports whether the key was for
// the search; any other one ends it, with what was found to be edited.
func (s *state) pressSearch(k key) bool {
	switch q := s.search; k {
	case key{code: 'r', mods: ctrl}, key{code: keyUp}:
		q.at = min(q.at+1, len(q.found)-1)
	case key{code: 's', mods: ctrl}, key{code: keyDown}:
		q.at = max(q.at-1, 0)
	case key{code: keyEnter}, key{code: keyEscape}, key{code: keyTab}:
		s.endSearch()
		return true
	case key{code: 'g', mods: ctrl}, key{code: 'c', mods: ctrl}:
		s.search, s.snapshot = nil, s.search.draft
		return true
	case key{code: keyBackspace}:
		runes := []rune(q.query)
		q.look(string(runes[:max(len(runes)-1, 0)]))
	default:
		if text := typedText(k); text != "" {
			q.look(q.query + text)
			break
		}
		s.endSearch()
		return false
	}
	s.showFound()
	return true
}

// typedText returns the text that a key or paste inserts in a line, or "".
func typedText(k key) string {
	switch {
	case k.code == keyPaste:
		return strings.ReplaceAll(k.text, "\n", " ")
	case k.code >= ' ' && k.mods == 0:
		return string(rune(k.code))
	}
	return ""
}

// look finds the cells with a text in them; capitals count where it has some.
func (q *search) look(query string) {
	q.query, q.at, q.found = query, 0, nil
	for _, c := range q.cells {
		in := c
		if query == strings.ToLower(query) {
			in = strings.ToLower(c)
		}
		if strings.Contains(in, query) {
			q.found = append(q.found, c)
		}
	}
}

// showFound shows the cell that was found, or what was typed.
func (s *state) showFound() {
	s.snapshot = s.search.draft
	if q := s.search; q.at >= 0 && q.at < len(q.found) {
		s.snapshot = snapshot{q.found[q.at], len(q.found[q.at])}
	}
}

// endSearch leaves what was found, to be edited.
func (s *state) endSearch() {
	found := s.snapshot
	s.snapshot, s.search = s.search.draft, nil
	s.set(found.text)
}

// rowOfSearch returns the row below the cell, which has the cursor.
func (s *state) rowOfSearch() row {
	q := s.search
	place := ""
	switch {
	case len(q.found) == 0:
		place = "  (no earlier cell has this)"
	case q.at >= 0:
		place = fmt.Sprintf("  (%d of %d)", q.at+1, len(q.found))
	}
	return s.below(s.searchLabel()+place, "")
}

func (s *state) searchLabel() string { return "search: " + s.search.query }
