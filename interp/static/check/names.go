package check

import (
	"go/types"
	"strconv"
	"strings"

	"krigo/interp/emit"
)

// Mark distinguishes names of composed files from names of users.
const Mark = emit.Mark

// Names gives out names for the interpreter.
type Names struct {
	taken   map[string]bool   // what the interpreter has seen
	marked  int               // names that were made unique
	aliases map[string]string // of imported packages, by path
}

func newNames() *Names { return &Names{taken: map[string]bool{}, aliases: map[string]string{}} }

// forget resets the names for a fresh interpreter.
func (s *Names) forget() { s.taken, s.aliases = map[string]bool{}, map[string]string{} }

// unseen returns a name that the interpreter has not seen: the base itself where
// that is free.
func (s *Names) unseen(base string) string {
	if !s.taken[base] && types.Universe.Lookup(base) == nil && base != "main" && base != "init" {
		s.taken[base] = true
		return base
	}
	return s.Private(base)
}

// Private returns a name that no user has.
func (s *Names) Private(base string) string {
	s.marked++
	return base + Mark + strconv.Itoa(s.marked)
}

// Alias returns the session's name for a package.
func (s *Names) Alias(path string) string {
	name, ok := s.aliases[path]
	if !ok {
		base := path[strings.LastIndex(path, "/")+1:]
		name = s.Private(cleanName(base))
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
