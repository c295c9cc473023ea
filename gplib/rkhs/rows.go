package rkhs

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/linalg"
	"krigo/gplib/optim"
)

// rows hands out the rows of a regression set, less the mean, as minibatches
// and whole.
type rows interface {
	// count is n.
	count() int
	// epoch begins a pass in random order, which seed decides; next is its
	// next minibatch of at most size rows, of no rows at the end.
	epoch(seed rand.Source, size int) error
	next() (x *mat.Dense, y []float64, err error)
	// other is a minibatch of size rows, independent of the others.
	other(rng *rand.Rand, size int) (x *mat.Dense, y []float64)
	// each calls f with all rows, in blocks that f does not keep.
	each(f func(x *mat.Dense, y []float64) error) error
}

// batch is a minibatch's own memory.
type batch struct {
	x linalg.Buffer
	y []float64
}

// gather copies the rows at index of x and y.
func (b *batch) gather(x *mat.Dense, y []float64, index []int) (*mat.Dense, []float64) {
	_, p := x.Dims()
	to := b.x.Sized(len(index), p)
	b.y = b.y[:0]
	for i, at := range index {
		copy(to.RawRowView(i), x.RawRowView(at))
		b.y = append(b.y, y[at])
	}
	return to, b.y
}

// blockRows is the number of rows that are evaluated at once.
const blockRows = 1024

// memoryRows are rows in memory.
type memoryRows struct {
	x             *mat.Dense
	y             []float64
	batches       *optim.Batches
	first, second batch
	index         []int
}

// inMemory is d less the mean of m.
func inMemory(m gplib.Model, d gplib.Data) *memoryRows {
	r := &memoryRows{x: rowsOf(d.X), y: append([]float64(nil), d.Y...)}
	subtractMean(m.Mean, d.X, r.y)
	return r
}

func subtractMean(mean gplib.Mean, x cov.Inputs, y []float64) {
	if mean == nil {
		return
	}
	at := make([]float64, len(y))
	mean.Eval(at, x)
	for i, v := range at {
		y[i] -= v
	}
}

func (r *memoryRows) count() int { return len(r.y) }

func (r *memoryRows) epoch(seed rand.Source, size int) (err error) {
	r.batches, err = optim.NewBatches(len(r.y), size, seed)
	return err
}

func (r *memoryRows) next() (*mat.Dense, []float64, error) {
	index := r.batches.Next()
	if r.batches.Epoch() > 0 {
		return nil, nil, nil
	}
	x, y := r.first.gather(r.x, r.y, index)
	return x, y, nil
}

func (r *memoryRows) other(rng *rand.Rand, size int) (*mat.Dense, []float64) {
	r.index = draw(r.index, rng, size, len(r.y))
	return r.second.gather(r.x, r.y, r.index)
}

// draw fills index with size of n positions, with replacement.
func draw(index []int, rng *rand.Rand, size, n int) []int {
	index = index[:0]
	for range size {
		index = append(index, rng.IntN(n))
	}
	return index
}

func (r *memoryRows) each(f func(x *mat.Dense, y []float64) error) error {
	_, p := r.x.Dims()
	for lo := 0; lo < len(r.y); lo += blockRows {
		hi := min(lo+blockRows, len(r.y))
		if err := f(r.x.Slice(lo, hi, 0, p).(*mat.Dense), r.y[lo:hi]); err != nil {
			return err
		}
	}
	return nil
}

// streamBlock is the number of rows of a reader that are in memory, and
// shuffled, at once.
const streamBlock = 1 << 14

// streamedRows are rows that a reader hands out again for each pass. They are
// shuffled within blocks; a set that is sorted on disk should be shuffled
// there once.
type streamedRows struct {
	reader        dataset.RowReader
	mean          gplib.Mean
	n             int
	x             *mat.Dense // the present block
	y             []float64
	held          int // rows of the block
	size          int
	rng           *rand.Rand
	batches       *optim.Batches
	first, second batch
	index         []int
}

