package static

import (
	"go/types"
	"strconv"
	"strings"

	"krigo/interp/emit"
)

// mark sets the names that composed files have apart from those of users.
const mark = emit.Mark

// names gives out names for the interpreter.
type names struct {
	taken   map[string]bool   // what the interpreter has seen
	marked  int               // names that were made unique
	aliases map[string]string // of imported packages, by path
}

func newNames() *names { return &names{taken: map[string]bool{}, aliases: map[string]string{}} }

// forget is for a fresh interpreter.
func (s *names) forget() { s.taken, s.aliases = map[string]bool{}, map[string]string{} }

// unseen returns a name that the interpreter has not seen: the base itself where
// that is free.
func (s *names) unseen(base string) string {
	if !s.taken[base] && types.Universe.Lookup(base) == nil && base != "main" && base != "init" {
		s.taken[base] = true
		return base
	}
	return s.private(base)
}

// private returns a name that no user has.
func (s *names) private(base string) string {
	s.marked++
	return base + mark + strconv.Itoa(s.marked)
}

// alias is the session's name for a package.
func (s *names) alias(path string) string {
	name, ok := s.aliases[path]
	if !ok {
		base := path[strings.LastIndex(path, "/")+1:]
		name = s.private(cleanName(base))
		s.aliases[path] = name
	}
	return name
}

func cleanName(base string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '.' {
			return '_'
		}
		return r
	}, base)
}
