package gplib

import (
	"math"

	"gonum.org/v1/gonum/optimize"
)

// slopeLeft is the gradient, in units of the stopping rule's, above which a
// descent that has stalled has not arrived.
const slopeLeft = 100

// simplexDims is the most dimensions in which the simplex method is of use.
const simplexDims = 50

// stalledOnASlope tells whether the line search failed far from a stationary
// point, in few enough dimensions for the simplex method.
func (d *descent) stalledOnASlope() bool {
	best := d.Best()
	return !d.stop && len(d.bestU) <= simplexDims && best.GradNorm > slopeLeft*d.Settings.Tol*math.Max(1, math.Abs(best.Value))
}

// fallBack goes on from the best point by the simplex method, which needs no
// derivatives (Nelder and Mead 1965).
func (d *descent) fallBack(problem optimize.Problem, settings *optimize.Settings) {
	d.simplex, d.started = true, false
	d.flat, d.patience = 0, 10*(len(d.bestU)+1)
	problem.Grad = nil
	_, _ = optimize.Minimize(problem, d.bestU, settings, &optimize.NelderMead{})
}
