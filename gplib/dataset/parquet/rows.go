package parquet

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/parquet-go/parquet-go"

	"krigo/gplib/dataset"
)

// Rows reads the rows of a Parquet file of flat columns (see [Read]) without
// holding them all, and only the columns that are chosen, as by
// [dataset.CSVRows]. A cell that is no finite number is an error of Read; dates
// and times are their stored integers, and integers are rounded to doubles.
func Rows(path, target string, inputs ...string) (r *dataset.FileRows, err error) {
	defer recoverDamage(path, &err)
	first, err := openFile(path)
	if err != nil {
		return nil, err
	}
	names := first.names
	if err := first.Close(); err != nil {
		return nil, fmt.Errorf("parquet: %s: %w", path, err)
	}
	open := func(columns []int) (dataset.Records, error) { return openRecords(path, columns) }
	return dataset.NewFileRows(path, names, open, target, inputs...)
}

// records are the rows of an open Parquet file, read column by column.
type records struct {
	*flatFile
	path    string
	chosen  []int              // columns of the file
	groups  []parquet.RowGroup // not yet begun
	left    int64              // rows of the present group
	columns []*column          // of the present group, as chosen
	line    int
}

func openRecords(path string, columns []int) (r *records, err error) {
	defer recoverDamage(path, &err)
	file, err := openFile(path)
	if err != nil {
		return nil, err
	}
	return &records{flatFile: file, path: path, chosen: columns, groups: file.RowGroups()}, nil
}

// Next reads the chosen cells of the next row; lines are rows, from 1.
func (r *records) Next() (line int, err error) {
	defer recoverDamage(r.path, &err)
	for r.left == 0 {
		if err := r.nextGroup(); err != nil {
			return 0, err
		}
	}
	r.left--
	r.line++
	for j, c := range r.columns {
		if err := c.next(); err != nil {
			return 0, fmt.Errorf("parquet: %s, column %s: %w", r.path, r.names[r.chosen[j]], err)
		}
	}
	return r.line, nil
}

// nextGroup turns to the next group of rows.
func (r *records) nextGroup() error {
	if err := r.closeColumns(); err != nil {
		return err
	}
	if len(r.groups) == 0 {
		return io.EOF
	}
	group := r.groups[0]
	r.groups, r.left = r.groups[1:], group.NumRows()
	chunks := group.ColumnChunks()
	for _, at := range r.chosen {
		r.columns = append(r.columns, &column{pages: chunks[at].Pages(), buffer: make([]parquet.Value, 1024)})
	}
	return nil
}

func (r *records) closeColumns() error {
	var err error
	for _, c := range r.columns {
		err = errors.Join(err, c.pages.Close())
	}
	r.columns = nil
	if err != nil {
		return fmt.Errorf("parquet: %s: %w", r.path, err)
	}
	return nil
}

func (r *records) Close() error { return errors.Join(r.closeColumns(), r.flatFile.Close()) }

// column is a column of one group of rows.
type column struct {
	pages   parquet.Pages
	values  parquet.ValueReader // of the present page, or nil
	buffer  []parquet.Value
	waiting []parquet.Value // read and not handed out
	value   parquet.Value   // of the present row
}

func (c *column) next() error {
	for len(c.waiting) == 0 {
		if err := c.fill(); err != nil {
			return err
		}
	}
	c.value, c.waiting = c.waiting[0], c.waiting[1:]
	return nil
}

// fill reads some values, or turns to the next page.
func (c *column) fill() error {
	if c.values == nil {
		page, err := c.pages.ReadPage()
		if errors.Is(err, io.EOF) {
			return errors.New("there are fewer values than rows")
		}
		if err != nil {
			return err
		}
		c.values = page.Values()
	}
	n, err := c.values.ReadValues(c.buffer)
	c.waiting = c.buffer[:n]
	if errors.Is(err, io.EOF) {
		c.values, err = nil, nil
	}
	return err
}

// Number is the number in the j-th chosen cell; text is read as that of a CSV
// file.
func (r *records) Number(j int) (float64, error) {
	v, at := r.columns[j].value, r.chosen[j]
	if v.IsNull() {
		return dataset.ParseNumber("")
	}
	switch v.Kind() {
	case parquet.Double:
		return finite(v.Double())
	case parquet.Float:
		return finite(float64(v.Float()))
	case parquet.Int32, parquet.Int64:
		if r.unsigned[at] {
			return float64(unsignedOf(v)), nil
		}
		return float64(v.Int64()), nil
	}
	return dataset.ParseNumber(r.cellOf(at, v))
}

func finite(v float64) (float64, error) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%v is not finite", v)
	}
	return v, nil
}
