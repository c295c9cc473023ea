package static

import (
	"krigo/interp/emit"

	"go/types"
	"strconv"
)

// mark sets the names that composed files have apart from those of users.
const mark = emit.Mark

// newName returns a name for the interpreter that it has not seen: the base
// itself where that is free.
func (s *Session) newName(base string) string {
	if !s.taken[base] && types.Universe.Lookup(base) == nil && base != "main" && base != "init" {
		s.taken[base] = true
		return base
	}
	return s.private(base)
}

// private returns a name for the interpreter that no user has.
func (s *Session) private(base string) string {
	s.marked++
	return base + mark + strconv.Itoa(s.marked)
}

// userName spells a type's name as a cell may write it, packages by their
// names in the interpreter.
func (k *check) userName(o *types.TypeName) (string, bool) {
	if o.Pkg() == nil || o.Pkg().Path() == "main" {
		return o.Name(), true
	}
	return k.s.alias(o.Pkg().Path()) + "." + o.Name(), o.Exported()
}
