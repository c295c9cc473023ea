package dataset

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Kind is what the cells of a column hold.
type Kind int

const (
	// Number: every cell that is not missing is a finite number.
	Number Kind = iota
	// Text: some cell is not.
	Text
	// Empty: every cell is missing.
	Empty
)

// String names the kind.
func (k Kind) String() string {
	switch k {
	case Number:
		return "number"
	case Text:
		return "text"
	case Empty:
		return "empty"
	default:
		return fmt.Sprintf("Kind(%d)", int(k))
	}
}

// Kind tells what a column holds and how many of its cells are missing: blank
// or one of NA, N/A, NaN, null, none and ?, in any case.
func (t *Table) Kind(name string) (kind Kind, absent int, err error) {
	at, err := t.find(name)
	if err != nil {
		return 0, 0, err
	}
	for _, row := range t.rows {
		switch {
		case missing(row[at]):
			absent++
		case !isNumber(row[at]):
			kind = Text
		}
	}
	if absent == len(t.rows) {
		kind = Empty
	}
	return kind, absent, nil
}

// Complete returns the rows in which no cell of the named columns is missing,
// of all columns where none is named. The error says so where no row is left.
func (t *Table) Complete(names ...string) (*Table, error) {
	if len(names) == 0 {
		names = t.names
	}
	columns := make([]int, len(names))
	for i, name := range names {
		at, err := t.find(name)
		if err != nil {
			return nil, err
		}
		columns[i] = at
	}
	kept := &Table{file: t.file, names: t.names}
	for i, row := range t.rows {
		if !slices.ContainsFunc(columns, func(at int) bool { return missing(row[at]) }) {
			kept.rows, kept.lines = append(kept.rows, row), append(kept.lines, t.lines[i])
		}
	}
	if len(kept.rows) == 0 {
		return nil, fmt.Errorf("dataset: %s: every row misses a value of %s", t.file, strings.Join(names, ", "))
	}
	return kept, nil
}

// Categories returns the codes of a column of text, 0, 1, 2..., and the texts
// they stand for, in the order of the alphabet. A missing cell is an error.
func (t *Table) Categories(name string) (codes []float64, levels []string, err error) {
	cells, err := t.Text(name)
	if err != nil {
		return nil, nil, err
	}
	for i, cell := range cells {
		if missing(cell) {
			return nil, nil, fmt.Errorf("dataset: %s, line %d (%s): the value is missing", t.file, t.lines[i], name)
		}
	}
	levels = slices.Clone(cells)
	slices.Sort(levels)
	levels = slices.Compact(levels)
	codes = make([]float64, len(cells))
	for i, cell := range cells {
		code, _ := slices.BinarySearch(levels, cell)
		codes[i] = float64(code)
	}
	return codes, levels, nil
}

func missing(cell string) bool {
	switch strings.ToLower(strings.TrimSpace(cell)) {
	case "", "na", "n/a", "nan", "null", "none", "?":
		return true
	}
	return false
}

func isNumber(cell string) bool {
	v, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
	return err == nil && !math.IsInf(v, 0)
}
