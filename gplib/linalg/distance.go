package linalg

import "fmt"

// SquaredDistances writes |x - y_j|² into dst_j. Coordinate k of y_j is
// y[k·stride+j], so that y holds len(dst) points by dimension, of as many
// dimensions as x is long. It sums the squares of differences: the shorter
// |x|² + |y|² - 2x·y loses all digits of near pairs. It panics where y is too
// short.
func SquaredDistances(dst, x, y []float64, stride int) {
	if len(dst) == 0 || len(x) == 0 {
		clear(dst)
		return
	}
	if want := (len(x)-1)*stride + len(dst); stride < 0 || len(y) < want {
		panic(fmt.Sprintf("linalg: SquaredDistances: y has length %d, want %d", len(y), want))
	}
	pass.squaredDistances(dst, x, y, stride)
}

// WeightedSquares returns Σ_j w_j (x - y_j)². w and y have one length; it panics
// where y is shorter.
func WeightedSquares(w []float64, x float64, y []float64) float64 {
	return pass.weightedSquares(w, x, y[:len(w)])
}
