// Package diff shows people the differences between two notebooks: cells that
// were edited, added, removed or moved, and differences of their outputs.
//
//	d := diff.Notebooks(before, after, diff.Options{})
//	err := diff.Write(os.Stdout, d, diff.Style{})
package diff

import (
	"maps"
	"regexp"

	"krigo/internal/nbformat"
)

// Options define what counts as a difference.
type Options struct {
	// Sources compares cells' sources, types and attachments only.
	Sources bool
	// All compares execution counts, the times of runs in cells' metadata, and cells' IDs too.
	All bool
	// Tolerance is the relative difference up to which numbers in outputs are
	// equal, from 0.
	Tolerance float64
	// Ignore matches what is left out of the comparison of outputs' lines; nil is
	// nothing.
	Ignore *regexp.Regexp
}

// Diff has the differences between an old notebook and a new one.
type Diff struct {
	// Metadata are the notebook's fields that differ.
	Metadata []Field
	// Cells are those that differ, in the order of the new notebook.
	Cells []Cell
}

// Empty reports whether nothing differs.
func (d Diff) Empty() bool { return len(d.Metadata) == 0 && len(d.Cells) == 0 }

// Cell is a cell that differs.
type Cell struct {
	// From and To are its places in the old and in the new notebook, from 1; 0
	// where it is not there.
	From, To int
	// Moved reports whether it has left the others, which are in the same order in both.
	Moved bool
	// OldType and Type are its types before and after.
	OldType, Type nbformat.CellType
	// Source is nil where it is the same.
	Source *Text
	// Outputs are those that differ.
	Outputs []Output
	// Fields are the differing fields of metadata and the like.
	Fields []Field
}

// Text is a text in its old and its new form.
type Text struct{ Old, New string }

// Output is an output that differs.
type Output struct {
	// From and To are its places among the cell's, from 1; 0 where it is not there.
	From, To int
	// Kind is its kind: stdout, result, figure, error.
	Kind string
	// Text is nil if it is the same.
	Text *Text
	// Notes describe differences other than text, such as pixels.
	Notes []string
}

// Field is a named value that differs, written as JSON; "" is one that is absent.
type Field struct{ Name, Old, New string }

// Notebooks compares two notebooks. Cells are matched by their IDs, then by what
// they hold.
func Notebooks(before, after *nbformat.Notebook, o Options) Diff {
	var d Diff
	if !o.Sources {
		d.Metadata = fields("", withoutWidgets(before.Metadata), withoutWidgets(after.Metadata))
	}
	for _, p := range match(before.Cells, after.Cells) {
		if c, differs := compare(p, o); differs {
			d.Cells = append(d.Cells, c)
		}
	}
	return d
}

// withoutWidgets returns a notebook's metadata without the state of widgets; outputs have the part
// that people read.
func withoutWidgets(metadata map[string]any) map[string]any {
	rest := maps.Clone(metadata)
	delete(rest, "widgets")
	return rest
}

// cellMetadata returns a cell's metadata that is compared: only with All has it what runs record, which is
// when they were.
func cellMetadata(c *nbformat.Cell, o Options) map[string]any {
	if o.All {
		return c.Metadata
	}
	rest := maps.Clone(c.Metadata)
	for _, name := range []string{"execution", "ExecuteTime", "papermill"} {
		delete(rest, name)
	}
	return rest
}

// compare returns the differences between the two cells of a pair.
func compare(p pair, o Options) (Cell, bool) {
	c := Cell{From: p.from, To: p.to, Moved: p.moved}
	before, after := orNone(p.before), orNone(p.after)
	c.OldType, c.Type = before.Type, after.Type
	if before.Source != after.Source {
		c.Source = &Text{before.Source, after.Source}
	}
	c.Fields = attachments(before, after)
	if !o.Sources {
		c.Outputs = outputs(before.Outputs, after.Outputs, o)
		c.Fields = append(c.Fields, fields("", cellMetadata(before, o), cellMetadata(after, o))...)
	}
	if o.All {
		c.Fields = append(c.Fields, marks(before, after)...)
	}
	differs := p.moved || p.from == 0 || p.to == 0 || c.OldType != c.Type ||
		c.Source != nil || len(c.Outputs) > 0 || len(c.Fields) > 0
	return c, differs
}

// orNone returns an empty cell for a missing one.
func orNone(c *nbformat.Cell) *nbformat.Cell {
	if c == nil {
		return &nbformat.Cell{}
	}
	return c
}
