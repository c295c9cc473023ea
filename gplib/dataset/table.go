package dataset

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Table is the content of a file: n rows of named columns of numbers, text,
// times and truth values. It is immutable; its methods return other tables.
type Table struct {
	of      *source
	columns []*column
	lines   []int // of the rows, from 1
}

// NewTable returns the table of cells by rows, each with one cell for each
// name; errors name file and the row, from 1. Numbers are written as in Go.
func NewTable(file string, names []string, rows [][]string) (*Table, error) {
	if len(rows) == 0 {
		return nil, fmt.Errorf("dataset: %s has no rows", file)
	}
	if err := checkNames(file, names); err != nil {
		return nil, err
	}
	cells, lines := make([][]string, len(names)), make([]int, len(rows))
	for i, row := range rows {
		if len(row) != len(names) {
			return nil, fmt.Errorf("dataset: %s, row %d: %d cells, there are %d columns", file, i+1, len(row), len(names))
		}
		for j, cell := range row {
			cells[j] = append(cells[j], cell)
		}
		lines[i] = i + 1
	}
	of := &source{file: file}
	for j, name := range names {
		of.columns = append(of.columns, &column{name: name, cells: cells[j], lines: lines, of: of})
	}
	return &Table{of: of, columns: of.columns, lines: lines}, nil
}

// checkNames returns an error unless the names of columns are unique.
func checkNames(file string, names []string) error {
	seen := map[string]bool{}
	for j, name := range names {
		if name == "" {
			return fmt.Errorf("dataset: %s: column %d has no name", file, j+1)
		}
		if seen[name] {
			return fmt.Errorf("dataset: %s: two columns are named %q", file, name)
		}
		seen[name] = true
	}
	return nil
}

// Len returns the number of rows, n.
func (t *Table) Len() int { return len(t.lines) }

// Lines returns the lines of the file on which the rows begin, from 1: of [NewTable], the
// numbers of its rows. Tables made of a table's rows keep them, so that after
//
//	table, err = table.Complete("y")
//	data, err := table.Data("y")
//
// row i of data, which a warning of a fit names, is on line table.Lines()[i]. The caller owns
// the slice.
func (t *Table) Lines() []int { return slices.Clone(t.lines) }

// Names lists the columns. The caller owns the slice.
func (t *Table) Names() []string {
	names := make([]string, len(t.columns))
	for j, c := range t.columns {
		names[j] = c.name
	}
	return names
}

// Text returns the cells of a column as they are in the file, without white
// space around them.
func (t *Table) Text(name string) ([]string, error) {
	c, err := t.find(name)
	if err != nil {
		return nil, err
	}
	return slices.Clone(c.cells), nil
}

// Column returns the numbers of a column, of a [Boolean] one 0 for no and 1 for
// yes. A cell that is missing or not a number is an error that names its line;
// so is a column whose numbers can be read in two ways.
func (t *Table) Column(name string) ([]float64, error) {
	c, err := t.findPresent(name)
	if err != nil {
		return nil, err
	}
	if c.kind != Number && c.kind != Boolean {
		return nil, c.noNumbers(t)
	}
	return slices.Clone(c.numbers), nil
}

// Times returns the dates and times of a column, in UTC if the file has no
// zone. A missing cell is an error that names its line; so is a column of
// something else, or one with an ambiguous order of day and month.
func (t *Table) Times(name string) ([]time.Time, error) {
	c, err := t.findPresent(name)
	if err != nil {
		return nil, err
	}
	if c.kind == Text {
		if i, fault := c.noDate(); fault != nil {
			return nil, t.cellError(c, i, fault)
		}
	}
	if c.kind != Time {
		return nil, fmt.Errorf("dataset: %s: column %q holds %s such as %q, not times", c.of.file, name, c.kind, c.cells[0])
	}
	return slices.Clone(c.times), nil
}

