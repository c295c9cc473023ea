package admm

import (
	"fmt"
	"math/rand/v2"

	"krigo/gplib"
)

// part is the training set T and the validation set V of one hold-out
// problem: positions among all observations.
type part struct{ train, valid []int }

// partition lays out the hold-out problems of a fit with n observations.
type partition func(n int, rng *rand.Rand) ([]part, error)

func (s Split) partition() partition {
	return Folds(func(n int, rng *rand.Rand) ([][]int, error) {
		valid, err := s(n, rng)
		return [][]int{valid}, err
	}).partition()
}

// Folds divides n observations into the K validation sets of K-fold
// cross-validation: disjoint lists of positions in [0, n). Each fold is
// predicted from all observations outside it. rng is seeded from the fit's
// settings.
type Folds func(n int, rng *rand.Rand) ([][]int, error)

// ContiguousFolds makes k blocks of neighbours, 2 <= k <= n, which differ in
// length by at most one.
func ContiguousFolds(k int) Folds {
	return func(n int, _ *rand.Rand) ([][]int, error) {
		if err := checkCount("ContiguousFolds", k, n); err != nil {
			return nil, err
		}
		folds := make([][]int, k)
		for i := range n {
			f := i * k / n
			folds[f] = append(folds[f], i)
		}
		return folds, nil
	}
}

// AlternatingFolds deals the positions to k folds in turn, 2 <= k <= n. For
// k = 2 they are the even and the odd ones, as in the authors' code.
func AlternatingFolds(k int) Folds {
	return func(n int, _ *rand.Rand) ([][]int, error) {
		if err := checkCount("AlternatingFolds", k, n); err != nil {
			return nil, err
		}
		return gplib.Deal(gplib.Rest(nil, n), k), nil
	}
}

// RandomFolds makes k random folds, 2 <= k <= n, which differ in length by at
// most one. With k = n each observation is left out alone.
func RandomFolds(k int) Folds {
	return func(n int, rng *rand.Rand) ([][]int, error) {
		if err := checkCount("RandomFolds", k, n); err != nil {
			return nil, err
		}
		return gplib.Deal(rng.Perm(n), k), nil
	}
}

func checkCount(name string, k, n int) error {
	if k < 2 || k > n {
		return fmt.Errorf("admm: %s: k is %d; %d observations allow 2 to %d folds", name, k, n, n)
	}
	return nil
}

// partition checks the folds and completes each with its training set, in
// ascending order.
func (fs Folds) partition() partition {
	return func(n int, rng *rand.Rand) ([]part, error) {
		if n < 2 {
			return nil, fmt.Errorf("admm: d: %d points cannot be split into T and V", n)
		}
		folds, err := fs(n, rng)
		if err == nil {
			err = gplib.CheckFolds(folds, n)
		}
		if err != nil {
			return nil, err
		}
		parts := make([]part, len(folds))
		for k, valid := range folds {
			parts[k] = part{gplib.Rest(valid, n), valid}
		}
		return parts, nil
	}
}
