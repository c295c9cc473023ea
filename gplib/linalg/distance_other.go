//go:build !amd64

package linalg

func squaredDistances(*float64, *float64, *float64, int, int, int) {
	panic("linalg: no vector distances on this platform")
}

func weightedSquares(*float64, *float64, int, float64) float64 {
	panic("linalg: no vector distances on this platform")
}
