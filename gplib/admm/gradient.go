package admm

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Gradient is one joint gradient step with backtracking: from a first length
// of ½ on the learning scale, at most 40 halvings. Later steps begin at eight
// times the last length, where that is less, which saves trials and ends at
// the same points. This is equation 12 of the paper, and the default. (The
// authors' code does [Coordinate] instead.)
type Gradient struct{}

func (Gradient) start(int) stepper { return &gradientStep{first: 0.5} }

// gradientStep begins its search at the length first.
type gradientStep struct{ first float64 }

func (s *gradientStep) step(f phiFunc, phi []float64, tol float64) []float64 {
	g := projected(f, phi)
	if len(g) == 0 || floats.Norm(g, math.Inf(1)) <= tol {
		return phi
	}
	norm := floats.Norm(g, 2)
	next, _ := descend(f, f.bounds(), phi, g, f.value(phi), norm*norm, s.first/norm, 40)
	if moved := floats.Distance(next, phi, 2); moved > 0 {
		s.first = math.Min(0.5, 8*moved)
	} else {
		s.first = 0.5
	}
	return next
}
