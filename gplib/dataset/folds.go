package dataset

import (
	"fmt"
	"math/rand/v2"
	"slices"

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
		return nil, fmt.Errorf("dataset: KFold: %d folds of %d observations", k, n)
	}
	fold := make([]int, n)
	for f, positions := range gplib.Deal(rand.New(rand.NewPCG(seed, 0)).Perm(n), k) {
		for _, i := range positions {
			fold[i] = f
		}
	}
	return foldsOf(d, k, fold)
}

// GroupKFold is [KFold] of whole groups: observations of one group, such as
// the measurements of one patient, are never in both parts of a fold. Groups
// are dealt at random, the largest first, each to the smallest test set. group
// holds one name an observation, and at least k of them differ.
func GroupKFold(d gplib.Data, group []string, k int, seed uint64) ([]Fold, error) {
	if len(group) != d.Len() {
		return nil, fmt.Errorf("dataset: GroupKFold: %d observations but %d groups", d.Len(), len(group))
	}
	size := map[string]int{}
	for _, g := range group {
		size[g]++
	}
	if k < 2 || k > len(size) {
		return nil, fmt.Errorf("dataset: GroupKFold: %d folds of %d groups", k, len(size))
	}
	of, filled := map[string]int{}, make([]int, k)
	for _, g := range bySize(size, seed) {
		least := 0
		for f, n := range filled {
			if n < filled[least] {
				least = f
			}
		}
		of[g] = least
		filled[least] += size[g]
	}
	fold := make([]int, len(group))
	for i, g := range group {
		fold[i] = of[g]
	}
	return foldsOf(d, k, fold)
}

// bySize orders groups by falling size, those of one size at random.
func bySize(size map[string]int, seed uint64) []string {
	var names []string
	for g := range size {
		names = append(names, g)
	}
	slices.Sort(names)
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	slices.SortStableFunc(names, func(a, b string) int { return size[b] - size[a] })
	return names
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
