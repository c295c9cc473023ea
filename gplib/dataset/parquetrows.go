package dataset

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/parquet-go/parquet-go"
)

// ParquetRows reads the rows of a Parquet file of flat columns (see
// [ReadParquet]) without holding them all, and only the columns that are chosen,
// as by [CSVRows]. A cell that is no finite number is an error of Read.
func ParquetRows(path, target string, inputs ...string) (r *FileRows, err error) {
	defer recoverDamage(path, &err)
	first, err := openParquet(path)
	if err != nil {
		return nil, err
	}
	names := first.names
	if err := first.Close(); err != nil {
		return nil, fmt.Errorf("dataset: %s: %w", path, err)
	}
	open := func() (records, error) { return openParquetRecords(path) }
	return newFileRows(path, names, open, target, inputs)
}

// recoverDamage turns a panic, by which the reader answers some damaged
// files, into an error.
func recoverDamage(path string, err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("dataset: %s is damaged: %v", path, p)
	}
}

// parquetRecords are the rows of an open Parquet file, read column by column.
type parquetRecords struct {
	*parquetFile
	path    string
	groups  []parquet.RowGroup // not yet begun
	left    int64              // rows of the present group
	columns []*parquetColumn   // of the present group, in the order in which they are asked for
	line    int
}

func openParquetRecords(path string) (p *parquetRecords, err error) {
	defer recoverDamage(path, &err)
	file, err := openParquet(path)
	if err != nil {
		return nil, err
	}
	return &parquetRecords{parquetFile: file, path: path, groups: file.RowGroups()}, nil
}

func (p *parquetRecords) next(dst []float64, columns []int) (err error) {
	defer recoverDamage(p.path, &err)
	for p.left == 0 {
		if err := p.nextGroup(columns); err != nil {
			return err
		}
	}
	p.left--
	p.line++
	for j, c := range p.columns {
		v, err := c.next()
		if err != nil {
			return fmt.Errorf("dataset: %s, column %s: %w", p.path, p.names[c.at], err)
		}
		if dst[j], err = p.numberOf(c.at, v); err != nil {
			return cellError(p.path, p.line, c.at, p.names[c.at], err)
		}
	}
	return nil
}

// nextGroup turns to the next group of rows.
func (p *parquetRecords) nextGroup(columns []int) error {
	if err := p.closeColumns(); err != nil {
		return err
	}
	if len(p.groups) == 0 {
		return io.EOF
	}
	group := p.groups[0]
	p.groups, p.left = p.groups[1:], group.NumRows()
	chunks := group.ColumnChunks()
	for _, at := range columns {
		p.columns = append(p.columns, &parquetColumn{at: at, pages: chunks[at].Pages(), buffer: make([]parquet.Value, 1024)})
	}
	return nil
}

func (p *parquetRecords) closeColumns() error {
	var err error
	for _, c := range p.columns {
		err = errors.Join(err, c.pages.Close())
	}
	p.columns = nil
	if err != nil {
		return fmt.Errorf("dataset: %s: %w", p.path, err)
	}
	return nil
}

func (p *parquetRecords) Close() error { return errors.Join(p.closeColumns(), p.parquetFile.Close()) }

// parquetColumn is a column of one group of rows.
type parquetColumn struct {
	at      int // among the columns of the file
	pages   parquet.Pages
	values  parquet.ValueReader // of the present page, or nil
	buffer  []parquet.Value
	waiting []parquet.Value // read and not handed out
}

func (c *parquetColumn) next() (parquet.Value, error) {
	for len(c.waiting) == 0 {
		if err := c.fill(); err != nil {
			return parquet.Value{}, err
		}
	}
	v := c.waiting[0]
	c.waiting = c.waiting[1:]
	return v, nil
}

// fill reads some values, or turns to the next page.
func (c *parquetColumn) fill() error {
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

// numberOf is the number in a cell of a column; text is read as that of a CSV
// file.
func (p *parquetFile) numberOf(column int, v parquet.Value) (float64, error) {
	if v.IsNull() {
		return number("")
	}
	switch v.Kind() {
	case parquet.Double:
		return finite(v.Double())
	case parquet.Float:
		return finite(float64(v.Float()))
	case parquet.Int32, parquet.Int64:
		if p.unsigned[column] {
			return float64(unsignedOf(v)), nil
		}
		return float64(v.Int64()), nil
	}
	return number(p.cellOf(column, v))
}

func finite(v float64) (float64, error) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%v is not finite", v)
	}
	return v, nil
}
