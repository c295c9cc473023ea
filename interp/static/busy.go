package static

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"krigo/interp/emit"
)

// BusyNote reports one function that has kept the interpreter busy and that a small change would have compiled, or
// nothing. Busy holds the steps that functions have taken, by their emitted names. An obstacle to compilation is
// reported once in a session.
func (s *Session) BusyNote(busy map[string]int64) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := slices.SortedFunc(maps.Keys(busy), func(a, b string) int { return cmp.Compare(busy[b], busy[a]) })
	for _, name := range names {
		who, why := s.remedy(name)
		if who == "" || s.told[who+why] {
			continue
		}
		s.told[who+why] = true
		return fmt.Sprintf("%s took %.3g million interpreted steps%s", who, float64(busy[name])/1e6, why)
	}
	return ""
}

// remedy names a function that a small change would have compiled, with what keeps it out; it is empty for others.
func (s *Session) remedy(name string) (who, why string) {
	b := s.bodies[name]
	switch inLoops := s.inLoops[name]; {
	case inLoops != nil && len(inLoops()) == 0:
		return "this cell's own statements", "; in a function their loop is compiled"
	case inLoops != nil:
		return "", ""
	case len(b.Obstacles) == 0 || !s.mendable(b.Obstacles, map[string]bool{b.Declared: true}):
		return "", ""
	}
	first := b.Obstacles[0]
	why = fmt.Sprintf(": %s (%s:%d)", first.Message, first.Cell, first.Line)
	if b.Declared == "" {
		return fmt.Sprintf("the function literal of %s:%d", b.Cell, b.Line), why
	}
	return b.Declared, why + "; see %fast " + b.Declared
}

// mendable reports whether each obstacle, also in the functions called there, has a known remedy.
func (s *Session) mendable(obstacles []emit.Obstacle, seen map[string]bool) bool {
	for _, o := range obstacles {
		switch {
		case o.Advice != "" || seen[o.Calls]:
			continue
		case o.Calls == "":
			return false
		}
		seen[o.Calls] = true
		for _, b := range s.bodies {
			if b.Declared == o.Calls && !s.mendable(b.Obstacles, seen) {
				return false
			}
		}
	}
	return true
}