// streamed counts the rows of r and checks them, in one pass.
func streamed(m gplib.Model, r dataset.RowReader) (*streamedRows, error) {
	if r == nil {
		return nil, errors.New("rkhs: the reader is nil")
	}
	if r.Dim() < 1 {
		return nil, fmt.Errorf("rkhs: the reader's rows have %d inputs", r.Dim())
	}
	s := &streamedRows{
		reader: r, mean: m.Mean,
		x: mat.NewDense(streamBlock, r.Dim(), nil), y: make([]float64, streamBlock),
	}
	err := s.each(func(x *mat.Dense, y []float64) error {
		if err := checkRows(x, y, s.n); err != nil {
			return err
		}
		s.n += len(y)
		return nil
	})
	if err == nil && s.n == 0 {
		err = errors.New("rkhs: the reader has no rows")
	}
	return s, err
}

// checkRows returns an error that names the first value that is no number.
// first is the number of rows before.
func checkRows(x *mat.Dense, y []float64, first int) error {
	for i, v := range y {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("rkhs: y of row %d is %v", first+i, v)
		}
		for k, v := range x.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("rkhs: input %d of row %d is %v", k, first+i, v)
			}
		}
	}
	return nil
}

func (s *streamedRows) count() int { return s.n }

// read fills the block. Without rows left it is empty.
func (s *streamedRows) read() error {
	s.held = 0
	for s.held < streamBlock {
		rest := s.x.Slice(s.held, streamBlock, 0, s.reader.Dim()).(*mat.Dense)
		n, err := s.reader.Read(rest, s.y[s.held:])
		s.held += n
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("rkhs: reading rows: %w", err)
		}
		if n == 0 {
			return errors.New("rkhs: the reader returned no rows and no error")
		}
	}
	if s.held > 0 && s.mean != nil {
		block := s.x.Slice(0, s.held, 0, s.reader.Dim())
		subtractMean(s.mean, cov.Points(block), s.y[:s.held])
	}
	return nil
}

func (s *streamedRows) epoch(seed rand.Source, size int) error {
	s.rng, s.size = rand.New(seed), size
	if err := s.reader.Reset(); err != nil {
		return fmt.Errorf("rkhs: reading rows again: %w", err)
	}
	return s.advance()
}

// advance reads a block and deals its rows.
func (s *streamedRows) advance() (err error) {
	if err = s.read(); err != nil || s.held == 0 {
		return err
	}
	s.batches, err = optim.NewBatches(s.held, s.size, rand.NewPCG(s.rng.Uint64(), s.rng.Uint64()))
	return err
}

func (s *streamedRows) next() (*mat.Dense, []float64, error) {
	if s.held == 0 {
		return nil, nil, nil
	}
	index := s.batches.Next()
	if s.batches.Epoch() > 0 {
		if err := s.advance(); err != nil || s.held == 0 {
			return nil, nil, err
		}
		index = s.batches.Next()
	}
	x, y := s.first.gather(s.x, s.y, index)
	return x, y, nil
}

// other draws from the present block.
func (s *streamedRows) other(rng *rand.Rand, size int) (*mat.Dense, []float64) {
	s.index = draw(s.index, rng, size, s.held)
	return s.second.gather(s.x, s.y, s.index)
}

func (s *streamedRows) each(f func(x *mat.Dense, y []float64) error) error {
	if err := s.reader.Reset(); err != nil {
		return fmt.Errorf("rkhs: reading rows again: %w", err)
	}
	for {
		if err := s.read(); err != nil || s.held == 0 {
			return err
		}
		for lo := 0; lo < s.held; lo += blockRows {
			hi := min(lo+blockRows, s.held)
			if err := f(s.x.Slice(lo, hi, 0, s.reader.Dim()).(*mat.Dense), s.y[lo:hi]); err != nil {
				return err
			}
		}
	}
}
