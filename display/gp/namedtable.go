package gp

import "krigo/display/mime"

// NamedTable is a table of several results, whose names can be set.
type NamedTable struct {
	*mime.Tabular
	build func(names []string) *mime.Tabular
	names []string
	// settings are those of the table, which Names makes anew.
	settings []func(*mime.Tabular)
}

// namedTable is the table that build makes of the standard names.
func namedTable(standard []string, build func(names []string) *mime.Tabular) *NamedTable {
	return &NamedTable{Tabular: build(standard), build: build, names: standard}
}

// Names sets the names of the results; the standard ones are those of
// [gplib.Names].
func (t *NamedTable) Names(names ...string) *NamedTable {
	t.names = renamed(t.names, names)
	t.Tabular = t.build(t.names)
	for _, set := range t.settings {
		set(t.Tabular)
	}
	return t
}

// Title sets the title.
func (t *NamedTable) Title(s string) *NamedTable {
	return t.set(func(of *mime.Tabular) { of.Title(s) })
}

// Digits sets the significant digits of numbers, between 1 and 17.
func (t *NamedTable) Digits(n int) *NamedTable {
	return t.set(func(of *mime.Tabular) { of.Digits(n) })
}

func (t *NamedTable) set(setting func(*mime.Tabular)) *NamedTable {
	t.settings = append(t.settings, setting)
	setting(t.Tabular)
	return t
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
