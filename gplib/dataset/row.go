package dataset

import (
	"fmt"
	"math"
	"time"
)

// Row is a row of a table; its methods return cells by their column's name. An
// unknown name, and a cell of another kind, end the call that the row came from
// ([Table.Filter]) with an error.
type Row struct {
	table *Table
	i     int
	fault *error
}

// Row returns row i, from 0. It panics if i is out of range, as an index into a
// slice does; unknown names and cells of another kind give zero values, and
// NaN.
func (t *Table) Row(i int) Row {
	_ = t.lines[i]
	return Row{t, i, new(error)}
}

// Index returns the row's position in the table, from 0.
func (r Row) Index() int { return r.i }

// Number returns the number in a column, of a [Boolean] one 0 or 1, and NaN
// where it is missing.
func (r Row) Number(name string) float64 {
	c := r.column(name)
	if c == nil {
		return math.NaN()
	}
	if c.kind == Empty {
		return math.NaN()
	}
	if c.numbers == nil {
		r.fail(c.noNumbers(r.table))
		return math.NaN()
	}
	return c.numbers[r.i]
}

// Text returns the cell as it is in the file.
func (r Row) Text(name string) string {
	c, err := r.table.find(name)
	if err != nil {
		r.fail(err)
		return ""
	}
	return c.cells[r.i]
}

// Time returns the date and time in a column, zero where it is missing.
func (r Row) Time(name string) time.Time {
	c := r.column(name)
	if c == nil || c.kind == Empty {
		return time.Time{}
	}
	if c.times == nil {
		r.fail(fmt.Errorf("dataset: %s: column %q holds %s, not times", c.of.file, name, c.kind))
		return time.Time{}
	}
	return c.times[r.i]
}

// True reports whether the cell of a [Boolean] column is yes; a missing one is
// not.
func (r Row) True(name string) bool {
	c := r.column(name)
	if c == nil || c.kind == Empty {
		return false
	}
	if c.kind != Boolean {
		r.fail(fmt.Errorf("dataset: %s: column %q holds %s, not truth values", c.of.file, name, c.kind))
		return false
	}
	return c.numbers[r.i] == 1
}

// Missing reports whether the cell is missing.
func (r Row) Missing(name string) bool {
	c, err := r.table.find(name)
	if err != nil {
		r.fail(err)
		return true
	}
	return c.isMissing(r.i)
}

// column returns a column whose values are known, or nil.
func (r Row) column(name string) *column {
	c, err := r.table.find(name)
	if err == nil {
		err = c.recognised().trouble
	}
	if err != nil {
		r.fail(err)
		return nil
	}
	return c
}

// fail keeps the first fault.
func (r Row) fail(err error) {
	if *r.fault == nil {
		*r.fault = err
	}
}
