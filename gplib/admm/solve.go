package admm

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/linalg"
)

// solver runs conjugate gradients for a lagrangian and counts their steps.
type solver struct {
	stop  func() bool
	steps int // since the count was last taken
	loose int // solves with C that missed their tolerance
}

// maxSolve caps a solve with C. A fixed cap keeps it O(n²); n_T steps, which
// the paper implies, are O(n³).
const maxSolve = 1000

// stopped reports whether the user wants the fit to end. Unfinished work is not
// recorded.
func (l *lagrangian) stopped() bool { return l.cg.stop != nil && l.cg.stop() }

// solveC improves x towards Cx = b, to a relative residual of tol.
func (l *lagrangian) solveC(x, b []float64, tol float64) { l.conjugate(x, b, linalg.CG{Tol: tol}) }

// conjugate improves x towards Cx = b to the tolerances of cg. It factorises C once
// the steps at the present θ cost more than that.
func (l *lagrangian) conjugate(x, b []float64, cg linalg.CG) {
	if l.stopped() {
		return
	}
	cg.Stop = l.cg.stop
	converged := l.run(x, b, cg, l.op.stepsLeft())
	if !converged && !l.stopped() && l.op.giveUp() {
		converged = l.run(x, b, cg, maxSolve)
	}
	if !converged && !l.stopped() {
		l.cg.loose++
	}
}

// run takes at most steps steps, and counts them.
func (l *lagrangian) run(x, b []float64, cg linalg.CG, steps int) (converged bool) {
	if steps == 0 {
		return false
	}
	cg.MaxIter, cg.Precondition, cg.Recycle = steps, l.op.forC(), l.op.recycled
	res := cg.Solve(x, b, l.op.mulC)
	l.cg.steps += res.Iter
	l.op.spent += res.Iter
	return res.Converged
}

// zStep minimises L_ρ over z from the present z:
//
//	Az = h,  A = 2K_VTᵀK_VT + ρC²,  h = 2K_VTᵀy_V + C(ρy_T − λ)
//
// (equations 13 and 14 with h = −b and A = 2Σ; b's λ is the present one, and Σ
// is positive definite for ρ > 0 only). The condition of A is that of C squared, too
// much for conjugate gradients where there is little noise. They run in w = Cz
// instead, on
//
//	(2GᵀG + ρI) w = 2Gᵀy_V + ρy_T − λ,  G = K_VT C⁻¹,
//
// with two solves with C a step. All solves share directions, and their absolute accuracy grows looser relative
// to the directions as these shrink (relaxed, as in van den Eshof and Sleijpen 2004, SIAM Journal on Matrix
// Analysis and Applications 26, 125-153): the errors of the products add up to a part of tol of the right-hand
// side. Looser than 1e-6 stalls r_T.
func (l *lagrangian) zStep(tol float64, maxIter int) {
	if l.stopped() {
		return
	}
	l.residuals()
	l.op.recycle()
	h := l.zTarget()
	enough := tol * relaxed * math.Min(1, l.rho) * floats.Norm(h, 2)
	cg := linalg.CG{Tol: tol, MaxIter: maxIter, Precondition: l.op.forW(l.rho), Stop: l.cg.stop}
	w := floats.AddTo(make([]float64, len(l.z)), l.rT, l.yT)
	cg.Solve(w, h, func(dst, v []float64) { l.mulW(dst, v, enough) })
	l.solveTo(l.z, w, enough)
	l.touch()
}

const (
	// innerTol is the accuracy of the solves with C inside a z-step, where no
	// less will do.
	innerTol = 1e-12
	// relaxed is the part of the tolerance of a z-step that its solves with C may
	// take up.
	relaxed = 0.1
)

// mulW writes 2GᵀGv + ρv into dst, with an error of the order of enough.
func (l *lagrangian) mulW(dst, v []float64, enough float64) {
	clear(l.op.bufT)
	l.solveTo(l.op.bufT, v, enough)
	l.op.mulVT(l.op.bufV, l.op.bufT)
	l.pullBack(dst, l.op.bufV, enough)
	floats.AddScaled(dst, l.rho, v)
}

// solveTo improves x towards Cx = b, to a residual of norm enough. G times the
// residual is the error of K_VT x, and G does not enlarge it much.
func (l *lagrangian) solveTo(x, b []float64, enough float64) {
	l.solveC(x, b, math.Max(innerTol, enough/floats.Norm(b, 2)))
}

// pullBack writes 2Gᵀr = 2C⁻¹K_VTᵀr into dst, of length n_T, with an error of norm
// enough or innerTol, whichever is reached first: √(eᵀCe) is at least the root of the least
// noise variance times that of e.
func (l *lagrangian) pullBack(dst, r []float64, enough float64) {
	l.op.mulTV(l.op.bufT, r)
	floats.Scale(2, l.op.bufT)
	clear(dst)
	l.conjugate(dst, l.op.bufT, linalg.CG{Tol: innerTol, Energy: enough * math.Sqrt(floats.Min(l.op.s))})
}

// zTarget returns the right-hand side of the z-step.
func (l *lagrangian) zTarget() []float64 {
	h := make([]float64, len(l.z))
	l.pullBack(h, l.yV, 0)
	floats.AddScaled(h, l.rho, l.yT)
	floats.Sub(h, l.lambda)
	return h
}

// dualStep sets λ ← λ + ρ′ r_T. With ρ′ = ρ and an exact z-step the new λ
// satisfies the adjoint equation Cλ = 2K_VTᵀr_V.
func (l *lagrangian) dualStep(rho float64) {
	l.residuals()
	floats.AddScaled(l.lambda, rho, l.rT)
}

// solveZ sets z to C⁻¹y_T.
func (l *lagrangian) solveZ(tol float64) {
	l.solveC(l.z, l.yT, tol)
	l.touch()
}

// solveDual sets λ to the solution of the adjoint equation Cλ = 2K_VTᵀr_V.
func (l *lagrangian) solveDual(tol float64) {
	l.residuals()
	b := make([]float64, len(l.z))
	l.op.mulTV(b, l.rV)
	floats.Scale(2, b)
	l.solveC(l.lambda, b, tol)
}

// exact sets the hold-out error F(θ) = ‖y_V − K_VT C⁻¹y_T‖², the constraint
// gap ‖z − C⁻¹y_T‖² and y_Tᵀ C⁻¹ y_T of the present point, by one solve
// Ce = r_T, e = z − C⁻¹y_T.
func (l *lagrangian) exact(s *state) {
	l.residuals()
	e := make([]float64, len(l.z))
	l.solveC(e, l.rT, 1e-6)
	r := make([]float64, len(l.rV))
	l.op.mulVT(r, e)
	floats.Add(r, l.rV)
	s.error, s.gap = floats.Dot(r, r), floats.Dot(e, e)
	s.quadratic = l.quadratic() - floats.Dot(l.yT, e)
}

// quadratic returns y_Tᵀz, which is y_Tᵀ C⁻¹ y_T where z is exact.
func (l *lagrangian) quadratic() float64 { return floats.Dot(l.yT, l.z) }
