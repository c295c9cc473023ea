// Package dataset reads, splits and standardises regression data. [Fetch] brings
// public data sets by name, and [CSV] describes how a file is written if [ReadCSV]
// cannot recognise it. [Table.Data] takes columns of numbers, [Table.Encode] makes
// inputs of text and times too. Rows that do not fit into memory come from a
// [RowReader]: of a file ([CSVRows], package dataset/parquet) or of many
// ([ShardedRows]), standardised by [StandardiseRows] or, in parts, by [Moments].
//
//	table, err := dataset.ReadCSV("co2.csv")
//	data, err := table.Data("co2", "year")
//	train, test, err := dataset.SplitAfter(data, 0, 1990)
//	train, scaling, err := dataset.Standardise(train)
package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// CSV describes how a file of separated values is written. Fields with zero
// values are recognised from the file. [Table.Notes] reports what was
// recognised; an ambiguity is an error that names the field to set.
//
//	table, err := dataset.CSV{Decimal: ',', Dates: dataset.DayFirst}.Read("prices.csv")
type CSV struct {
	// Separator separates cells: a comma, a semicolon, a tab, a bar, or ' ' for one
	// or several blanks; any other character where it is set.
	Separator rune
	// Decimal is the decimal mark, '.' or ','. The other one then separates
	// thousands.
	Decimal rune
	// Charset is the character encoding: one of [Charsets].
	Charset string
	// Header determines whether the first line names the columns.
	Header Header
	// Skip is the number of lines to leave out at the top. Lines there that
	// begin with # are left out anyway.
	Skip int
	// Units skips the line below the header, which holds units. It is an error if
	// that line holds dates, or numbers other than 1.
	Units bool
	// Missing are texts that mark a missing cell, in addition to the usual ones:
	// blank, NA, N/A, n.a., NaN, null, none, ?, #N/A and #NV, in any case. A number
	// written as in Go, such as -999, also marks the same number written as -999.0.
	Missing []string
	// Dates is the order of dates such as 3/4/2020.
	Dates DateOrder
}

// Header reports whether a file has a line that names its columns.
type Header int

const (
	// FindHeader recognises it: a first line of texts, of years and texts, or of
	// dates above numbers.
	FindHeader Header = iota
	// WithHeader: the first line names the columns.
	WithHeader
	// NoHeader: the columns are "column 1" and so on.
	NoHeader
)

// DateOrder is the order of numeric dates that do not begin with the year.
type DateOrder int

const (
	// FindOrder recognises it from the whole column.
	FindOrder DateOrder = iota
	// DayFirst: 3/4/2020 is in April.
	DayFirst
	// MonthFirst: 3/4/2020 is in March.
	MonthFirst
)

// ReadCSV reads a file of separated values, unpacked where its name ends in
// .gz: [CSV] with nothing set, so that separator, decimal mark, character
// encoding and header are recognised. Columns without a name are "column 1" and
// so on. Errors name the file, the line and, if any, the column.
func ReadCSV(path string) (*Table, error) { return CSV{}.Read(path) }

// ParseCSV is [ReadCSV] from r, which is not packed; file is the name that
// errors use.
func ParseCSV(file string, r io.Reader) (*Table, error) { return CSV{}.Parse(file, r) }

// Read reads a file, unpacked where its name ends in .gz. Errors name the file and, for its content, the line.
func (c CSV) Read(path string) (t *Table, err error) {
	err = withFile(path, func(r io.Reader) error {
		t, err = c.Parse(path, r)
		return err
	})
	return t, err
}

// Parse reads the text of r, which is not packed; file is the name that errors
// use.
func (c CSV) Parse(file string, r io.Reader) (*Table, error) {
	data, err := readAll(r)
	if err != nil {
		return nil, fmt.Errorf("dataset: %s: %w", file, err)
	}
	d, err := c.recognise(file, data, true)
	if err != nil {
		return nil, err
	}
	text, err := d.text(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return d.table(text, d.rowsOf(len(data), bytes.Count(data, []byte("\n"))))
}

// readAll reads all of r, into one allocation if r is a file.
func readAll(r io.Reader) ([]byte, error) {
	var b bytes.Buffer
	if file, ok := r.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			b.Grow(int(info.Size()) + bytes.MinRead)
		}
	}
	_, err := b.ReadFrom(r)
	return b.Bytes(), err
}

// check returns an error for invalid settings.
func (c CSV) check() error {
	switch {
	case c.Separator == '"' || c.Separator == '\n' || c.Separator == '\r' || c.Separator == '\ufffd' || c.Separator < 0:
		return fmt.Errorf("dataset: CSV: Separator is %q", c.Separator)
	case c.Decimal != 0 && c.Decimal != '.' && c.Decimal != ',':
		return fmt.Errorf("dataset: CSV: Decimal is %q; it must be '.' or ','", c.Decimal)
	case c.Skip < 0:
		return fmt.Errorf("dataset: CSV: Skip is %d", c.Skip)
	case c.Header < FindHeader || c.Header > NoHeader:
		return fmt.Errorf("dataset: CSV: Header is %d; it must be WithHeader or NoHeader", int(c.Header))
	case c.Dates < FindOrder || c.Dates > MonthFirst:
		return fmt.Errorf("dataset: CSV: Dates is %d; it must be DayFirst or MonthFirst", int(c.Dates))
	case c.Charset != "" && !slices.Contains(Charsets(), c.Charset):
		return fmt.Errorf("dataset: CSV: Charset is %q; it must be one of %q", c.Charset, Charsets())
	}
	return nil
}

// rowsOf returns about the number of rows of a text, which has a separator at least for each cell but
// the last one of a row.
func (d *dialect) rowsOf(bytes, lines int) int { return min(lines, bytes/len(d.names)) + 1 }

// table reads all rows of a file's text, about n.
func (d *dialect) table(text io.Reader, n int) (*Table, error) {
	in := d.lines(text)
	cells := make([][]string, len(d.names))
	for j := range cells {
		cells[j] = make([]string, 0, n)
	}
	lines := make([]int, 0, n)
	for {
		row, line, err := in.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		for j, cell := range row {
			cells[j] = append(cells[j], cell)
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("dataset: %s has a header but no rows", d.file)
	}
	d.tell(in)
	return d.newTable(cells, lines), nil
}

// newTable returns the table of cells by columns, from the given lines.
func (d *dialect) newTable(cells [][]string, lines []int) *Table {
	of := &source{file: d.file, options: d.options, separator: d.separator, notes: d.notes}
	for j, name := range d.names {
		of.columns = append(of.columns, &column{name: name, cells: cells[j], of: of, lines: lines})
	}
	return &Table{of: of, columns: of.columns, lines: lines}
}
