package admm

import (
	"math"
	"slices"
)

// Coordinate minimises along one coordinate after the other, as the authors'
// code does: at most Steps gradient steps each, of at most 30 halvings.
type Coordinate struct {
	// Steps caps the steps along one coordinate; 0 is 10. The authors' loops
	// run until the derivative is below 1e-3, without a cap.
	Steps int
}

func (c Coordinate) start(int) stepper {
	if c.Steps <= 0 {
		c.Steps = 10
	}
	return c
}

func (c Coordinate) step(f phiFunc, phi []float64, tol float64) []float64 {
	for i := range phi {
		phi = c.along(f, phi, i, tol)
	}
	return phi
}

func (c Coordinate) along(f phiFunc, phi []float64, i int, tol float64) []float64 {
	direction := make([]float64, len(phi))
	for range c.Steps {
		if f.stopped() {
			break
		}
		g := projected(f, phi)
		size := math.Abs(g[i])
		if size <= tol {
			break
		}
		direction[i] = g[i]
		next, _ := descend(f, f.bounds(), phi, direction, f.value(phi), size*size, math.Min(1, 0.5/size), 30)
		if slices.Equal(next, phi) {
			break
		}
		phi = next
	}
	return phi
}
