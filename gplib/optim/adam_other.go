//go:build !amd64

package optim

// hasLanes is false where move serves.
const hasLanes = false

func moveLanes(int, *float64, *float64, *float64, *float64, *adamStep) {
	panic("optim: no vector step on this platform")
}
