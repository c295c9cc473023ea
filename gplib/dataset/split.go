package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Split puts a random part of d, 0 < part < 1, into test and the rest into
// train. Both keep the order of d and hold at least one observation. The
// same seed gives the same split.
func Split(d gplib.Data, part float64, seed uint64) (train, test gplib.Data, err error) {
	if !(part > 0 && part < 1) {
		return train, test, fmt.Errorf("dataset: Split: part is %v; it must lie between 0 and 1", part)
	}
	n := d.Len()
	if n < 2 {
		return train, test, fmt.Errorf("dataset: Split: %d observations cannot be split", n)
	}
	count := min(max(int(math.Round(part*float64(n))), 1), n-1)
	return SplitIndex(d, rand.New(rand.NewPCG(seed, 0)).Perm(n)[:count])
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