// findPresent returns a column without missing cells, whose values are known.
func (t *Table) findPresent(name string) (*column, error) {
	c, err := t.find(name)
	if err != nil {
		return nil, err
	}
	if c.recognised().trouble != nil {
		return nil, c.trouble
	}
	if c.absent == 0 {
		return c, nil
	}
	i := slices.IndexFunc(c.cells, c.of.missing)
	return nil, t.cellError(c, i, fmt.Errorf("the value is missing, as %d of %d are; table.Complete(%q) drops such rows", c.absent, t.Len(), name))
}

// cellError returns err with the cell of the column that caused it.
func (t *Table) cellError(c *column, i int, err error) error {
	at := slices.IndexFunc(c.of.columns, func(o *column) bool { return o.name == c.name })
	if at < 0 {
		return fmt.Errorf("dataset: %s, row %d (%s): %w", c.of.file, i+1, c.name, err)
	}
	return cellError(c.of.file, c.lines[i], at, c.name, err)
}

// cellError returns err with the cell that could not be read; column counts
// from 0.
func cellError(file string, line, column int, name string, err error) error {
	return fmt.Errorf("dataset: %s, line %d, column %d (%s): %w", file, line, column+1, name, err)
}

// noNumbers returns the error of a column without numbers, with what to do about
// it.
func (c *column) noNumbers(t *Table) error {
	if c.kind == Time {
		return fmt.Errorf("dataset: %s: column %q holds times; encode them as numbers with dataset.Days(%q), Hours or Seconds in table.Encode", c.of.file, c.name, c.name)
	}
	if c.form.rounded != "" {
		return fmt.Errorf("dataset: %s: column %q is text, since a number would be rounded: %s; if that does not matter, dataset.ParseNumber converts the cells of table.Text(%q)", c.of.file, c.name, c.form.rounded, c.name)
	}
	if i, fault := c.noDate(); fault != nil {
		return t.cellError(c, i, fault)
	}
	first, wrong, fault := c.noNumber()
	switch n := len(c.cells); {
	case wrong == 0:
		return fmt.Errorf("dataset: %s: column %q has numbers of different units, such as %q and %q", c.of.file, c.name, c.cells[0], c.otherUnit())
	case isMark(c.cells[first]):
		fault = fmt.Errorf("%w; if it marks a missing value, set dataset.CSV{Missing: []string{%q}}", fault, c.cells[first])
	case 2*wrong > n:
		fault = fmt.Errorf("%w; encode text as numbers with dataset.OneHot(%q) in table.Encode", fault, c.name)
	case wrong == 1 && first == 0 && n > 2:
		fault = fmt.Errorf("%w, and all cells below are; if it is a unit, set dataset.CSV{Units: true}", fault)
	default:
		fault = fmt.Errorf("%w, as %d of %d cells are not; if it marks a missing value, set dataset.CSV{Missing: []string{%q}}", fault, wrong, n, c.cells[first])
	}
	return t.cellError(c, first, fault)
}

