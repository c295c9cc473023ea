package gplib

import (
	"fmt"
	"slices"
)

// Deal deals positions to k folds in turn, 1 <= k. Each fold is in ascending
// order.
func Deal(positions []int, k int) [][]int {
	folds := make([][]int, k)
	for at, i := range positions {
		folds[at%k] = append(folds[at%k], i)
	}
	for _, fold := range folds {
		slices.Sort(fold)
	}
	return folds
}

// Rest are the positions in [0, n) that fold does not hold, in ascending order.
func Rest(fold []int, n int) []int {
	held := make([]bool, n)
	for _, i := range fold {
		held[i] = true
	}
	rest := make([]int, 0, n-len(fold))
	for i, h := range held {
		if !h {
			rest = append(rest, i)
		}
	}
	return rest
}

// CheckFolds wants disjoint, non-empty folds of positions in [0, n) that
// leave something to predict from.
func CheckFolds(folds [][]int, n int) error {
	seen := make([]bool, n)
	for f, fold := range folds {
		if len(fold) == 0 {
			return fmt.Errorf("gplib: fold %d is empty", f)
		}
		if len(fold) >= n {
			return fmt.Errorf("gplib: fold %d holds %d of the %d observations; none is left to predict from", f, len(fold), n)
		}
		for _, i := range fold {
			if i < 0 || i >= n {
				return fmt.Errorf("gplib: fold %d holds the position %d; there are %d observations", f, i, n)
			}
			if seen[i] {
				return fmt.Errorf("gplib: the folds hold position %d twice", i)
			}
			seen[i] = true
		}
	}
	if len(folds) == 0 {
		return fmt.Errorf("gplib: there are no folds")
	}
	return nil
}
