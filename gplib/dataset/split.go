package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Share is the part of the observations that goes to one side of [Split]. Make
// one by [TestShare] or [TrainShare].
type Share struct {
	part  float64
	train bool // part is that of the observations to train on
}

// TestShare returns the share with the part of the observations to test, 0 < part <
// 1.
func TestShare(part float64) Share { return Share{part: part} }

// TrainShare returns the share with the part of the observations to train on, 0 <
// part < 1.
func TrainShare(part float64) Share { return Share{part: part, train: true} }

// String returns the share as a Go expression.
func (s Share) String() string {
	if s.train {
		return fmt.Sprintf("TrainShare(%v)", s.part)
	}
	return fmt.Sprintf("TestShare(%v)", s.part)
}

// tests returns the number of n observations to test, at least one and not all.
func (s Share) tests(n int) int {
	count := int(math.Round(s.part * float64(n)))
	if s.train {
		count = n - count
	}
	return min(max(count, 1), n-1)
}

// Split puts a random part of d into test and the rest into train; share is the
// size of either. Both keep the order of d and hold at least one observation.
// The same seed gives the same split.
//
//	train, test, err := dataset.Split(data, dataset.TestShare(0.2), 1)
func Split(d gplib.Data, share Share, seed uint64) (train, test gplib.Data, err error) {
	if !(share.part > 0 && share.part < 1) {
		return train, test, fmt.Errorf("dataset: Split: the share is %v; it must lie between 0 and 1", share)
	}
	n := d.Len()
	if n < 2 {
		return train, test, fmt.Errorf("dataset: Split: %d observations cannot be split", n)
	}
	return SplitIndex(d, rand.New(rand.NewPCG(seed, 0)).Perm(n)[:share.tests(n)])
}

// SplitIndex puts the observations at the given positions into test and the
// others into train, both in the order of d. It fails where a position is
// outside d or repeated, or where one part would be empty.
func SplitIndex(d gplib.Data, index []int) (train, test gplib.Data, err error) {
	chosen := make([]bool, d.Len())
	for _, i := range index {
		if i < 0 || i >= len(chosen) {
			return train, test, fmt.Errorf("dataset: SplitIndex: position %d lies outside %d observations", i, len(chosen))
		}
		if chosen[i] {
			return train, test, fmt.Errorf("dataset: SplitIndex: position %d is repeated", i)
		}
		chosen[i] = true
	}
	return splitBy(d, func(i int) bool { return chosen[i] })
}

// SplitAfter puts the observations whose input in the given dimension, from
// 0, is later than after into test and the others into train: the split of
// a forecast.
func SplitAfter(d gplib.Data, dimension int, after float64) (train, test gplib.Data, err error) {
	x, err := matrixOf(d.X, "SplitAfter")
	if err != nil {
		return train, test, err
	}
	if dimension < 0 || dimension >= x.Dim() {
		return train, test, fmt.Errorf("dataset: SplitAfter: dimension is %d, the inputs have %d", dimension, x.Dim())
	}
	return splitBy(d, func(i int) bool { return x.At(i, dimension) > after })
}

func splitBy(d gplib.Data, isTest func(i int) bool) (train, test gplib.Data, err error) {
	var in, out []int
	for i := range d.Len() {
		if isTest(i) {
			out = append(out, i)
		} else {
			in = append(in, i)
		}
	}
	if len(in) == 0 || len(out) == 0 {
		return train, test, fmt.Errorf("dataset: the split leaves %d observations to train and %d to test", len(in), len(out))
	}
	return d.Subset(slices.Clip(in)), d.Subset(slices.Clip(out)), nil
}

func matrixOf(x cov.Inputs, where string) (*cov.Matrix, error) {
	m, ok := x.(*cov.Matrix)
	if !ok || m == nil {
		return nil, fmt.Errorf("dataset: %s takes points of a matrix (cov.Points, cov.Line), not %T", where, x)
	}
	return m, nil
}
