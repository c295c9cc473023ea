package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// headSize is the size of the part of a file that determines how it is written
// where the file is not held in memory.
const headSize = 1 << 20

// headLines is the number of lines that it has at least, of files with very many columns, as long as
// it is not longer than largestHead.
const (
	headLines   = 3
	largestHead = 1 << 28
)

// readHead reads the part of a file that determines how it is written, and reports whether that is the
// whole file.
func readHead(r io.Reader) (head []byte, whole bool, err error) {
	var b bytes.Buffer
	for lines := 0; lines < headLines && b.Len() < largestHead; {
		n, err := io.CopyN(&b, r, headSize)
		if errors.Is(err, io.EOF) {
			return b.Bytes(), true, nil
		}
		if err != nil {
			return nil, false, err
		}
		for _, c := range b.Bytes()[b.Len()-int(n):] {
			if c == '\n' || c == '\r' {
				lines++
			}
		}
	}
	return b.Bytes(), false, nil
}

// CSVRows reads the rows of a file of the kinds that [ReadCSV] knows, without
// holding them all: packed or not, with a header or without. target is the
// observation's column, the last one where it is ""; no inputs are all the
// other columns. Of a column of yes and no, or true and false, they are 1 and 0; any other
// cell that is not a finite number is an error of Read. How the file is written is
// recognised from its first megabyte; a later number that does not fit is an error.
func CSVRows(path, target string, inputs ...string) (*FileRows, error) {
	return CSV{}.Rows(path, target, inputs...)
}

// Rows is [CSVRows] of a file that is written so.
func (c CSV) Rows(path, target string, inputs ...string) (*FileRows, error) {
	var head []byte
	var whole bool
	err := withFile(path, func(r io.Reader) (err error) {
		head, whole, err = readHead(r)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("dataset: %s: %w", path, err)
	}
	d, err := c.recognise(path, head, whole)
	if err != nil {
		return nil, err
	}
	sample, err := d.table(strings.NewReader(d.head), d.rowsOf(len(d.head), strings.Count(d.head, "\n")))
	if err != nil {
		sample = d.newTable(make([][]string, len(d.names)), nil) // Read returns the error
	}
	d.head = ""
	open := func(columns []int) (Records, error) { return openCSV(d, sample, columns) }
	r, err := NewFileRows(path, d.names, open, target, inputs...)
	if err != nil || sample.Len() == 0 {
		return r, err
	}
	for _, at := range r.columns {
		r.units = append(r.units, sample.columns[at].recognised().form.unit)
	}
	return r, nil
}

// csvRecords are the rows of an open CSV file.
type csvRecords struct {
	file    io.Closer
	in      *csvLines
	chosen  []int     // columns of the file
	columns []*column // the first cells of those
	plain   []bool    // whether a number as in Go is one of the column
	whole   []bool    // whether all numbers so far are whole
	row     []string
}

func openCSV(d *dialect, sample *Table, chosen []int) (*csvRecords, error) {
	columns, plain, whole := make([]*column, len(chosen)), make([]bool, len(chosen)), make([]bool, len(chosen))
	for j, at := range chosen {
		columns[j] = sample.columns[at].recognised()
		if err := columns[j].trouble; err != nil {
			return nil, err
		}
		if columns[j].form.rounded != "" {
			return nil, columns[j].noNumbers(sample)
		}
		plain[j] = columns[j].isPlain()
		marks, _, _ := columns[j].marks()
		whole[j] = marks.none()
	}
	file, err := openFile(d.file)
	if err != nil {
		return nil, err
	}
	text, err := d.text(file)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &csvRecords{file: file, in: d.lines(text), chosen: chosen, columns: columns, plain: plain, whole: whole}, nil
}

// Next reads the cells of the next line.
func (c *csvRecords) Next() (line int, err error) {
	c.row, line, err = c.in.next()
	return line, err
}

func (c *csvRecords) Number(j int) (float64, error) {
	cell := c.row[c.chosen[j]]
	if c.whole[j] && isWhole(cell) && isRounded(cell) {
		return 0, fmt.Errorf("%q would be rounded: a number reliably keeps no more than %d digits", cell, exactDigits)
	}
	if c.plain[j] {
		if v, err := ParseNumber(cell); err == nil {
			return v, nil
		}
	}
	return c.columns[j].further(cell)
}

func (c *csvRecords) Close() error { return c.file.Close() }

// isPlain reports whether a cell that is a number as in Go is that number in the
// column.
func (c *column) isPlain() bool {
	if len(c.of.options.Missing) > 0 || c.kind != Number || c.form.unit != "" {
		return false
	}
	if c.form.decimal != 0 {
		return c.form.decimal == '.'
	}
	file := c.of.decimal()
	return file == '.' || file == 0 && c.of.separator != ';'
}

// further reads a cell below those that determined how the column is written.
// If they left its meaning open, that is an error.
func (c *column) further(cell string) (float64, error) {
	if c.of.missing(cell) {
		return ParseNumber("")
	}
	if c.kind == Boolean {
		return truthOf(cell)
	}
	body, unit := splitUnit(cell)
	m, ok := marksOf(body)
	if !ok {
		return ParseNumber(cell)
	}
	decimal := c.form.decimal
	if decimal == 0 {
		decimal = c.of.decimal()
	}
	if decimal == 0 {
		decimal = m.certain()
	}
	if decimal == 0 && c.of.separator != ';' && !m.perhaps {
		decimal = '.'
	}
	switch open := m.perhapsPoint && decimal != '.' || m.perhaps && decimal != ','; {
	case unit != c.form.unit:
		return 0, fmt.Errorf("the unit of %q is not that of the column's first numbers, %q", cell, c.form.unit)
	case open && !c.form.grouped && c.of.options.Decimal == 0:
		return 0, fmt.Errorf("does %q have a decimal mark, or does the mark separate thousands? Set dataset.CSV{Decimal: '.'} or {Decimal: ','}", cell)
	}
	return parseMarked(cell, decimal)
}

// truthOf returns 0 for no and 1 for yes.
func truthOf(cell string) (float64, error) {
	for _, pair := range truths {
		for v, word := range pair {
			if strings.EqualFold(cell, word) {
				return float64(v), nil
			}
		}
	}
	return 0, fmt.Errorf("%q is neither no nor yes", cell)
}
