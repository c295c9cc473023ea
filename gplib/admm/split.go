package admm

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// A Split chooses the validation points V among n: positions in [0, n), each
// once. All other points are the training set T. rng is seeded from the
// fit's settings.
type Split func(n int, rng *rand.Rand) (valid []int, err error)

// Interleaved takes every second point, 1, 3, 5, ..., as the authors' code
// does. On sorted inputs V is inside T, so that the error measures
// interpolation; for forecasts see [LastBlock].
func Interleaved() Split {
	return func(n int, _ *rand.Rand) ([]int, error) {
		var valid []int
		for i := 1; i < n; i += 2 {
			valid = append(valid, i)
		}
		return valid, nil
	}
}

// Random takes a random part of the points, fraction in (0, 1), without
// replacement.
func Random(fraction float64) Split {
	return func(n int, rng *rand.Rand) ([]int, error) {
		if !(fraction > 0 && fraction < 1) {
			return nil, fmt.Errorf("admm: Random: fraction %g is not in (0, 1)", fraction)
		}
		m := min(max(1, int(fraction*float64(n))), n-1)
		valid := rng.Perm(n)[:m]
		slices.Sort(valid)
		return valid, nil
	}
}

// LastBlock takes the last m points, which measures forecasts where the
// inputs are sorted by time.
func LastBlock(m int) Split {
	return func(n int, _ *rand.Rand) ([]int, error) {
		if m < 1 || m >= n {
			return nil, fmt.Errorf("admm: LastBlock: %d of %d points leaves T or V empty", m, n)
		}
		valid := make([]int, m)
		for i := range valid {
			valid[i] = n - m + i
		}
		return valid, nil
	}
}

// indices takes the given points, in that order.
func indices(valid ...int) Split {
	valid = slices.Clone(valid)
	return func(int, *rand.Rand) ([]int, error) { return slices.Clone(valid), nil }
}
