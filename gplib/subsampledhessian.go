package gplib

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/optim"
)

// Bounds of the subsampled curvature.
const (
	lookAfter  = 10   // iterations: which valley it is is left to the gradient
	lookCost   = 0.5  // evaluations of all rows that it takes
	lookRows   = 40   // the fewest useful ones,
	lookPer    = 3    // also for each coordinate
	lookStep   = 1e-4 // of the differences, in coordinates of the space
	leastCurve = 1    // nats: the least second derivative by such a coordinate
)

// lookAround gives q the inverse Hessian of the objective of some rows, scaled to all.
// If it is not available, q keeps the curvature learned from steps.
func (d *descent) lookAround(q *optim.QuasiNewton) {
	n, rows := d.Data.Len(), d.rowsToLookAt(len(q.X))
	if rows < max(lookRows, lookPer*len(q.X)) || !ofAnyRows(d.objective) {
		return
	}
	hessian, ok := d.ofRows(d.drawn(rows)).hessian(q.X)
	if !ok {
		return
	}
	hessian.Scale(float64(n)/float64(rows), hessian)
	if c, err := optim.CurvatureOf(hessian, leastCurve); err == nil {
		q.Curvature = c
	}
}

// rowsToLookAt returns a number of rows for which one gradient per coordinate takes the
// time of lookCost evaluations of all rows, each in O(n³).
func (d *descent) rowsToLookAt(coordinates int) int {
	return int(float64(d.Data.Len()) * math.Cbrt(lookCost/float64(coordinates)))
}

// ofAnyRows reports whether o of some rows estimates o of all: no row is identified by
// its position.
func ofAnyRows(o Objective) bool {
	switch o := o.(type) {
	case LML, LOO:
		return true
	case KFold:
		return o.Folds == nil
	case MAP:
		return ofAnyRows(o.objective())
	case Evidence:
		return true
	}
	return false
}

// ofRows returns a descent in the same space on some rows, without Observe.
func (d *descent) ofRows(index []int) *descent {
	f := *d.Fitting
	f.Data, f.Settings.Observe = d.Data.Subset(index), nil
	return &descent{Start: &Start{Fitting: &f, Model: d.Model}, objective: successive(d.objective), space: d.space, lo: d.lo, hi: d.hi}
}

// hessian returns the Hessian of the objective at u by differences of gradients, forward
// ones except at an upper bound; ok is false if an evaluation fails or the fit is
// interrupted.
func (d *descent) hessian(u []float64) (h *mat.Dense, ok bool) {
	n := len(u)
	h = mat.NewDense(n, n, nil)
	d.evaluate(u)
	here := d.grad
	for i := range u {
		if _, stop := d.Interrupted(); stop || d.err != nil {
			return nil, false
		}
		beside, step := slices.Clone(u), lookStep
		if u[i]+step > d.hi[i] {
			step = -step
		}
		beside[i] += step
		d.evaluate(beside)
		row := h.RawRowView(i)
		floats.SubTo(row, d.grad, here)
		floats.Scale(1/step, row)
	}
	if d.err != nil {
		return nil, false
	}
	transposed := mat.DenseCopyOf(h.T())
	h.Add(h, transposed)
	h.Scale(0.5, h)
	return h, true
}
