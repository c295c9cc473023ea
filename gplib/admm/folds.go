package admm

import (
	"math"

	"krigo/gplib/parallel"

	"gonum.org/v1/gonum/floats"
)

// folds are the hold-out problems of a fit: one, or K for K-fold
// cross-validation.
type folds []*lagrangian

// each calls do for every fold, in parallel if there are several. Folds share no state, so the results do not
// depend on the number of goroutines. A panic of a covariance function reaches the caller's goroutine.
func (fs folds) each(do func(k int, l *lagrangian)) {
	parallel.Each(len(fs), true, func(k int) { do(k, fs[k]) })
}

// sum returns the sum of a figure over the folds, in their order.
func (fs folds) sum(figure func(l *lagrangian) float64) float64 {
	var total float64
	for _, l := range fs {
		total += figure(l)
	}
	return total
}

// exactError is F = Σ_k F_k as a function of φ. Evaluation leaves the z_k
// and λ_k at the solutions of their equations.
type exactError struct {
	folds
	joint *joint // of several folds with matrices, nil else
}

func (e exactError) value(phi []float64) float64 {
	values := make([]float64, len(e.folds))
	e.each(func(k int, l *lagrangian) { values[k] = l.solveError(phi) })
	return floats.Sum(values)
}

func (e exactError) gradient(dst, phi []float64) {
	e.each(func(_ int, l *lagrangian) {
		if l.move(phi); !l.known {
			l.solveError(phi)
		}
		l.solveDual(solveTol)
	})
	if e.joint != nil {
		e.joint.gradient(dst, e.folds)
		return
	}
	grads := columns(len(e.folds), len(dst))
	e.each(func(k int, l *lagrangian) { l.gradientAt(grads[k], 0) })
	clear(dst)
	for _, g := range grads {
		floats.Add(dst, g)
	}
}

func (e exactError) bounds() box { return e.folds[0].bounds() }

func (e exactError) stopped() bool { return e.folds[0].stopped() }

// solveError returns F_k at phi with z at its solution.
func (l *lagrangian) solveError(phi []float64) float64 {
	l.move(phi)
	l.solveZ(solveTol)
	l.residuals()
	return l.sumSquares()
}

// largest returns the greatest absolute value of v, 0 for an empty vector.
func largest(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	return floats.Norm(v, math.Inf(1))
}
