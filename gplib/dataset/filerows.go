package dataset

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// FileRows is the [RowReader] of a file. It holds one row at a time and keeps
// the file open from the first Read to the last; Close closes it earlier.
type FileRows struct {
	path    string
	names   []string
	units   []string // of their numbers, nil if the rows have none
	columns []int    // those of the inputs, then that of the observation
	open    func(columns []int) (Records, error)
	from    Records // nil before the first row and after the last
	ended   bool
	row     []float64
}

// Records are the chosen columns of the rows of an open file.
type Records interface {
	// Next goes to the next row and returns its line, from 1, and io.EOF when no
	// row is left.
	Next() (line int, err error)
	// Number returns the number in the j-th chosen column of the row, which must be
	// finite.
	Number(j int) (float64, error)
	Close() error
}

// BlockRecords are Records that read many rows at once.
type BlockRecords interface {
	Records
	// NextBlock fills the first rows of x, len(y) × d, with the chosen columns but
	// the last, and those of y with the last, and returns the number of rows. It
	// stops before a row that it leaves to Next, such as one with a cell that is
	// not a number, and returns 0 there and after the last row.
	NextBlock(x *mat.Dense, y []float64) (int, error)
}

// NewFileRows reads rows of a file of any kind whose columns have the given
// names. target is the observation's, "" being the last one, and no inputs are
// all the others; open gets their positions among names, the inputs' first. If it
// returns [BlockRecords], whole blocks are read from them.
func NewFileRows(path string, names []string, open func(columns []int) (Records, error), target string, inputs ...string) (*FileRows, error) {
	if len(names) < 2 {
		return nil, fmt.Errorf("dataset: %s has %d columns; inputs and an observation are needed", path, len(names))
	}
	if target == "" {
		target = names[len(names)-1]
	}
	if len(inputs) == 0 {
		inputs = without(names, target)
	}
	r := &FileRows{path: path, open: open}
	for _, name := range append(append([]string(nil), inputs...), target) {
		at, err := findColumn(path, names, name)
		if err != nil {
			return nil, err
		}
		r.columns, r.names = append(r.columns, at), append(r.names, name)
	}
	if names := slices.Compact(slices.Sorted(slices.Values(r.names))); len(names) < len(r.names) {
		return nil, fmt.Errorf("dataset: %s: the inputs %q and the observation %q name a column twice", path, inputs, target)
	}
	r.row = make([]float64, len(r.columns))
	return r, nil
}

// Dim returns the number of inputs of a row, d.
func (r *FileRows) Dim() int { return len(r.columns) - 1 }

// Names returns the names of the columns read: the inputs', then the
// observation's. The caller owns the slice.
func (r *FileRows) Names() []string { return slices.Clone(r.names) }

// Units returns the units of the columns of Names, a percent or currency sign, and "" for
// none; nil if the file's rows have none. The caller owns the slice.
func (r *FileRows) Units() []string { return slices.Clone(r.units) }

// Like returns an empty set of points with the names of the inputs: see [Like].
func (r *FileRows) Like() *cov.Matrix {
	none := cov.Points(mat.NewDense(1, r.Dim(), nil)).Subset(nil).(*cov.Matrix)
	if named, err := none.Named(r.names[:r.Dim()]...); err == nil {
		return named
	}
	return none // a column has an empty name
}

// Read implements [RowReader]. Its errors name the file, the line and the
// column.
func (r *FileRows) Read(x *mat.Dense, y []float64) (int, error) {
	if r.ended {
		return 0, io.EOF
	}
	if r.from == nil {
		var err error
		if r.from, err = r.open(r.columns); err != nil {
			return 0, err
		}
	}
	for n := 0; n < len(y); {
		read, err := r.readRows(x, y, n)
		if errors.Is(err, io.EOF) {
			return r.end(n)
		}
		if err != nil {
			return 0, err
		}
		n += read
	}
	return len(y), nil
}

// readRows reads some rows into a block, from its row n on.
func (r *FileRows) readRows(x *mat.Dense, y []float64, n int) (int, error) {
	if from, ok := r.from.(BlockRecords); ok {
		read, err := from.NextBlock(x.Slice(n, len(y), 0, r.Dim()).(*mat.Dense), y[n:])
		if read > 0 || err != nil {
			return read, err
		}
	}
	return r.readEach(x, y, n)
}

// readEach reads some rows one by one. If the first cannot be read as part of a
// block, others mostly cannot either.
func (r *FileRows) readEach(x *mat.Dense, y []float64, n int) (int, error) {
	const most = 64
	d := r.Dim()
	for i := n; i < min(n+most, len(y)); i++ {
		err := r.next()
		if errors.Is(err, io.EOF) && i > n {
			return i - n, nil
		}
		if err != nil {
			return 0, err
		}
		x.SetRow(i, r.row[:d])
		y[i] = r.row[d]
	}
	return min(most, len(y)-n), nil
}

// next reads a row.
func (r *FileRows) next() error {
	line, err := r.from.Next()
	if err != nil {
		return err
	}
	for j := range r.row {
		if r.row[j], err = r.from.Number(j); err != nil {
			return cellError(r.path, line, r.columns[j], r.names[j], err)
		}
	}
	return nil
}

// end closes the file after its last row; n rows were read.
func (r *FileRows) end(n int) (int, error) {
	r.ended = true
	if err := r.Close(); err != nil || n > 0 {
		return n, err
	}
	return 0, io.EOF
}

// Reset goes back to the first row.
func (r *FileRows) Reset() error {
	r.ended = false
	return r.Close()
}

// Close closes the file. A later Read begins with the first row.
func (r *FileRows) Close() error {
	if r.from == nil {
		return nil
	}
	err := r.from.Close()
	r.from = nil
	return err
}

func without(names []string, name string) []string {
	var rest []string
	for _, n := range names {
		if n != name {
			rest = append(rest, n)
		}
	}
	return rest
}
