//go:build !amd64

package linalg

// hasAVX2 is false where gonum's product serves.
const hasAVX2 = false

func multiplyTile(int, *float64, *float64, *float64, int) {
	panic("linalg: no tile product on this platform")
}
