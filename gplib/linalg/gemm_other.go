//go:build !amd64

package linalg

// hasTile is false where gonum's product serves.
const hasTile = false

func multiplyTile(int, *float64, *float64, *float64, int) {
	panic("linalg: no tile product on this platform")
}
