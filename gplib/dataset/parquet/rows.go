package parquet

import (
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"github.com/parquet-go/parquet-go"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/dataset"
)

// Rows reads the rows of a Parquet file of flat columns (see [Read]) without
// holding them all, and only the columns that are chosen, as by
// [dataset.CSVRows]. A cell that is not a finite number is an error of Read;
// dates and times are their stored integers, and integers are rounded to
// doubles.
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
	open := func() (*flatFile, error) { return openFile(path) }
	return rowsOf(path, names, open, target, inputs...)
}

// RowsAt is [Rows] of a Parquet file that r reads, such as an object in a bucket:
// it has size bytes, and errors call it name. RowsAt reads its end, which has the
// columns; rows are read column by column, one part at a time, of at least a
// megabyte if a column has as much. The caller closes r.
func RowsAt(r io.ReaderAt, size int64, name, target string, inputs ...string) (rows *dataset.FileRows, err error) {
	defer recoverDamage(name, &err)
	if r == nil {
		return nil, fmt.Errorf("parquet: RowsAt: the reader of %s is nil", name)
	}
	file, err := describe(name, r, size, fewReads...)
	if err != nil {
		return nil, err
	}
	if err := file.refuseLZ4(); err != nil {
		return nil, fmt.Errorf("parquet: %s: %w", name, err)
	}
	open := func() (*flatFile, error) { return file, nil }
	return rowsOf(name, file.names, open, target, inputs...)
}

// fewReads are options for readers with slow reads.
var fewReads = []parquet.FileOption{
	parquet.ReadBufferSize(1 << 20),
}

// rowsOf reads rows of a file of columns with the given names.
func rowsOf(path string, names []string, open func() (*flatFile, error), target string, inputs ...string) (*dataset.FileRows, error) {
	records := func(columns []int) (dataset.Records, error) { return openRecords(path, open, columns) }
	return dataset.NewFileRows(path, names, records, target, inputs...)
}

// FileRows is [Rows] of a file whose name ends in .parquet, and
// [dataset.CSVRows] of any other one.
func FileRows(path, target string, inputs ...string) (*dataset.FileRows, error) {
	if strings.EqualFold(filepath.Ext(path), ".parquet") {
		return Rows(path, target, inputs...)
	}
	return dataset.CSVRows(path, target, inputs...)
}

// ShardedRows is [dataset.ShardedRows] of files that [FileRows] reads: the rows of
// all one after another, of the same columns of each.
//
//	rows, err := parquet.ShardedRows([]string{"2008.parquet", "2009.parquet"}, "load")
func ShardedRows(paths []string, target string, inputs ...string) (*dataset.Shards, error) {
	return dataset.ShardedRows(paths, func(path string) (dataset.RowReader, error) {
		rows, err := FileRows(path, target, inputs...)
		if err != nil {
			return nil, err
		}
		return rows, nil
	})
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

func openRecords(path string, open func() (*flatFile, error), columns []int) (r *records, err error) {
	defer recoverDamage(path, &err)
	file, err := open()
	if err != nil {
		return nil, err
	}
	return &records{flatFile: file, path: path, chosen: columns, groups: file.RowGroups()}, nil
}

// Next reads the chosen cells of the next row; lines are rows, from 1.
func (r *records) Next() (line int, err error) {
	defer recoverDamage(r.path, &err)
	if err := r.begin(); err != nil {
		return 0, err
	}
	r.left--
	r.line++
	for j, c := range r.columns {
		if err := c.next(); err != nil {
			return 0, r.columnError(j, err)
		}
	}
	return r.line, nil
}

// NextBlock reads rows whose cells are numbers in all columns, up to the end of a
// page.
func (r *records) NextBlock(x *mat.Dense, y []float64) (n int, err error) {
	defer recoverDamage(r.path, &err)
	if err := r.begin(); errors.Is(err, io.EOF) {
		return 0, nil
	} else if err != nil {
		return 0, err
	}
	if n, err = r.ready(len(y)); n < 1 || err != nil {
		return 0, err
	}
	d := len(r.columns) - 1
	for j, c := range r.columns[:d] {
		setColumn(x, j, c.take(n))
	}
	copy(y, r.columns[d].take(n))
	r.left -= int64(n)
	r.line += n
	return n, nil
}

// setColumn writes the first values of column j.
func setColumn(x *mat.Dense, j int, values []float64) {
	raw := x.RawMatrix()
	for i, v := range values {
		raw.Data[i*raw.Stride+j] = v
	}
}

// ready returns the number of rows that are available at once, up to limit.
func (r *records) ready(limit int) (int, error) {
	n := int(min(int64(limit), r.left))
	for j, c := range r.columns {
		if err := c.begin(); err != nil {
			return 0, r.columnError(j, err)
		}
		n = min(n, len(c.numbers))
	}
	return n, nil
}

// columnError returns err with the chosen column that could not be read.
func (r *records) columnError(j int, err error) error {
	return fmt.Errorf("parquet: %s, column %s: %w", r.path, r.names[r.chosen[j]], err)
}

// begin turns to the next group of rows if the present one is used up.
func (r *records) begin() error {
	for r.left == 0 {
		if err := r.nextGroup(); err != nil {
			return err
		}
	}
	return nil
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
	if err := r.checkPages(len(r.RowGroups())-len(r.groups), r.chosen); err != nil {
		return fmt.Errorf("parquet: %s: %w", r.path, err)
	}
	r.groups, r.left = r.groups[1:], group.NumRows()
	chunks := group.ColumnChunks()
	for _, at := range r.chosen {
		r.columns = append(r.columns, &column{pages: chunks[at].Pages(), unsigned: r.unsigned[at]})
	}
	return nil
}

func (r *records) closeColumns() error {
	var err error
	for _, c := range r.columns {
		err = errors.Join(err, c.close())
	}
	r.columns = nil
	if err != nil {
		return fmt.Errorf("parquet: %s: %w", r.path, err)
	}
	return nil
}

func (r *records) Close() error { return errors.Join(r.closeColumns(), r.flatFile.Close()) }

// Number returns the number in the j-th chosen cell; text is read as in a CSV
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
