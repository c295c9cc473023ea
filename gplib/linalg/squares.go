package linalg

import "gonum.org/v1/gonum/mat"

// AddSquares adds the sum of the squares of each column of m, times a factor, to dst. It panics where dst is shorter
// than the rows of m.
func AddSquares(dst []float64, factor float64, m *mat.Dense) {
	rows, columns := m.Dims()
	dst = dst[:columns]
	for i := range rows {
		for j, x := range m.RawRowView(i) {
			dst[j] += factor * x * x
		}
	}
}

// SubtractSquares subtracts the sum of the squares of each column of half from the variances, which rounding cannot
// make negative. It panics where variances is shorter than the rows of half.
func SubtractSquares(variances []float64, half *mat.Dense) {
	AddSquares(variances, -1, half)
	for j, v := range variances {
		variances[j] = max(v, 0)
	}
}
