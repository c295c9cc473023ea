package gp

import (
	"krigo/display/internal/format"
	"krigo/display/mime"
)

// NamedTable is a table of several results, whose names can be set.
type NamedTable struct {
	*mime.Tabular
	build  func(names []string, digits int) *mime.Tabular
	names  []string
	title  string
	digits int
}

// namedTable is the table that build makes of the standard names.
func namedTable(standard []string, build func(names []string, digits int) *mime.Tabular) *NamedTable {
	return (&NamedTable{build: build, names: standard, digits: format.TableDigits}).built()
}

func (t *NamedTable) built() *NamedTable {
	t.Tabular = t.build(t.names, t.digits).Title(t.title).Digits(t.digits)
	return t
}

// Names sets the names of the results; the standard ones are those of
// [gplib.Names].
func (t *NamedTable) Names(names ...string) *NamedTable {
	t.names = renamed(t.names, names)
	return t.built()
}

// Title sets the title.
func (t *NamedTable) Title(s string) *NamedTable {
	t.title = s
	return t.built()
}

// Digits sets the significant digits of numbers, between 1 and 17.
func (t *NamedTable) Digits(n int) *NamedTable {
	t.digits = min(max(n, 1), 17)
	return t.built()
}

// renamed are the standard names with others in the place of the first ones; an empty
// one leaves the standard.
func renamed(standard, names []string) []string {
	all := make([]string, len(standard))
	for i, name := range standard {
		all[i] = nameAt(names, i, name)
	}
	return all
}
