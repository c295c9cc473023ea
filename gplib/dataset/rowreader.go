package dataset

import (
	"fmt"
	"io"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// RowReader reads the rows of a regression set in blocks, so that learners that
// pass over the rows need not hold them all.
type RowReader interface {
	// Dim is the number of inputs of a row, d.
	Dim() int
	// Read fills the first rows of x, len(y) × Dim, and of y with the next
	// rows and returns their number. It returns 0 and io.EOF when no row is
	// left, and fewer rows than len(y) only before that.
	Read(x *mat.Dense, y []float64) (int, error)
	// Reset goes back to the first row: the rows come again, in the same
	// order and with the same values.
	Reset() error
}

// Like returns an empty set of points of the kind of a reader's rows: of their
// dimension, with their names and standardisation if the reader has a method Like
// of its own, as those of [Rows] and [StandardiseRows] have. It is nil if Dim is
// less than 1.
//
//	p, err := fit.Predict(cov.Points(block).Like(dataset.Like(rows)))
func Like(r RowReader) cov.Inputs {
	if known, ok := r.(interface{ Like() *cov.Matrix }); ok {
		return known.Like()
	}
	if r.Dim() < 1 {
		return nil
	}
	return cov.Points(mat.NewDense(1, r.Dim(), nil)).Subset(nil)
}

// Rows reads data that is in memory already. Its inputs must be numeric
// ([cov.Matrix]).
func Rows(d gplib.Data) (RowReader, error) {
	x, ok := d.X.(*cov.Matrix)
	if !ok {
		return nil, fmt.Errorf("dataset: Rows: the inputs are %T; they must be *cov.Matrix", d.X)
	}
	if x.Len() != len(d.Y) {
		return nil, fmt.Errorf("dataset: Rows: %d inputs, %d observations", x.Len(), len(d.Y))
	}
	return &memoryRows{x: x, y: d.Y}, nil
}

type memoryRows struct {
	x    *cov.Matrix
	y    []float64
	next int
}

func (r *memoryRows) Dim() int { return r.x.Dim() }

func (r *memoryRows) Read(x *mat.Dense, y []float64) (int, error) {
	n := min(len(y), len(r.y)-r.next)
	if n == 0 {
		return 0, io.EOF
	}
	for i := range n {
		x.SetRow(i, r.x.Row(r.next+i))
	}
	copy(y, r.y[r.next:r.next+n])
	r.next += n
	return n, nil
}

// Like returns an empty set of points like those of the data.
func (r *memoryRows) Like() *cov.Matrix { return r.x.Subset(nil).(*cov.Matrix) }

func (r *memoryRows) Reset() error {
	r.next = 0
	return nil
}
