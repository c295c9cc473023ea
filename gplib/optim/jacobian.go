package optim

import (
	"math"

	"krigo/gplib/cov"
)

// LogJacobian returns log |det ∂θ/∂u| of the free parameters at u and, where grad is
// not nil, adds its derivatives with respect to u to grad. It turns a density of
// natural values into one of coordinates.
func (s *Space) LogJacobian(grad, u []float64) float64 {
	sum := 0.0
	for j, a := range s.axes {
		phi, slope := a.bend.value(u[j]), a.bend.slope(u[j])
		sum += math.Log(a.natural.Slope(phi)) + math.Log(slope)
		if grad != nil {
			grad[j] += logSlopeDerivative(a.natural, phi)*slope + a.bend.curvature(u[j])/slope
		}
	}
	return sum
}

// logSlopeDerivative returns d log(dx/dφ)/dφ of a transform x(φ).
func logSlopeDerivative(t cov.Transform, phi float64) float64 {
	switch t {
	case cov.Log:
		return 1
	case cov.Softplus:
		return sigmoid(-phi)
	default:
		return 0
	}
}

// curvature returns the second derivative of value.
func (b bend) curvature(u float64) float64 {
	if b.t == 0 {
		return 0
	}
	c := 0.0
	if !math.IsInf(b.lo, -1) {
		s := (u - b.lo) / b.t
		c += sigmoid(s) * sigmoid(-s) / b.t
	}
	if !math.IsInf(b.hi, 1) {
		s := (u - b.hi) / b.t
		c -= sigmoid(s) * sigmoid(-s) / b.t
	}
	return c
}
