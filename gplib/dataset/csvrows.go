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
	return newFileRows(path, names, func() (records, error) { return openCSV(path) }, target, inputs)
}

// csvRecords are the lines of an open CSV file.
type csvRecords struct {
	path  string
	file  io.Closer
	in    *csv.Reader
	names []string
	held  []string // the first line where it is no header, until it is read
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

func (c *csvRecords) next(dst []float64, columns []int) error {
	row, line, err := c.line()
	if err != nil {
		return err
	}
	for j, at := range columns {
		if dst[j], err = number(row[at]); err != nil {
			return cellError(c.path, line, at, c.names[at], err)
		}
	}
	return nil
}

// line returns the cells of the next line and its number.
func (c *csvRecords) line() ([]string, int, error) {
	if row := c.held; row != nil {
		c.held = nil
		return row, 1, nil
	}
	row, err := c.in.Read()
	if errors.Is(err, io.EOF) {
		return nil, 0, io.EOF
	}
	if err != nil {
		return nil, 0, csvError(c.path, err, len(row), len(c.names))
	}
	line, _ := c.in.FieldPos(0)
	return row, line, nil
}

func (c *csvRecords) Close() error { return c.file.Close() }
