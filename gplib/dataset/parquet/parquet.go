// Package parquet reads and writes regression data as Parquet files. It is
// separate from package dataset because the format needs many other packages.
//
//	table, err := parquet.Read("co2.parquet")
//	err = parquet.Write("clean.parquet", table)
//	rows, err := parquet.Rows("electric.parquet", "load") // block by block
//	rows, err := parquet.ShardedRows(paths, "load")       // of many files, of separated values too
package parquet

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"krigo/gplib/dataset"
)

// Read reads a table of flat columns from a Parquet file. Null is a missing cell,
// and the lines in errors are rows, from 1. A file with nested, repeated or
// decimal columns is an error.
func Read(path string) (t *dataset.Table, err error) {
	defer recoverDamage(path, &err)
	in, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var rows [][]string
	memory := memoryOf(in.File)
	for i, group := range in.RowGroups() {
		if err = in.checkPages(i, in.all()); err == nil {
			rows, err = in.appendRows(rows, group, memory)
		}
		if err != nil {
			return nil, fmt.Errorf("parquet: %s: %w", path, err)
		}
	}
	return dataset.NewTable(path, in.names, rows)
}

// recoverDamage turns a panic of the reader on a damaged file into an error.
func recoverDamage(path string, err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("parquet: %s is damaged: %v", path, p)
	}
}

// flatFile is an open Parquet file of flat columns.
type flatFile struct {
	*parquet.File
	names    []string
	unsigned []bool        // whether a column holds integers without a sign
	optional []bool        // whether cells of a column may be missing
	times    []*storedTime // of a column of dates or times, else nil
	file     *os.File      // nil where the caller closes it
}

func (f *flatFile) Close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}

func openFile(path string) (*flatFile, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	in, err := describeFile(path, file)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	in.file = file
	return in, nil
}

func describeFile(path string, file *os.File) (*flatFile, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	return describe(path, file, info.Size())
}

// describe reads the names of the columns, which must be flat.
func describe(path string, r io.ReaderAt, size int64, options ...parquet.FileOption) (*flatFile, error) {
	if err := checkMagic(path, r); err != nil {
		return nil, err
	}
	tailed, err := readFooter(r, size)
	if err != nil {
		return nil, fmt.Errorf("parquet: %s: %w", path, err)
	}
	in, err := parquet.OpenFile(tailed, size, append(options, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))...)
	if err == nil {
		err = checkChunks(in.Metadata(), size)
	}
	if err != nil {
		return nil, fmt.Errorf("parquet: %s: %w", path, err)
	}
	f := &flatFile{File: in}
	for _, column := range in.Root().Columns() {
		if !column.Leaf() || column.Repeated() || strings.HasPrefix(column.Type().String(), "DECIMAL") {
			return nil, fmt.Errorf("parquet: %s: column %s is %v; flat columns of numbers and text can be read", path, column.Name(), column)
		}
		f.names = append(f.names, column.Name())
		f.unsigned = append(f.unsigned, isUnsigned(column.Type()))
		f.optional = append(f.optional, column.Optional())
		f.times = append(f.times, storedTimeOf(column.Type()))
	}
	return f, nil
}

// checkMagic returns an error unless the file begins with the four bytes of Parquet
// files.
func checkMagic(path string, r io.ReaderAt) error {
	var begin [4]byte
	n, err := r.ReadAt(begin[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("parquet: %s: %w", path, err)
	}
	if got := string(begin[:n]); got != "PAR1" {
		return fmt.Errorf("parquet: %s is not a Parquet file, it begins with %q; for separated values use dataset.ReadCSV", path, got)
	}
	return nil
}

func isUnsigned(t parquet.Type) bool {
	logical := t.LogicalType()
	if logical == nil {
		return false
	}
	integer, ok := logical.Value.(*format.IntType)
	return ok && !integer.IsSigned
}

// all returns the numbers of all columns.
func (f *flatFile) all() []int {
	all := make([]int, len(f.names))
	for j := range all {
		all[j] = j
	}
	return all
}

// refuseLZ4 refuses a file with pages of LZ4 where checkPages does not look at each.
func (f *flatFile) refuseLZ4() error {
	for _, group := range f.Metadata().RowGroups {
		for _, c := range group.Columns {
			if c.MetaData.Codec == format.Lz4Raw {
				return fmt.Errorf("column %v: %w", c.MetaData.PathInSchema, errLZ4)
			}
		}
	}
	return nil
}

// checkPages checks the pages of columns in the i-th group of rows, where the file is a local one:
// elsewhere each page would be another read.
func (f *flatFile) checkPages(i int, columns []int) error {
	if f.file == nil {
		return nil
	}
	return f.checkPagesOf(f.Metadata().RowGroups[i], columns)
}

// appendRows appends the cells of a group of rows.
func (f *flatFile) appendRows(all [][]string, group parquet.RowGroup, memory *cellMemory) ([][]string, error) {
	rows := group.Rows()
	defer rows.Close()
	buffer := make([]parquet.Row, 64)
	for {
		n, err := rows.ReadRows(buffer)
		for _, row := range buffer[:n] {
			cells := make([]string, len(f.names))
			for _, v := range row {
				cells[v.Column()] = f.cellOf(v.Column(), v)
			}
			if err := memory.take(cells); err != nil {
				return nil, err
			}
			all = append(all, cells)
		}
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// cellOf returns a value of a column as text that reads back as the same number.
func (f *flatFile) cellOf(column int, v parquet.Value) string {
	switch {
	case v.IsNull():
		return ""
	case v.Kind() == parquet.Double:
		return strconv.FormatFloat(v.Double(), 'g', -1, 64)
	case v.Kind() == parquet.Float:
		return strconv.FormatFloat(float64(v.Float()), 'g', -1, 64)
	case f.times[column] != nil:
		return f.times[column].text(v.Int64())
	case f.unsigned[column]:
		return strconv.FormatUint(unsignedOf(v), 10)
	default:
		return v.String()
	}
}

// unsignedOf returns an integer without a sign, of 32 bits or 64.
func unsignedOf(v parquet.Value) uint64 {
	if v.Kind() == parquet.Int32 {
		return uint64(uint32(v.Int32()))
	}
	return uint64(v.Int64())
}
