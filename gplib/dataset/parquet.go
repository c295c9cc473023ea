package dataset

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// ReadParquet reads a table of flat columns from a Parquet file. Dates and
// times are their stored integers, null is a missing cell, and the lines in
// errors are rows, from 1. A file with nested, repeated or decimal columns is
// an error.
func ReadParquet(path string) (t *Table, err error) {
	defer recoverDamage(path, &err)
	in, err := openParquet(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	t = &Table{file: path, names: in.names}
	for _, group := range in.RowGroups() {
		if err := t.appendRows(in, group); err != nil {
			return nil, fmt.Errorf("dataset: %s: %w", path, err)
		}
	}
	if len(t.rows) == 0 {
		return nil, fmt.Errorf("dataset: %s has no rows", path)
	}
	return t, nil
}

// parquetFile is an open Parquet file of flat columns.
type parquetFile struct {
	*parquet.File
	names    []string
	unsigned []bool // whether a column holds integers without a sign
	file     *os.File
}

func (p *parquetFile) Close() error { return p.file.Close() }

func openParquet(path string) (*parquetFile, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	in, err := describeParquet(path, file)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return in, nil
}

// describeParquet reads the names of the columns, which must be flat.
func describeParquet(path string, file *os.File) (*parquetFile, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	in, err := parquet.OpenFile(file, info.Size())
	if err != nil {
		return nil, fmt.Errorf("dataset: %s: %w", path, err)
	}
	p := &parquetFile{File: in, file: file}
	for _, column := range in.Root().Columns() {
		if !column.Leaf() || column.Repeated() || strings.HasPrefix(column.Type().String(), "DECIMAL") {
			return nil, fmt.Errorf("dataset: %s: column %s is %v; flat columns of numbers and text can be read", path, column.Name(), column)
		}
		p.names = append(p.names, column.Name())
		p.unsigned = append(p.unsigned, isUnsigned(column.Type()))
	}
	return p, nil
}

func isUnsigned(t parquet.Type) bool {
	logical := t.LogicalType()
	if logical == nil {
		return false
	}
	integer, ok := logical.Value.(*format.IntType)
	return ok && !integer.IsSigned
}

func (t *Table) appendRows(file *parquetFile, group parquet.RowGroup) error {
	rows := group.Rows()
	defer rows.Close()
	buffer := make([]parquet.Row, 64)
	for {
		n, err := rows.ReadRows(buffer)
		for _, row := range buffer[:n] {
			cells := make([]string, len(t.names))
			for _, v := range row {
				cells[v.Column()] = file.cellOf(v.Column(), v)
			}
			t.rows, t.lines = append(t.rows, cells), append(t.lines, len(t.rows)+1)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// cellOf is a value of a column as text that reads back as the same number.
func (p *parquetFile) cellOf(column int, v parquet.Value) string {
	switch {
	case v.IsNull():
		return ""
	case v.Kind() == parquet.Double:
		return strconv.FormatFloat(v.Double(), 'g', -1, 64)
	case v.Kind() == parquet.Float:
		return strconv.FormatFloat(float64(v.Float()), 'g', -1, 64)
	case p.unsigned[column]:
		return strconv.FormatUint(unsignedOf(v), 10)
	default:
		return v.String()
	}
}

// unsignedOf is an integer without a sign, of 32 bits or 64.
func unsignedOf(v parquet.Value) uint64 {
	if v.Kind() == parquet.Int32 {
		return uint64(uint32(v.Int32()))
	}
	return uint64(v.Int64())
}
