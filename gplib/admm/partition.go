package admm

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// part is the training set T and the validation set V of one hold-out
// problem: positions among all observations.
type part struct{ train, valid []int }

// partition lays out the hold-out problems of a fit with n observations.
type partition func(n int, rng *rand.Rand) ([]part, error)

func (s Split) partition() partition {
	return func(n int, rng *rand.Rand) ([]part, error) {
		train, valid, err := s.parts(n, rng)
		return []part{{train, valid}}, err
	}
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
		return deal(k, n, func(i int) int { return i }), nil
	}
}

// RandomFolds makes k random folds, 2 <= k <= n, which differ in length by at
// most one. With k = n each observation is left out alone.
func RandomFolds(k int) Folds {
	return func(n int, rng *rand.Rand) ([][]int, error) {
		if err := checkCount("RandomFolds", k, n); err != nil {
			return nil, err
		}
		order := rng.Perm(n)
		return deal(k, n, func(i int) int { return order[i] }), nil
	}
}

func deal(k, n int, position func(i int) int) [][]int {
	folds := make([][]int, k)
	for i := range n {
		folds[i%k] = append(folds[i%k], position(i))
	}
	for _, f := range folds {
		slices.Sort(f)
	}
	return folds
}

func checkCount(name string, k, n int) error {
	if k < 2 || k > n {
		return fmt.Errorf("admm: %s: k is %d; %d observations make 2 to %d folds", name, k, n, n)
	}
	return nil
}

// partition checks the folds and completes each with its training set.
func (fs Folds) partition() partition {
	return func(n int, rng *rand.Rand) ([]part, error) {
		folds, err := fs(n, rng)
		if err != nil {
			return nil, err
		}
		if len(folds) == 0 {
			return nil, fmt.Errorf("admm: Folds: there are no folds")
		}
		parts, in := make([]part, len(folds)), make([]bool, n)
		for k, fold := range folds {
			train, valid, err := Indices(fold...).parts(n, rng)
			if err != nil {
				return nil, fmt.Errorf("admm: fold %d: %w", k, err)
			}
			for _, i := range valid {
				if in[i] {
					return nil, fmt.Errorf("admm: Folds: position %d is in two folds", i)
				}
				in[i] = true
			}
			parts[k] = part{train, valid}
		}
		return parts, nil
	}
}
