package grief

import (
	"math"
	"slices"
)

// tuples are the p chosen products of one-dimensional eigenvalues: logs
// descending, and for each the index of its eigenvalue in every factor.
type tuples struct {
	logs  []float64
	index [][]int
}

// topProducts returns the p largest products of one value of each list, or
// all where there are fewer (Algorithm 1, in log space). Lists descend. It
// keeps the p best prefixes after each list, which is exact because the prefix
// of a best tuple is a best prefix. Ties go to the tuple that comes first in
// lexicographic order, so that the result is a lower set: with a tuple it holds
// all that are nowhere larger.
func topProducts(lists [][]float64, p int) tuples {
	t := tuples{logs: []float64{0}, index: [][]int{{}}}
	for _, values := range lists {
		logs := make([]float64, len(values))
		for j, v := range values {
			logs[j] = math.Log(v)
		}
		t = t.extend(logs, p)
	}
	return t
}

// extend joins every tuple with every value and keeps the p best.
func (t tuples) extend(logs []float64, p int) tuples {
	type candidate struct {
		log  float64
		a, b int
	}
	// Tuple a joined with value b is not among the p best where (a+1)(b+1)
	// others are at least as large.
	var all []candidate
	for a, prefix := range t.logs {
		for b, log := range logs {
			if (a+1)*(b+1) > p {
				break
			}
			all = append(all, candidate{prefix + log, a, b})
		}
	}
	slices.SortFunc(all, func(u, v candidate) int {
		switch {
		case u.log > v.log:
			return -1
		case u.log < v.log:
			return 1
		}
		if order := slices.Compare(t.index[u.a], t.index[v.a]); order != 0 {
			return order
		}
		return u.b - v.b
	})
	all = all[:min(p, len(all))]
	next := tuples{make([]float64, len(all)), make([][]int, len(all))}
	for i, c := range all {
		next.logs[i] = c.log
		next.index[i] = append(slices.Clone(t.index[c.a]), c.b)
	}
	return next
}

// sameTuples reports whether two lists hold the same tuples.
func sameTuples(a, b [][]int) bool {
	if len(a) != len(b) {
		return false
	}
	return slices.EqualFunc(sorted(a), sorted(b), slices.Equal[[]int])
}

func sorted(index [][]int) [][]int {
	return slices.SortedFunc(slices.Values(index), slices.Compare[[]int])
}
