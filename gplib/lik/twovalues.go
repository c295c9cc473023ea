package lik

// TwoValues returns the two values of observations, the lower one first, and reports whether there are
// exactly two, each in two rows or more. Such observations are labels of two classes as a rule.
func TwoValues(y []float64) (low, high float64, two bool) {
	rows := map[float64]int{}
	for _, v := range y {
		if rows[v]++; len(rows) > 2 {
			return 0, 0, false
		}
	}
	var values []float64
	for v, n := range rows {
		if n < 2 {
			return 0, 0, false
		}
		values = append(values, v)
	}
	if len(values) < 2 {
		return 0, 0, false
	}
	return min(values[0], values[1]), max(values[0], values[1]), true
}
