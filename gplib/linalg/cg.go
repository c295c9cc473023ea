package linalg

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// CG holds the options of the method of conjugate gradients. The zero value
// iterates without a preconditioner to a relative residual of 1e-6.
type CG struct {
	// Tol is the relative residual ‖b − Ax‖/‖b‖ at which to stop; 0 is 1e-6.
	Tol float64
	// Energy, where positive, is another tolerance at which to stop, of
	// √(rᵀM⁻¹r), r = b − Ax: where A − M is positive semi-definite, the error e
	// of x has √(eᵀAe) no larger.
	Energy float64
	// MaxIter caps the steps; 0 is len(b).
	MaxIter int
	// Precondition writes M⁻¹r into dst, where M ≈ A is symmetric and
	// positive definite; nil is the identity.
	Precondition func(dst, r []float64)
	// Recycle, where not nil, holds directions of earlier solves with the same A: the
	// run starts from their solution, stays conjugate to them, and adds its own. A step
	// then takes two more products with them.
	Recycle *Directions
	// Stop, where not nil, reports whether to give up; it is called before each step.
	Stop func() bool
}

// CGResult describes the end of a run of conjugate gradients.
type CGResult struct {
	// Iter counts the steps, one product with A each.
	Iter int
	// Residual is ‖b − Ax‖/‖b‖, by the recurrence.
	Residual float64
	// Converged is true where a tolerance was reached.
	Converged bool
}

// Solve improves x towards the solution of Ax = b, where mul writes Av into dst and A
// is symmetric and positive definite. x is the starting point too; from x = 0 only the
// steps compute products. A direction of non-positive curvature or a product that is
// not finite ends the run at the last good x (Hestenes and Stiefel 1952; preconditioned
// as in Golub and Van Loan, Matrix Computations, 4th ed., algorithm 11.5.1).
func (o CG) Solve(x, b []float64, mul func(dst, v []float64)) CGResult {
	norm := floats.Norm(b, 2)
	if norm == 0 {
		clear(x)
		return CGResult{Converged: true}
	}
	tol, steps := o.limits(len(b))
	ap, p := make([]float64, len(b)), make([]float64, len(b))
	r := residual(x, b, ap, mul)
	o.Recycle.solve(x, r)
	var m []float64
	var res CGResult
	for last := 1.0; ; res.Iter++ {
		res.Residual = floats.Norm(r, 2) / norm
		if res.Converged = res.Residual <= tol; res.Converged {
			return res
		}
		m = o.apply(r, m)
		rm := floats.Dot(r, m)
		if res.Converged = o.Energy > 0 && rm <= o.Energy*o.Energy; res.Converged || res.Iter == steps || o.stopped() {
			return res
		}
		floats.AddScaledTo(p, m, rm/last, p)
		last = rm
		o.Recycle.conjugate(p)
		mul(ap, p)
		curvature := floats.Dot(p, ap)
		if !(curvature > 0) || math.IsInf(curvature, 1) {
			return res
		}
		o.Recycle.keep(p, ap, curvature)
		floats.AddScaled(x, rm/curvature, p)
		floats.AddScaled(r, -rm/curvature, ap)
	}
}

// residual returns b − Ax; ax is scratch.
func residual(x, b, ax []float64, mul func(dst, v []float64)) []float64 {
	r := slices.Clone(b)
	if floats.Norm(x, math.Inf(1)) != 0 {
		mul(ax, x)
		floats.Sub(r, ax)
	}
	return r
}

func (o CG) limits(n int) (tol float64, steps int) {
	tol, steps = o.Tol, o.MaxIter
	if tol == 0 {
		tol = 1e-6
	}
	if steps == 0 {
		steps = n
	}
	return tol, steps
}

func (o CG) stopped() bool { return o.Stop != nil && o.Stop() }

// apply returns M⁻¹r, in dst where it is not nil.
func (o CG) apply(r, dst []float64) []float64 {
	if o.Precondition == nil {
		return r
	}
	if dst == nil {
		dst = make([]float64, len(r))
	}
	o.Precondition(dst, r)
	return dst
}
