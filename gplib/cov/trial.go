package cov

import (
	"fmt"
	"math"
)

// trial is the number of points on which Check tries a function that its user wrote.
const trial = 6

// some returns the points of a trial, from the first to the last.
func some(m *Matrix) *Matrix {
	index := make([]int, min(trial, m.n))
	for i := range index {
		index[i] = i * (m.n - 1) / max(1, len(index)-1)
	}
	return m.Subset(index).(*Matrix)
}

// try returns an error unless the values of k on some of the points of m are finite and
// symmetric.
func try(k body, m *Matrix) error {
	m = some(m)
	values, largest := make([][]float64, m.n), 0.0
	rows := k.rows(m, m)
	for i := range values {
		values[i] = make([]float64, m.n)
		rows.value(values[i], i, 0, m.n)
		for j, v := range values[i] {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("cov: %v is %v at x = %v, y = %v", k, v, m.Row(i), m.Row(j))
			}
			largest = max(largest, math.Abs(v))
			if j < i && math.Abs(v-values[j][i]) > 1e-9*largest {
				return fmt.Errorf("cov: %v is not symmetric: %v at x = %v, y = %v, and %v the other way",
					k, v, m.Row(i), m.Row(j), values[j][i])
			}
		}
	}
	return nil
}

// diagonal writes k(a_i, a_i) by the rows of k.
func diagonal(k body, dst []float64, a Inputs) {
	rows := k.rows(a, a)
	for i := range dst {
		rows.value(dst[i:i+1], i, i, i+1)
	}
}
