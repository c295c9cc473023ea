package dataset

import (
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
)

// ParquetRows reads the rows of a Parquet file of flat columns (see
// [ReadParquet]) without holding them all. Columns are chosen as by
// [CSVRows]. A cell that is no finite number is an error of Read.
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

// parquetRecords are the rows of an open Parquet file.
type parquetRecords struct {
	*parquetFile
	path    string
	groups  []parquet.RowGroup // not yet begun
	rows    parquet.Rows       // of the present group, or nil
	buffer  []parquet.Row
	waiting []parquet.Row   // read and not handed out
	cells   []parquet.Value // of one row, by column
	line    int
}

func openParquetRecords(path string) (p *parquetRecords, err error) {
	defer recoverDamage(path, &err)
	file, err := openParquet(path)
	if err != nil {
		return nil, err
	}
	return &parquetRecords{
		parquetFile: file, path: path, groups: file.RowGroups(),
		buffer: make([]parquet.Row, 64), cells: make([]parquet.Value, len(file.names)),
	}, nil
}

func (p *parquetRecords) next(dst []float64, columns []int) (err error) {
	defer recoverDamage(p.path, &err)
	for len(p.waiting) == 0 {
		if err := p.fill(); err != nil {
			return err
		}
	}
	for _, v := range p.waiting[0] {
		p.cells[v.Column()] = v
	}
	p.waiting = p.waiting[1:]
	p.line++
	for j, at := range columns {
		if dst[j], err = number(cellOf(p.cells[at])); err != nil {
			return cellError(p.path, p.line, at, p.names[at], err)
		}
	}
	return nil
}

// fill reads some rows, or turns to the next group.
func (p *parquetRecords) fill() error {
	if p.rows == nil {
		if len(p.groups) == 0 {
			return io.EOF
		}
		p.rows, p.groups = p.groups[0].Rows(), p.groups[1:]
	}
	n, err := p.rows.ReadRows(p.buffer)
	p.waiting = p.buffer[:n]
	if errors.Is(err, io.EOF) {
		err = p.rows.Close()
		p.rows = nil
	}
	if err != nil {
		return fmt.Errorf("dataset: %s: %w", p.path, err)
	}
	return nil
}

func (p *parquetRecords) Close() error {
	var err error
	if p.rows != nil {
		err = p.rows.Close()
	}
	return errors.Join(err, p.parquetFile.Close())
}
