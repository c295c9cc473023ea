package admm

import (
	"context"

	"krigo/gplib"
)

// Adjoint minimises the exact hold-out error F(θ) by L-BFGS. Each value is
// one solve Cz = y_T and each gradient one more, Cλ = 2K_VTᵀr_V, by warm
// conjugate gradients:
//
//	∂F/∂θ_i = −2 r_Vᵀ(∂_i K_VT z) + λᵀ(∂_i K z).
//
// It is not in the paper: it is the reference that ADMM is compared with, of
// the same O(n²) cost, and the polish at the end of [HoldOut]. Its stationary
// points are those of ADMM.
//
// Settings.MaxIter is 100 by default, and Settings.Tol, the tolerance of
// ‖∇_φF‖_∞/F, 1e-4. The fields are those of [HoldOut].
type Adjoint struct {
	Split        Split
	NoiseFloor   float64
	Precondition int
	Storage      Storage
	Scale        Scale
}

// Fit learns the hyper-parameters of m; see [Adjoint] and [gplib.Learner].
func (a Adjoint) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	if !(a.NoiseFloor >= 0) {
		return nil, optionError("NoiseFloor", a.NoiseFloor, "it must not be negative")
	}
	f, err := newFit(ctx, m, d, s, problem{
		split: a.Split, storage: a.Storage, columns: a.Precondition, floor: a.NoiseFloor, scale: a.Scale,
	})
	if err != nil {
		return nil, err
	}
	maxIter := f.settings.MaxIter
	if maxIter == 0 {
		maxIter = 100
	}
	f.starts(func(r *recorder, phi []float64) gplib.Status {
		clear(f.l.z)
		clear(f.l.lambda)
		return f.descend(r, phi, maxIter)
	})
	return f.result("GPCV adjoint L-BFGS")
}

// polishIterations caps the polish of [HoldOut].
const polishIterations = 50

// solveTol is the accuracy of the adjoint scheme's solves, and so of its
// gradient.
const solveTol = 1e-8

// exactError is F as a function of φ. Evaluation leaves z and λ at the
// solutions of their equations.
type exactError struct{ *lagrangian }

func (e exactError) value(phi []float64) float64 {
	e.move(phi)
	e.solveZ(solveTol)
	e.residuals()
	return e.sumSquares()
}

func (e exactError) gradient(dst, phi []float64) {
	if e.move(phi); !e.known {
		e.value(phi)
	}
	e.solveDual(solveTol)
	e.gradientAt(dst, 0)
}

// descend runs L-BFGS on F and records each iterate.
func (f *fit) descend(r *recorder, phi []float64, maxIter int) gplib.Status {
	tol := f.settings.Tol
	if tol == 0 {
		tol = 1e-4
	}
	b := newBoxLBFGS(exactError{f.l}, f.l.bounds(), phi)
	for iter := 0; ; iter++ {
		f.recordExact(r, b)
		if status, stop := r.interrupted(); stop {
			return status
		}
		switch {
		case b.gradNorm() <= tol*b.value:
			return gplib.Converged
		case iter == maxIter:
			return gplib.IterationLimit
		case !b.next():
			return gplib.Stalled
		}
	}
}

// recordExact adds the iterate of b, where z and λ are feasible.
func (f *fit) recordExact(r *recorder, b *boxLBFGS) {
	l := f.l
	l.move(b.phi)
	s := state{grad: b.gradNorm(), dual: b.gradNorm() / b.value, error: b.value}
	r.add(l, b.value, s.grad, l.monitors(s, 0))
}

// polish continues from the best point of all starts by L-BFGS on F.
func (f *fit) polish() {
	if _, stop := f.record.interrupted(); stop || f.record.phi == nil {
		return
	}
	f.l.move(f.record.phi)
	status := f.descend(f.record, f.record.phi, polishIterations)
	if status == gplib.Stalled && f.status == gplib.Converged {
		return // ADMM had arrived; there was nothing left to polish
	}
	f.status = status
}
