package dataset

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// Shards is the [RowReader] of the rows of many files, one after another. It has
// one file open at a time.
type Shards struct {
	paths []string
	open  func(path string) (RowReader, error)
	dim   int
	names []string    // nil where the readers have none
	units []string    // nil while no file has them
	like  *cov.Matrix // nil where Dim is less than 1
	from  RowReader   // of the file before next, or nil
	next  int         // the file to open next
}

// ShardedRows reads the rows of the files paths in their order. open opens one:
// [CSVRows], or parquet.FileRows of package dataset/parquet, which reads files of
// both kinds. It is called for the first file here, and for the others as their
// rows come. A file whose number or names of columns, units or scaling are not the
// first file's is an error of Read, which names both. The notation of separated
// values is recognised for each file separately, where [CSV.Rows] is not given it.
//
// To split a pass over machines, give each some of the paths, and all the same
// scaling ([ScaledRows]), computed by [Moments].
//
//	rows, err := dataset.ShardedRows(paths, func(path string) (dataset.RowReader, error) {
//		return dataset.CSVRows(path, "load")
//	})
func ShardedRows(paths []string, open func(path string) (RowReader, error)) (*Shards, error) {
	if len(paths) == 0 || open == nil {
		return nil, fmt.Errorf("dataset: ShardedRows: %d paths, open is nil: %t", len(paths), open == nil)
	}
	s := &Shards{paths: slices.Clone(paths), open: open}
	first, err := s.opened(paths[0])
	if err != nil {
		return nil, err
	}
	s.from, s.next = first, 1
	s.dim, s.names, s.units = first.Dim(), namesOf(first), unitsOf(first)
	s.like, _ = Like(first).(*cov.Matrix)
	return s, nil
}

// opened opens a file.
func (s *Shards) opened(path string) (RowReader, error) {
	r, err := s.open(path)
	if err != nil {
		return nil, err
	}
	if r == nil {
		return nil, fmt.Errorf("dataset: ShardedRows: open returned no reader and no error for %s", path)
	}
	return r, nil
}

// namesOf returns the names of a reader's columns, nil if it has none.
func namesOf(r RowReader) []string {
	if known, ok := r.(interface{ Names() []string }); ok {
		return known.Names()
	}
	return nil
}

// unitsOf returns the units of a reader's columns, nil if it has none.
func unitsOf(r RowReader) []string {
	if known, ok := r.(interface{ Units() []string }); ok {
		return known.Units()
	}
	return nil
}

// closeRows closes a reader that can be closed.
func closeRows(r RowReader) error {
	if closer, ok := r.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}

// Dim returns the number of inputs of a row, d.
func (s *Shards) Dim() int { return s.dim }

// Names returns the names of the columns read, the inputs' and then the
// observation's, if the files' readers have names as [FileRows] do, else nil. The
// caller owns the slice.
func (s *Shards) Names() []string { return slices.Clone(s.names) }

// Like returns an empty set of points like the rows, by the first file: see [Like].
func (s *Shards) Like() *cov.Matrix { return s.like }

// Read implements [RowReader]. Blocks do not end with files.
func (s *Shards) Read(x *mat.Dense, y []float64) (int, error) {
	n := 0
	for n < len(y) {
		if s.from == nil && s.next == len(s.paths) {
			break
		}
		read, err := s.read(x.Slice(n, len(y), 0, s.dim).(*mat.Dense), y[n:])
		if err != nil {
			return 0, err
		}
		n += read
	}
	if n == 0 && len(y) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// read reads rows of the present file, and none at its end.
func (s *Shards) read(x *mat.Dense, y []float64) (int, error) {
	if s.from == nil {
		if err := s.turn(); err != nil {
			return 0, err
		}
	}
	n, err := s.from.Read(x, y)
	if errors.Is(err, io.EOF) {
		return n, s.leave()
	}
	if n == 0 && err == nil {
		return 0, fmt.Errorf("dataset: the reader of %s returned no rows and no error", s.paths[s.next-1])
	}
	return n, err
}

// turn opens the next file.
func (s *Shards) turn() error {
	path := s.paths[s.next]
	from, err := s.opened(path)
	if err != nil {
		return err
	}
	if err := s.check(path, from); err != nil {
		return errors.Join(err, closeRows(from))
	}
	if s.units == nil {
		s.units = unitsOf(from)
	}
	s.from = from
	s.next++
	return nil
}

// check returns an error unless the rows are like those of the first file.
func (s *Shards) check(path string, r RowReader) error {
	names, units := namesOf(r), unitsOf(r)
	switch like, _ := Like(r).(*cov.Matrix); {
	case r.Dim() != s.dim:
		return fmt.Errorf("dataset: ShardedRows: rows of %s have %d inputs, those of %s have %d", path, r.Dim(), s.paths[0], s.dim)
	case !slices.Equal(names, s.names):
		return fmt.Errorf("dataset: ShardedRows: the columns of %s are %q, those of %s are %q", path, names, s.paths[0], s.names)
	case cov.CheckLike(like, s.like) != nil:
		return fmt.Errorf("dataset: ShardedRows: the inputs of %s have other names or are scaled differently from those of %s", path, s.paths[0])
	case units != nil && s.units != nil && !slices.Equal(units, s.units):
		return fmt.Errorf("dataset: ShardedRows: the units of %q are %q in %s, and %q in %s", names, units, path, s.units, s.paths[0])
	}
	return nil
}

// Reset goes back to the first row of the first file.
func (s *Shards) Reset() error { return s.Close() }

// Close closes the file that is open. A later Read begins with the first row.
func (s *Shards) Close() error {
	s.next = 0
	return s.leave()
}

// leave closes the present file.
func (s *Shards) leave() error {
	if s.from == nil {
		return nil
	}
	err := closeRows(s.from)
	s.from = nil
	return err
}
