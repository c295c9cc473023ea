package linalg

// squaredDistances writes Σ_k (x_k - y[k·stride+j])² into dst_j for the n
// columns j; d, the number of dimensions, is positive. hasAVX2 tells whether
// it works.
//
//go:noescape
func squaredDistances(dst, x, y *float64, n, d, stride int)

// weightedSquares is Σ_j w_j (x - y_j)² over n numbers. hasAVX2 tells whether
// it works.
//
//go:noescape
func weightedSquares(w, y *float64, n int, x float64) float64
