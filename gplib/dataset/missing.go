package dataset

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is the kind of a column's cells.
type Kind int

const (
	// Number: every cell that is not missing is a finite number. Where whole numbers
	// begin with zeros, as postal codes do, files that are saved keep these.
	Number Kind = iota
	// Text: the cells are of no other kind, or are whole numbers, such as keys,
	// that a float64 would round in part.
	Text
	// Empty: every cell is missing.
	Empty
	// Time: every cell that is not missing is a date, or a date and a time, of
	// one form.
	Time
	// Boolean: every cell that is not missing is one of a pair of words such as
	// true and false, yes and no. 0 and 1 are numbers.
	Boolean
)

// String returns the name of the kind.
func (k Kind) String() string {
	switch k {
	case Number:
		return "number"
	case Text:
		return "text"
	case Empty:
		return "empty"
	case Time:
		return "time"
	case Boolean:
		return "boolean"
	default:
		return fmt.Sprintf("Kind(%d)", int(k))
	}
}

// Kind returns the kind of a column and the number of its missing cells: blank
// or one of NA, N/A, n.a., NaN, null, none, ?, #N/A and #NV, in any case, or of
// [CSV].Missing.
func (t *Table) Kind(name string) (kind Kind, absent int, err error) {
	c, err := t.find(name)
	if err != nil {
		return 0, 0, err
	}
	c.recognised()
	return c.kind, c.absent, nil
}

// Complete returns the rows in which no cell of the named columns is missing,
// of all columns where none is named. It fails if no row is left. Rows of its data, as in
// warnings of fits, count from 0 among those that are left; [Table.Lines] has their lines.
func (t *Table) Complete(names ...string) (*Table, error) {
	if len(names) == 0 {
		names = t.Names()
	}
	columns, err := t.findAll(names)
	if err != nil {
		return nil, err
	}
	var index []int
	for i := range t.lines {
		if !slices.ContainsFunc(columns, func(c *column) bool { return c.isMissing(i) }) {
			index = append(index, i)
		}
	}
	if len(index) == 0 {
		return nil, fmt.Errorf("dataset: %s: every row misses a value of %s", t.of.file, strings.Join(names, ", "))
	}
	return t.rows(index), nil
}

// Categories returns the codes of a column of text, 0, 1, 2..., and the texts
// they stand for, in alphabetical order. A missing cell is an error.
func (t *Table) Categories(name string) (codes []float64, levels []string, err error) {
	c, err := t.find(name)
	if err != nil {
		return nil, nil, err
	}
	for i := range c.cells {
		if c.isMissing(i) {
			return nil, nil, t.cellError(c, i, fmt.Errorf("the value is missing; table.Complete(%q) drops such rows", name))
		}
	}
	levels = c.levels()
	codes = make([]float64, len(c.cells))
	for i, cell := range c.cells {
		code, _ := slices.BinarySearch(levels, cell)
		codes[i] = float64(code)
	}
	return codes, levels, nil
}

// levels returns the texts that occur, in alphabetical order.
func (c *column) levels() []string {
	var levels []string
	for i, cell := range c.cells {
		if !c.isMissing(i) {
			levels = append(levels, cell)
		}
	}
	slices.Sort(levels)
	return slices.Compact(levels)
}

func missing(cell string) bool {
	if len(cell) > 8 {
		cell = strings.TrimSpace(cell)
	}
	if len(cell) > 8 {
		return false
	}
	switch strings.ToLower(strings.TrimSpace(cell)) {
	case "", "na", "n/a", "n.a.", "nan", "null", "none", "?", "#n/a", "#nv":
		return true
	}
	return false
}