// isMark reports whether a cell has neither letters nor digits, as "-" and ".".
func isMark(cell string) bool {
	return !strings.ContainsFunc(cell, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// noNumber returns the first cell that is not a number, the number of such cells,
// and the reason.
func (c *column) noNumber() (first, wrong int, fault error) {
	for i, cell := range c.cells {
		if _, err := c.number(cell); err != nil {
			if wrong++; wrong == 1 {
				first, fault = i, err
			}
		}
	}
	return first, wrong, fault
}

// otherUnit returns the first cell whose unit is not that of the first.
func (c *column) otherUnit() string {
	_, first := splitUnit(c.cells[0])
	i := slices.IndexFunc(c.cells, func(cell string) bool {
		_, unit := splitUnit(cell)
		return unit != first
	})
	return c.cells[max(i, 0)]
}

// number reads a cell as the column's numbers are written.
func (c *column) number(cell string) (float64, error) {
	decimal := c.form.decimal
	if decimal == 0 {
		if decimal = c.of.decimal(); decimal == 0 {
			decimal = '.'
		}
	}
	return parseMarked(cell, decimal)
}

// Data returns target as observations of the given input columns; none is
// all the other columns. The inputs' dimensions and the target keep the
// columns' names. Columns of text and times are for [Table.Encode].
func (t *Table) Data(target string, inputs ...string) (gplib.Data, error) {
	if slices.Contains(inputs, target) {
		return gplib.Data{}, targetAmongInputs("Data", target)
	}
	y, err := t.Column(target)
	if err != nil {
		return gplib.Data{}, t.hintLabels(target, err)
	}
	x, err := t.inputsFor("Data", target, inputs)
	if err != nil {
		return gplib.Data{}, err
	}
	return namedData(x, y, target)
}

// inputsFor returns the columns of inputs, of all but the target where none are named. of is the
// caller's name.
func (t *Table) inputsFor(of, target string, inputs []string) (*cov.Matrix, error) {
	if slices.Contains(inputs, target) {
		return nil, targetAmongInputs(of, target)
	}
	if len(inputs) == 0 {
		inputs = without(t.Names(), target)
	}
	columns := make([][]float64, len(inputs))
	for j, name := range inputs {
		var err error
		if columns[j], err = t.Column(name); err != nil {
			return nil, err
		}
	}
	return points(columns, inputs, t.Len())
}

// points returns n points whose dimensions are given, with their names.
func points(columns [][]float64, names []string, n int) (*cov.Matrix, error) {
	if len(columns) == 0 {
		return nil, errors.New("dataset: there are no input columns")
	}
	x := mat.NewDense(n, len(columns), nil)
	for j, column := range columns {
		x.SetCol(j, column)
	}
	m, err := cov.Points(x).Named(names...)
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	return m, nil
}

func namedData(x *cov.Matrix, y []float64, target string) (gplib.Data, error) {
	d, err := gplib.NewData(x, y)
	d.Target = target
	return d, err
}

// Notes reports how the file deviates from the plain case: commas, decimal
// points, UTF-8 and a header. It also names ambiguous columns.
func (t *Table) Notes() []string {
	notes := slices.Clone(t.of.notes)
	comma, grouped := false, false
	var more []string
	for _, c := range t.columns {
		more = append(more, c.notes()...)
		if c.trouble == nil {
			comma, grouped = comma || c.form.decimal == ',', grouped || c.form.grouped
		}
	}
	if comma {
		notes = append(notes, "decimal comma")
	}
	if grouped {
		notes = append(notes, "thousands separated")
	}
	return append(notes, more...)
}

// String returns the size, the names and the notes.
func (t *Table) String() string {
	text := fmt.Sprintf("%s: %s of %s", t.of.file, counted(t.Len(), "row"), strings.Join(t.Names(), ", "))
	if notes := t.Notes(); len(notes) > 0 {
		text += " (" + strings.Join(notes, ", ") + ")"
	}
	return text
}

// File returns the name of the file that the table was read from.
func (t *Table) File() string { return t.of.file }

func (t *Table) find(name string) (*column, error) {
	for _, c := range t.columns {
		if c.name == name {
			return c, nil
		}
	}
	return nil, noColumn(t.of.file, t.Names(), name)
}

// findAll returns the columns of the given names.
func (t *Table) findAll(names []string) ([]*column, error) {
	columns := make([]*column, len(names))
	for i, name := range names {
		var err error
		if columns[i], err = t.find(name); err != nil {
			return nil, err
		}
	}
	return columns, nil
}

func findColumn(file string, names []string, name string) (int, error) {
	if i := slices.Index(names, name); i >= 0 {
		return i, nil
	}
	return 0, noColumn(file, names, name)
}

func noColumn(file string, names []string, name string) error {
	return fmt.Errorf("dataset: %s has no column %q; it has %s", file, name, strings.Join(names, ", "))
}

// with returns a table of the same rows with other columns.
func (t *Table) with(columns []*column) *Table {
	return &Table{of: t.of, columns: columns, lines: t.lines}
}

// rows returns the table of the rows at the given positions.
func (t *Table) rows(index []int) *Table {
	columns := make([]*column, len(t.columns))
	for j, c := range t.columns {
		columns[j] = c.subset(index)
	}
	return &Table{of: t.of, columns: columns, lines: pick(t.lines, index)}
}
