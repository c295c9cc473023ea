package dataset_test

import (
	"errors"
	"io"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/dataset"
)

// sparing hands out at most two rows at a time, and none at all once where
// stuck.
type sparing struct {
	dataset.RowReader
	stuck bool
}

func (s *sparing) Read(x *mat.Dense, y []float64) (int, error) {
	if s.stuck {
		return 0, nil
	}
	return s.RowReader.Read(x, y[:min(2, len(y))])
}

// TestBlocksAreFull: whatever a reader hands out at a time, all blocks but the
// last are full.
func TestBlocksAreFull(t *testing.T) {
	rows, err := dataset.GeneratedRows(7, 1, func(i int, x []float64) float64 { x[0] = float64(-i); return float64(i) })
	if err != nil {
		t.Fatal(err)
	}
	b := dataset.NewBlocks(&sparing{RowReader: rows}, 3)
	for range 2 {
		if err := b.Reset(); err != nil {
			t.Fatal(err)
		}
		for _, want := range [][]float64{{0, 1, 2}, {3, 4, 5}, {6}} {
			x, y, err := b.Next()
			if err != nil || !slices.Equal(y, want) || x.RawMatrix().Rows != len(want) || x.At(0, 0) != -want[0] {
				t.Fatalf("%v at %v (%v), want %v", y, x, err, want)
			}
		}
		if _, _, err := b.Next(); !errors.Is(err, io.EOF) {
			t.Fatalf("after the last row: %v", err)
		}
	}
	if err := dataset.EachBlock(&sparing{rows, true}, 3, nil); err == nil {
		t.Error("a reader without rows and without an error went unnoticed")
	}
}
