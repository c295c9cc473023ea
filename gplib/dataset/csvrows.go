package dataset

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
)

// CSVRows reads the rows of a file of the kinds that [ReadCSV] knows, without
// holding them all: packed or not, with a header or without. target is the
// observation's column, the last one where it is ""; no inputs are all the
// other columns. A cell that is no finite number is an error of Read.
func CSVRows(path, target string, inputs ...string) (*FileRows, error) {
	first, err := openCSV(path)
	if err != nil {
		return nil, err
	}
	names := first.names
	if err := first.Close(); err != nil {
		return nil, fmt.Errorf("dataset: %s: %w", path, err)
	}
	open := func(columns []int) (Records, error) {
		c, err := openCSV(path)
		if err != nil {
			return nil, err
		}
		c.columns = columns
		return c, nil
	}
	return NewFileRows(path, names, open, target, inputs...)
}

// csvRecords are the lines of an open CSV file.
type csvRecords struct {
	path    string
	file    io.Closer
	in      *csv.Reader
	names   []string
	columns []int    // chosen
	held    []string // the first line where it is no header, until it is read
	row     []string
}

func openCSV(path string) (*csvRecords, error) {
	file, err := openFile(path)
	if err != nil {
		return nil, err
	}
	c := &csvRecords{path: path, file: file, in: newCSVReader(path, file)}
	first, err := c.in.Read()
	switch {
	case errors.Is(err, io.EOF):
		err = fmt.Errorf("dataset: %s is empty", path)
	case err != nil:
		err = csvError(path, err, len(first), len(first))
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	var header bool
	if c.names, header = columnNames(first); !header {
		c.held = append([]string(nil), first...)
	}
	c.in.ReuseRecord = true
	return c, nil
}

// Next reads the cells of the next line.
func (c *csvRecords) Next() (line int, err error) {
	if c.held != nil {
		c.row, c.held = c.held, nil
		return 1, nil
	}
	c.row, err = c.in.Read()
	if errors.Is(err, io.EOF) {
		return 0, io.EOF
	}
	if err != nil {
		return 0, csvError(c.path, err, len(c.row), len(c.names))
	}
	line, _ = c.in.FieldPos(0)
	return line, nil
}

func (c *csvRecords) Number(j int) (float64, error) { return ParseNumber(c.row[c.columns[j]]) }

func (c *csvRecords) Close() error { return c.file.Close() }
