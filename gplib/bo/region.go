package bo

import "math"

// trustDims is the number of dimensions from which the search keeps to a trust region.
const trustDims = 11

// Lengths of trust regions, as parts of the cube, and the number of successes that double one (Eriksson et al. 2019,
// TuRBO-1, appendix).
const (
	firstLength   = 0.8
	longestLength = 1.6
	leastLength2  = 1.0 / 128
	successes     = 3
)

// trust is the state of a trust region about the best evaluation. It is a function of the evaluations.
type trust struct {
	// from is the evaluation with which the region began: where one has become too short, another begins, and its
	// model forgets the evaluations before.
	from   int
	length float64
}

// trustAfter returns the region after evaluations with the given values, NaN for those that failed or are infeasible.
// After initial ones, three in a row that improve the best by more than a thousandth double the length, and max(4, d)
// in a row that do not halve it.
func trustAfter(values []float64, initial, d int) trust {
	t := trust{length: firstLength}
	best, good, bad := math.Inf(1), 0, 0
	failures := max(4, d)
	for i, v := range values {
		better := v < best-1e-3*math.Abs(best) || v < best && math.IsInf(best, 1)
		if v < best {
			best = v
		}
		if i-t.from < initial {
			continue
		}
		if better {
			good, bad = good+1, 0
		} else {
			good, bad = 0, bad+1
		}
		switch {
		case good == successes:
			t.length, good = min(2*t.length, longestLength), 0
		case bad == failures:
			t.length, bad = t.length/2, 0
		}
		if t.length < leastLength2 {
			t = trust{from: i + 1, length: firstLength}
			best, good, bad = math.Inf(1), 0, 0
		}
	}
	return t
}

// region returns the box of the trust region about the places centre: its sides are in the ratio of the lengthscales.
// Levels of categorical dimensions are free.
func (s *Space) region(length float64, centre, lengths []float64) box {
	logs, n := 0.0, 0.0
	for k, d := range s.dims {
		if d.Kind != CategoricalKind {
			logs, n = logs+math.Log(lengths[s.first[k]]), n+1
		}
	}
	b := cube(len(s.dims))
	for k, d := range s.dims {
		if d.Kind == CategoricalKind {
			continue
		}
		half := length / 2 * lengths[s.first[k]] / math.Exp(logs/n)
		if d.Kind == IntegerKind {
			half = max(half, 1/(d.Hi-d.Lo))
		}
		b.lo[k], b.hi[k] = max(0, centre[k]-half), min(1, centre[k]+half)
	}
	s.settle(b.lo) // so that rounding stays inside
	s.settle(b.hi)
	return b
}
