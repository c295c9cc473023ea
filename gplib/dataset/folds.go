package dataset

import (
	"fmt"
	"math/rand/v2"

	"krigo/gplib"
)

// Fold is one part of a cross-validation; [gplib.Compare] compares learners on folds.
type Fold = gplib.Fold

// KFold deals the observations of d at random into k test sets of sizes that
// differ by at most one, 2 <= k <= n; each fold trains on the rest. All keep
// the order of d. The same seed gives the same folds.
func KFold(d gplib.Data, k int, seed uint64) ([]Fold, error) {
	n := d.Len()
	if k < 2 || k > n {
		return nil, fmt.Errorf("dataset: KFold: %d folds of %d observations; there may be 2 to %d", k, n, n)
	}
	fold := make([]int, n)
	for f, positions := range gplib.Deal(rand.New(rand.NewPCG(seed, 0)).Perm(n), k) {
		for _, i := range positions {
			fold[i] = f
		}
	}
	return foldsOf(d, k, fold)
}

func foldsOf(d gplib.Data, k int, fold []int) ([]Fold, error) {
	folds := make([]Fold, k)
	for f := range folds {
		train, test, err := splitBy(d, func(i int) bool { return fold[i] == f })
		if err != nil {
			return nil, err
		}
		folds[f] = Fold{Train: train, Test: test}
	}
	return folds, nil
}
