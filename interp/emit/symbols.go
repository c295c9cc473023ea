package emit

import (
	"strconv"
	"strings"
)

// namer makes names that emitted code has not used yet. It never gives one twice in a session, whether or not a
// unit is rolled back.
type namer struct{ made int }

// symbols are the names of package q that emitted code uses. A key stands for the same symbol in all units of a
// session; made are the ones that the unit needs from the worker.
type symbols struct {
	journal *journal
	namer   *namer
	names   map[string]string // by key
	made    []Symbol          // of the unit
}

// begin starts a unit.
func (ss *symbols) begin() { ss.made = nil }

// unique returns a name of the interpreter's, and symbol one of package q.
func (nm *namer) unique(hint string) string { return nm.name("N", hint) }

func (nm *namer) symbol(hint string) string { return nm.name("X", hint) }

func (nm *namer) name(prefix, hint string) string {
	nm.made++
	return prefix + strconv.Itoa(nm.made) + "_" + clean(hint)
}

// clean makes a part of a name of a hint.
func clean(hint string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, hint)
}

// of returns the text by which emitted code refers to something of package q.
// A key tells which symbols are the same.
func (ss *symbols) of(key, hint string, s Symbol) string {
	name, ok := ss.names[key]
	if !ok {
		s.Name = ss.namer.symbol(hint)
		name = "q." + s.Name
		note(ss.journal, ss.names, key, name)
		ss.made = append(ss.made, s)
	}
	return name
}
