package interp

import (
	"strings"
	"sync"

	"krigo/cell"
)

// keptSources is the number of cells whose source is kept for error messages.
const keptSources = 512

// sources are the texts of the latest cells by label.
type sources struct {
	mu     sync.Mutex
	text   map[string]string
	labels []string // oldest first
}

func (s *sources) keep(c cell.Cell) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.text == nil {
		s.text = map[string]string{}
	}
	if _, ok := s.text[c.Label]; !ok {
		s.labels = append(s.labels, c.Label)
	}
	s.text[c.Label] = c.Source
	if len(s.labels) > keptSources {
		delete(s.text, s.labels[0])
		s.labels = s.labels[1:]
	}
}

// line returns line n, from 1, of the cell of that label, or "".
func (s *sources) line(label string, n int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return lineOf(s.text[label], n)
}

// lineOf returns line n, from 1, of a text, or "".
func lineOf(text string, n int) string {
	lines := strings.Split(text, "\n")
	if n < 1 || n > len(lines) {
		return ""
	}
	return strings.TrimSuffix(lines[n-1], "\r")
}
