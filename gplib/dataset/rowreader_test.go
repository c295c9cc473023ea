package dataset_test

import (
	"errors"
	"io"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// TestRowsReadsAllRowsInOrder: blocks of any size hand out each row once, and
// again after Reset.
func TestRowsReadsAllRowsInOrder(t *testing.T) {
	xs := make([]float64, 7)
	for i := range xs {
		xs[i] = float64(i)
	}
	d, err := gplib.NewData(cov.Line(xs), xs)
	if err != nil {
		t.Fatal(err)
	}
	for block := 1; block <= 8; block++ {
		r, err := dataset.Rows(d)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if got := drain(t, r, block); got != 7 {
				t.Errorf("blocks of %d: %d rows, want 7", block, got)
			}
			if err := r.Reset(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// drain reads r to its end and checks that row i holds i.
func drain(t *testing.T, r dataset.RowReader, block int) int {
	t.Helper()
	x, y := mat.NewDense(block, r.Dim(), nil), make([]float64, block)
	total := 0
	for {
		n, err := r.Read(x, y)
		if errors.Is(err, io.EOF) {
			return total
		}
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if want := float64(total + i); x.At(i, 0) != want || y[i] != want {
				t.Fatalf("row %d is %v, %v", total+i, x.At(i, 0), y[i])
			}
		}
		total += n
	}
}
