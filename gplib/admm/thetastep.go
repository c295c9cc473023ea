package admm

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A ThetaStep is how one iteration moves the hyper-parameters to lower the
// augmented Lagrangian while z and λ are held: [Gradient] or [Coordinate].
type ThetaStep interface {
	// String is the step's short name.
	String() string
	// start returns the step's state for a fit in dim coordinates.
	start(dim int) stepper
}

// stepper takes θ-steps. step returns the new coordinates, phi itself where
// it found no decrease. Derivatives of at most tol count as zero.
type stepper interface {
	step(f phiFunc, phi []float64, tol float64) []float64
}

// phiFunc is a smooth function of the coordinates φ in a box.
type phiFunc interface {
	value(phi []float64) float64
	gradient(dst, phi []float64)
	box() *space
}

// armijo is the c₁ of the sufficient decrease condition. (The authors' code
// has ½, strict, in loops without a cap, which can hang.)
const armijo = 1e-4

// descend searches along −direction from phi: the step t is halved, at most
// halvings times, until f falls by c₁ t gᵀd. It returns the new coordinates
// and value, or phi and value where no step was good.
func descend(f phiFunc, phi, direction []float64, value, slope, t float64, halvings int) ([]float64, float64) {
	trial := make([]float64, len(phi))
	for range halvings + 1 {
		floats.AddScaledTo(trial, phi, -t, direction)
		f.box().clamp(trial)
		if v := f.value(trial); v <= value-armijo*t*slope && !slices.Equal(trial, phi) {
			return trial, v
		}
		t /= 2
	}
	return phi, value
}

// Gradient is one joint gradient step with backtracking: from a first length
// of ½ on the learning scale, at most 40 halvings. This is equation 12 of
// the paper, and the default. (The authors' code does [Coordinate] instead.)
type Gradient struct{}

func (Gradient) String() string { return "gradient step" }

func (Gradient) start(dim int) stepper { return gradientStep{} }

type gradientStep struct{}

func (gradientStep) step(f phiFunc, phi []float64, tol float64) []float64 {
	g := make([]float64, len(phi))
	f.gradient(g, phi)
	f.box().project(g, phi)
	if len(g) == 0 || floats.Norm(g, math.Inf(1)) <= tol {
		return phi
	}
	norm := floats.Norm(g, 2)
	phi, _ = descend(f, phi, g, f.value(phi), norm*norm, 0.5/norm, 40)
	return phi
}

// Coordinate minimises along one coordinate after the other, as the authors'
// code does: at most Steps gradient steps each, of at most 30 halvings.
type Coordinate struct {
	// Steps caps the steps along one coordinate; 0 is 10. The authors' loops
	// run until the derivative is below 1e-3, without a cap.
	Steps int
}

func (Coordinate) String() string { return "coordinate descent" }

func (c Coordinate) start(dim int) stepper {
	if c.Steps == 0 {
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
	g, direction := make([]float64, len(phi)), make([]float64, len(phi))
	for range c.Steps {
		f.gradient(g, phi)
		f.box().project(g, phi)
		size := math.Abs(g[i])
		if size <= tol {
			break
		}
		direction[i] = g[i]
		next, _ := descend(f, phi, direction, f.value(phi), size*size, math.Min(1, 0.5/size), 30)
		if slices.Equal(next, phi) {
			break
		}
		phi = next
	}
	return phi
}
