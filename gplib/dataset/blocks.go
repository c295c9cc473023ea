package dataset

import (
	"errors"
	"io"

	"gonum.org/v1/gonum/mat"
)

// Blocks reads the rows of a reader in blocks, one at a time.
type Blocks struct {
	r RowReader
	x *mat.Dense
	y []float64
}

// NewBlocks returns the blocks of size rows of r.
func NewBlocks(r RowReader, size int) *Blocks {
	return &Blocks{r: r, x: mat.NewDense(size, r.Dim(), nil), y: make([]float64, size)}
}

// Reset goes back to the first row.
func (b *Blocks) Reset() error { return b.r.Reset() }

// Next returns the next block, which is valid until the next call: x has as
// many rows as y, fewer than size only at the end. After the last row the error
// is io.EOF.
func (b *Blocks) Next() (x *mat.Dense, y []float64, err error) {
	size, d := b.x.Dims()
	n := 0
	for n < size {
		read, err := b.r.Read(b.x.Slice(n, size, 0, d).(*mat.Dense), b.y[n:])
		n += read
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		if read == 0 {
			return nil, nil, errors.New("dataset: the reader returned no rows and no error")
		}
	}
	if n == 0 {
		return nil, nil, io.EOF
	}
	return b.x.Slice(0, n, 0, d).(*mat.Dense), b.y[:n], nil
}

// Each calls use with all blocks from the first row on: x is m × d and y has m numbers, for the m rows of a block. use
// must not keep them. It returns the first error of the reader or of use.
func (b *Blocks) Each(use func(x *mat.Dense, y []float64) error) error {
	if err := b.Reset(); err != nil {
		return err
	}
	for {
		x, y, err := b.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := use(x, y); err != nil {
			return err
		}
	}
}

// EachBlock calls use with the rows of r from the first on, in blocks of at most
// size, which use does not keep.
func EachBlock(r RowReader, size int, use func(x *mat.Dense, y []float64) error) error {
	return NewBlocks(r, size).Each(use)
}
