package rkhs

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/dataset"
	"krigo/gplib/linalg"
	"krigo/gplib/optim"
)

// blockRows is the number of rows that are evaluated at once.
const blockRows = 1024

// streamBlock is the number of rows of a reader that are in memory, and
// shuffled, at once.
const streamBlock = 1 << 14

// rows returns the rows of a regression set, less the mean, as minibatches and
// as a whole. Those of a reader are shuffled within blocks; a set that is
// sorted on disk should be shuffled there once.
type rows struct {
	blocks        *dataset.Blocks // nil where all rows are in the block
	mean          gplib.Mean
	n             int
	x             *mat.Dense // the present block
	whole, y      []float64  // the observations, and less the mean
	size          int
	seed          rand.Source
	batches       *optim.Batches
	first, second batch
	index         []int
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

// inMemory returns d less the mean of m.
func inMemory(m gplib.Model, d gplib.Data) *rows {
	r := &rows{n: d.Len(), mean: m.Mean}
	r.take(rowsOf(d.X), d.Y)
	return r
}

// streamed counts the rows of a reader and checks them, in one pass.
func streamed(m gplib.Model, reader dataset.RowReader) (*rows, error) {
	if reader.Dim() < 1 {
		return nil, fmt.Errorf("rkhs: the reader's rows have %d inputs", reader.Dim())
	}
	r := &rows{blocks: dataset.NewBlocks(reader, streamBlock), mean: m.Mean}
	err := r.blocks.Each(func(x *mat.Dense, y []float64) error {
		r.n += len(y)
		r.x, r.whole = x, y
		return checkRows(x, y, r.n-len(y))
	})
	if err == nil && r.n == 0 {
		err = errors.New("rkhs: the reader has no rows")
	}
	if err == nil && r.n <= streamBlock {
		r.take(r.x, r.whole)
		r.blocks = nil
	}
	return r, err
}

// checkRows returns an error that names the first value that is not a number.
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

// take makes x and y the present block.
func (r *rows) take(x *mat.Dense, y []float64) {
	r.x, r.whole = x, y
	r.y = append(r.y[:0], y...)
	less(r.y, y, r.mean, x)
}

// setMean subtracts another mean function from the observations. Call it
// between passes only.
func (r *rows) setMean(mean gplib.Mean) {
	r.mean = mean
	if r.blocks == nil {
		less(r.y, r.whole, mean, r.x)
	}
}

// epoch begins a pass in random order, which seed decides, in minibatches of
// size rows.
func (r *rows) epoch(seed rand.Source, size int) error {
	r.seed, r.size = seed, size
	if r.blocks == nil {
		return r.deal()
	}
	if err := r.blocks.Reset(); err != nil {
		return err
	}
	return r.advance()
}

// deal shuffles the block.
func (r *rows) deal() (err error) {
	r.batches, err = optim.NewBatches(len(r.y), r.size, r.seed)
	return err
}

// advance goes to the next block; at the end it is empty.
func (r *rows) advance() error {
	x, y, err := r.blocks.Next()
	if err != nil {
		r.y = r.y[:0]
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	}
	r.take(x, y)
	return r.deal()
}

// next returns the next minibatch of the pass, of no rows at the end.
func (r *rows) next() (*mat.Dense, []float64, error) {
	if len(r.y) == 0 {
		return nil, nil, nil
	}
	index := r.batches.Next()
	if r.batches.Epoch() > 0 {
		if r.blocks == nil {
			return nil, nil, nil
		}
		if err := r.advance(); err != nil || len(r.y) == 0 {
			return nil, nil, err
		}
		index = r.batches.Next()
	}
	x, y := r.first.gather(r.x, r.y, index)
	return x, y, nil
}

// other returns a minibatch of size rows of the present block, drawn with
// replacement, independent of the others.
func (r *rows) other(rng *rand.Rand, size int) (*mat.Dense, []float64) {
	r.index = r.index[:0]
	for range size {
		r.index = append(r.index, rng.IntN(len(r.y)))
	}
	return r.second.gather(r.x, r.y, r.index)
}

// each calls f with all rows, in blocks that f does not keep.
func (r *rows) each(f func(x *mat.Dense, y []float64) error) error {
	if r.blocks == nil {
		return r.inBlocks(f)
	}
	return r.blocks.Each(func(x *mat.Dense, y []float64) error {
		r.take(x, y)
		return r.inBlocks(f)
	})
}

// inBlocks calls f with the rows of the present block.
func (r *rows) inBlocks(f func(x *mat.Dense, y []float64) error) error {
	_, p := r.x.Dims()
	for lo := 0; lo < len(r.y); lo += blockRows {
		hi := min(lo+blockRows, len(r.y))
		if err := f(r.x.Slice(lo, hi, 0, p).(*mat.Dense), r.y[lo:hi]); err != nil {
			return err
		}
	}
	return nil
}
