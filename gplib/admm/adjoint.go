package admm

import (
	"context"
	"math"

	"krigo/gplib"
)

// Adjoint minimises the exact hold-out error F(θ), or the exact error of K
// folds, by BFGS. Each value is
// one solve Cz = y_T and each gradient one more, Cλ = 2K_VTᵀr_V, by warm
// conjugate gradients:
//
//	∂F/∂θ_i = −2 r_Vᵀ(∂_i K_VT z) + λᵀ(∂_i K z).
//
// It is not in the paper: it is the reference that ADMM is compared with, of
// the same O(n²) cost, and the polish at the end of [HoldOut]. Its stationary
// points are those of ADMM.
//
// Settings.MaxIter is 150 by default, and Settings.Tol, the tolerance of
// ‖∇_φF‖_∞/F, 1e-4. It also ends in a flat valley, where derivatives are below
// 10 Tol·F and a step promises to lower F by less than Tol·F/10. The fields are those of [HoldOut].
type Adjoint struct {
	Split Split
	// Folds, where not nil, takes the place of Split: F is the sum of the
	// folds' hold-out errors.
	Folds        Folds
	NoiseFloor   float64
	Precondition int
	Storage      Storage
	Scale        Scale
}

// Fit learns the hyper-parameters of m; see [Adjoint] and [gplib.Learner].
func (a Adjoint) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	p := problem{
		name: "GPCV adjoint BFGS", parts: a.partition(), storage: a.Storage, columns: a.Precondition,
		floor: a.NoiseFloor, scale: a.Scale, begin: a.begin,
	}
	if !(a.NoiseFloor >= 0) {
		p.err = optionError("NoiseFloor", a.NoiseFloor, "it must not be negative")
	}
	return p.fit(ctx, m, d, s)
}

func (a Adjoint) begin(f *fit) scheme {
	f.Default(150, 1e-4)
	return func(r *recorder, phi []float64) gplib.Status {
		for _, l := range f.folds {
			clear(l.z)
			clear(l.lambda)
		}
		return f.descend(r, phi, f.Settings.MaxIter, f.Settings.Tol)
	}
}

func (a Adjoint) partition() partition {
	if a.Folds != nil {
		return a.Folds.partition()
	}
	if a.Split != nil {
		return a.Split.partition()
	}
	return Interleaved().partition()
}

// polishIterations caps the polish of [HoldOut].
const polishIterations = 150

// solveTol is the accuracy of the adjoint scheme's solves, and so of its
// gradient.
const solveTol = 1e-8

// descend runs BFGS on F, from phi, and records each iterate.
func (f *fit) descend(r *recorder, phi []float64, maxIter int, tol float64) gplib.Status {
	b := newDescent(f.exact(), f.space.box.clone())
	b.widen = func() bool { return f.lowerFloor(b) }
	b.Begin(phi)
	return f.minimise(b, maxIter, tol, func() (gplib.Status, bool) {
		f.recordExact(r, b)
		return r.Interrupted()
	})
}

// minimise runs a descent that has begun. visit is called at each iterate and may
// stop it.
func (f *fit) minimise(b *descent, maxIter int, tol float64, visit func() (gplib.Status, bool)) gplib.Status {
	for iter := 0; ; iter++ {
		b.settle()
		if status, stop := visit(); stop {
			return status
		}
		switch {
		case b.arrived(tol):
			return gplib.Converged
		case iter == maxIter:
			return gplib.IterationLimit
		case !b.Next() && !(b.widens() && b.Next()):
			if status, stop := f.Interrupted(); stop {
				return status
			}
			return gplib.Stalled
		}
	}
}

// recordExact adds the iterate of b, at which z and λ are feasible, to the trace.
func (f *fit) recordExact(r *recorder, b *descent) {
	for _, l := range f.folds {
		l.move(b.X)
		l.rho = 0
	}
	s := state{
		grad: b.GradNorm(), dual: b.GradNorm() / b.Value, error: b.Value, slope: b.Grad,
		quadratic: f.folds.sum((*lagrangian).quadratic),
	}
	for _, l := range f.folds {
		l.residuals()
		s.primal = math.Max(s.primal, l.infeasibility())
	}
	r.add(b.X, s, append(f.folds.monitors(s), f.extra...))
}

// polish runs BFGS on F from the best point of a start; ended is the status of
// ADMM.
func (f *fit) polish(r *recorder, ended gplib.Status) gplib.Status {
	if _, stop := r.Interrupted(); stop || r.phi == nil {
		return ended
	}
	status := f.descend(r, r.phi, polishIterations, f.Settings.Tol/10)
	if status == gplib.Stalled && ended == gplib.Converged {
		return ended // there was nothing left to polish
	}
	return status
}
