package admm

import (
	"math"
	"slices"
)

// box is the set of coordinates between lo and hi.
type box struct{ lo, hi []float64 }

func (b box) clone() box { return box{slices.Clone(b.lo), slices.Clone(b.hi)} }

func (b box) clamp(phi []float64) {
	for j := range phi {
		phi[j] = math.Min(math.Max(phi[j], b.lo[j]), b.hi[j])
	}
}

// project sets to zero the derivatives that push out of the box, along which
// no descent is possible.
func (b box) project(grad, phi []float64) {
	for j, g := range grad {
		if (phi[j] <= b.lo[j] && g > 0) || (phi[j] >= b.hi[j] && g < 0) {
			grad[j] = 0
		}
	}
}
