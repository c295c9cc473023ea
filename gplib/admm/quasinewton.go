package admm

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/optim"
)

// longest is the largest change of a coordinate in one step: e on the log
// scale.
const longest = 1

// descent is a quasi-Newton descent on φ.
type descent struct {
	*optim.QuasiNewton
	f    phiFunc
	last []float64 // evaluated
	flat int       // iterates in a row at which there is little left to gain
	// widen, where not nil, moves bounds that hold up the descent.
	widen func() bool
}

func newDescent(f phiFunc, within box) *descent {
	d := &descent{f: f}
	d.QuasiNewton = &optim.QuasiNewton{F: evaluations{d}, Lo: within.lo, Hi: within.hi, Furthest: longest, Stop: f.stopped}
	return d
}

// arrived, called once an iterate, reports whether the largest derivative is at
// most tol F, or at two successive iterates at most 10 tol F while a step promised
// to gain less than tol F/10. In the flat valleys of F, along which parameters
// trade off, BFGS creeps on for a change that no data could reveal.
func (d *descent) arrived(tol float64) bool {
	g := slices.Clone(d.Grad)
	box{d.Lo, d.Hi}.project(g, d.X)
	gain := -floats.Dot(g, d.Curvature.Direction(g)) / 2
	d.flat++
	if largest(g) > 10*tol*d.Value || gain > tol/10*d.Value {
		d.flat = 0
	}
	if gain <= worth*d.Value && d.widens() {
		d.flat = 0
		return false
	}
	return d.flat >= 2 || largest(g) <= tol*d.Value
}

func (d *descent) widens() bool { return d.widen != nil && d.widen() }

// evaluations are the evaluations of a descent's objective.
type evaluations struct{ *descent }

func (e evaluations) Value(phi []float64) float64 {
	e.last = slices.Clone(phi)
	return e.f.value(phi)
}

func (e evaluations) Gradient(dst, phi []float64) bool {
	e.f.gradient(dst, phi)
	return true
}

// settle evaluates the present point again where another one was tried since,
// so that z and λ belong to it.
func (d *descent) settle() {
	if !slices.Equal(d.last, d.X) {
		d.f.value(d.X)
		d.f.gradient(make([]float64, len(d.X)), d.X)
		d.last = d.X
	}
}
