// Package dataset reads, splits and standardises regression data. [Fetch] brings
// public data sets by name.
//
//	table, err := dataset.ReadCSV("co2.csv")
//	data, err := table.Data("co2", "year")
//	train, test, err := dataset.SplitAfter(data, 0, 1990)
//	train, scaling, err := dataset.Standardise(train)
package dataset

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Table is what a file holds: n rows of named columns. Cells stay text
// until a column is asked for, so that a table may hold dates or remarks
// beside its numbers.
type Table struct {
	file  string
	names []string
	rows  [][]string
	lines []int // of the rows, from 1
}

// ReadCSV reads a file of comma-separated values, or of tab-separated ones
// where its name ends in .tsv or .tab, unpacked where it ends in .gz. The first
// line names the columns, unless all of it is numbers: then they are
// "column 1" and so on. Errors name the file, the line and, where there is
// one, the column.
func ReadCSV(path string) (t *Table, err error) {
	err = withFile(path, func(r io.Reader) error {
		t, err = ParseCSV(path, r)
		return err
	})
	return t, err
}

// ParseCSV is [ReadCSV] from r, which is not packed; file is the name that
// errors use.
func ParseCSV(file string, r io.Reader) (*Table, error) {
	in := newCSVReader(file, r)
	t := &Table{file: file}
	for {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, csvError(file, err, len(row), t.width())
		}
		line, _ := in.FieldPos(0)
		t.rows, t.lines = append(t.rows, row), append(t.lines, line)
	}
	if len(t.rows) == 0 {
		return nil, fmt.Errorf("dataset: %s is empty", file)
	}
	t.takeHeader()
	if len(t.rows) == 0 {
		return nil, fmt.Errorf("dataset: %s has a header but no rows", file)
	}
	return t, nil
}

// NewTable is the table of cells by rows, each with one of each name; file and
// rows, from 1, are what errors name.
func NewTable(file string, names []string, rows [][]string) (*Table, error) {
	if len(rows) == 0 {
		return nil, fmt.Errorf("dataset: %s has no rows", file)
	}
	t := &Table{file: file, names: names, rows: rows}
	for i, row := range rows {
		if len(row) != len(names) {
			return nil, fmt.Errorf("dataset: %s, row %d: %d cells, there are %d columns", file, i+1, len(row), len(names))
		}
		t.lines = append(t.lines, i+1)
	}
	return t, nil
}

func newCSVReader(file string, r io.Reader) *csv.Reader {
	in := csv.NewReader(r)
	if tabbed(file) {
		in.Comma = '\t'
		in.LazyQuotes = true
	}
	in.TrimLeadingSpace = true
	return in
}

// csvError says where a line of columns cells could not be read, in columns
// and not in bytes; the first line has width cells.
func csvError(file string, err error, columns, width int) error {
	var at *csv.ParseError
	if !errors.As(err, &at) {
		return fmt.Errorf("dataset: %s: %w", file, err)
	}
	if errors.Is(err, csv.ErrFieldCount) {
		return fmt.Errorf("dataset: %s, line %d: %d columns, the first line has %d", file, at.Line, columns, width)
	}
	return fmt.Errorf("dataset: %s, line %d, character %d: %w", file, at.Line, at.Column, at.Err)
}

// cellError says in which cell a number could not be read; column counts
// from 0.
func cellError(file string, line, column int, name string, err error) error {
	return fmt.Errorf("dataset: %s, line %d, column %d (%s): %w", file, line, column+1, name, err)
}

// width is the number of cells of the first row.
func (t *Table) width() int {
	if len(t.rows) == 0 {
		return 0
	}
	return len(t.rows[0])
}

func (t *Table) takeHeader() {
	var header bool
	if t.names, header = columnNames(t.rows[0]); header {
		t.rows, t.lines = t.rows[1:], t.lines[1:]
	}
}

// columnNames returns the names that the first line of a file gives to its
// columns, and whether it is a header: some of it is no number.
func columnNames(first []string) (names []string, header bool) {
	for i, cell := range first {
		if i == 0 {
			cell = strings.TrimPrefix(cell, "\ufeff")
		}
		names = append(names, strings.TrimSpace(cell))
	}
	for _, cell := range names {
		if _, err := ParseNumber(cell); err != nil {
			return names, true
		}
	}
	for i := range names {
		names[i] = fmt.Sprintf("column %d", i+1)
	}
	return names, false
}

// Len is the number of rows, n.
func (t *Table) Len() int { return len(t.rows) }

// Names lists the columns. The slice is the caller's own.
func (t *Table) Names() []string { return append([]string(nil), t.names...) }

// Text returns the cells of a column as they are in the file.
func (t *Table) Text(name string) ([]string, error) {
	at, err := t.find(name)
	if err != nil {
		return nil, err
	}
	cells := make([]string, len(t.rows))
	for i, row := range t.rows {
		cells[i] = row[at]
	}
	return cells, nil
}

// Column returns the numbers of a column. The error names the line of the
// first cell that is empty, no number, NaN or infinite.
func (t *Table) Column(name string) ([]float64, error) {
	at, err := t.find(name)
	if err != nil {
		return nil, err
	}
	column := make([]float64, len(t.rows))
	for i, row := range t.rows {
		if column[i], err = ParseNumber(row[at]); err != nil {
			return nil, cellError(t.file, t.lines[i], at, t.names[at], err)
		}
	}
	return column, nil
}

// Data returns target as observations of the given input columns; none is
// all the other columns.
func (t *Table) Data(target string, inputs ...string) (gplib.Data, error) {
	y, err := t.Column(target)
	if err != nil {
		return gplib.Data{}, err
	}
	if len(inputs) == 0 {
		inputs = without(t.names, target)
	}
	rows := make([][]float64, len(y))
	for _, name := range inputs {
		column, err := t.Column(name)
		if err != nil {
			return gplib.Data{}, err
		}
		for i, v := range column {
			rows[i] = append(rows[i], v)
		}
	}
	x, err := cov.Rows(rows)
	if err != nil {
		return gplib.Data{}, fmt.Errorf("dataset: %w", err)
	}
	return gplib.NewData(x, y)
}

// String says the size and the names.
func (t *Table) String() string {
	return fmt.Sprintf("%s: %d rows of %s", t.file, len(t.rows), strings.Join(t.names, ", "))
}

func (t *Table) find(name string) (int, error) { return findColumn(t.file, t.names, name) }

func findColumn(file string, names []string, name string) (int, error) {
	if i := slices.Index(names, name); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("dataset: %s has no column %q; it has %s", file, name, strings.Join(names, ", "))
}

// ParseNumber reads a cell that holds a finite number.
func ParseNumber(cell string) (float64, error) {
	cell = strings.TrimSpace(cell)
	if missing(cell) {
		return 0, errors.New("the value is missing")
	}
	v, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is no number", cell)
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%q is not finite", cell)
	}
	return v, nil
}
