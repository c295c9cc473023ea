package admm

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A ThetaStep moves the hyper-parameters in one iteration, to lower the
// augmented Lagrangian with z and λ held: [Gradient], [Coordinate] or [Adam].
type ThetaStep interface {
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
	bounds() box
	// stopped reports whether the user wants the fit to end.
	stopped() bool
}

// armijo is the c₁ of the sufficient decrease condition. (The authors' code
// has ½, strict, in loops without a cap, which can hang.)
const armijo = 1e-4

// descend searches along −direction from phi inside a box: the step t is
// halved, at most halvings times, until f falls by c₁ t gᵀd. It returns the
// new coordinates and value, or phi and value where no step was good.
func descend(f phiFunc, within box, phi, direction []float64, value, slope, t float64, halvings int) ([]float64, float64) {
	trial := make([]float64, len(phi))
	for range halvings + 1 {
		if f.stopped() {
			break
		}
		floats.AddScaledTo(trial, phi, -t, direction)
		within.clamp(trial)
		if v := f.value(trial); v <= value-armijo*t*slope && !slices.Equal(trial, phi) {
			return trial, v
		}
		t /= 2
	}
	return phi, value
}

// projected returns the gradient of f at phi without the parts that the box
// blocks.
func projected(f phiFunc, phi []float64) []float64 {
	g := make([]float64, len(phi))
	f.gradient(g, phi)
	f.bounds().project(g, phi)
	return g
}
