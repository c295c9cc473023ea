package cov

import "gonum.org/v1/gonum/floats"

// addGradDiagParts is [AddGradDiag] where the form of k alone says how its
// diagonal moves, and tells whether it does.
func addGradDiagParts(k body, grad, w []float64, a Inputs) bool {
	if len(grad) == 0 {
		return true
	}
	switch k := k.(type) {
	case stationary: // 1 at every point
		return true
	case scale:
		diag := make([]float64, len(w))
		k.inner.Diag(diag, a)
		grad[0] += floats.Dot(w, diag)
		AddGradDiag(k.inner, grad[1:], floats.ScaleTo(diag, k.variance, w), a)
		return true
	case sum:
		for _, part := range k.parts {
			count := len(part.Params())
			AddGradDiag(part, grad[:count], w, a)
			grad = grad[count:]
		}
		return true
	}
	return false
}
