package display

import (
	"krigo/display/internal/format"
	"krigo/display/mime"
)

// NamedTable is a table of several results; Names sets what they are called. [Params],
// [Results] and [Scores] make one.
type NamedTable struct {
	*mime.Tabular
	build  func(names []string, digits int) *mime.Tabular
	remark func(names []string) []string // the sentences below it, or nil
	names  []string
	title  string
	digits int
}

// namedTable returns the table that build makes of the standard names.
func namedTable(standard []string, build func(names []string, digits int) *mime.Tabular) *NamedTable {
	return (&NamedTable{build: build, names: standard, digits: format.TableDigits}).built()
}

func (t *NamedTable) built() *NamedTable {
	t.Tabular = t.build(t.names, t.digits).Title(t.title).Digits(t.digits)
	return t
}

// notes returns the sentences below the table.
func (t *NamedTable) notes() []string {
	if t.remark == nil {
		return nil
	}
	return t.remark(t.names)
}

// HTML returns the table as HTML.
func (t *NamedTable) HTML() string { return notedHTML(t.Tabular, t.notes()) }

// Markdown returns the table as Markdown.
func (t *NamedTable) Markdown() string { return notedMarkdown(t.Tabular, t.notes()) }

// LaTeX returns the table as LaTeX.
func (t *NamedTable) LaTeX() string { return notedLaTeX(t.Tabular, t.notes()) }

// String returns the table as aligned text.
func (t *NamedTable) String() string { return t.TextIn(0) }

// TextIn returns the table as aligned text in at most the given number of columns of
// characters; see [mime.Tabular.TextIn].
func (t *NamedTable) TextIn(columns int) string {
	return notedText(t.Tabular, t.notes(), columns)
}

// Names sets the names of the results; the default is [gplib.Names].
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

// renamed returns the standard names with other names for the first ones; an empty
// one leaves the standard.
func renamed(standard, names []string) []string {
	all := make([]string, len(standard))
	for i, name := range standard {
		all[i] = nameAt(names, i, name)
	}
	return all
}
