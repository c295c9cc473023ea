package admm

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// HoldOut is GPCV-ADMM, the hold-out scheme: it minimises the squared error
// on validation points V of the prediction from the training points T,
//
//	F(θ) = ‖y_V − K_VT C⁻¹y_T‖²,
//
// as min ‖y_V − K_VT z‖² subject to C(θ)z = y_T, by the alternating direction
// method of multipliers (Xu, Yin, Zhang, Luo and Cui, 2019). One
// iteration costs O(n²): products with kernel matrices, no factorisation.
//
// The zero value is the recommended setting: [Gradient] steps in the learning
// scale with ρ = 1, exact z-steps, and a polish of each start by the iteration of
// [Adjoint], from its best point, once ADMM has converged or lowers F by less than
// a quarter in five iterations. [Paper] gives the settings of the paper.
//
// The learned parameters are those that are not Fixed, the noise and the
// mean's included. Where all variances are free, F does not determine their
// common scale: one is held during the fit, and afterwards all are multiplied
// by one factor; see [Scale].
//
// Each step of the trace has the exact F(θ) as its value, by a separate solve,
// never ‖r_V‖² at an infeasible z, and these monitors: the primal residual
// ‖r_T‖/‖y_T‖, the dual residual ‖∇L_0‖_∞/‖r_V‖², the constraint gap ‖z −
// C⁻¹y_T‖², the augmented Lagrangian, the validation error ‖r_V‖² at z, ‖z‖,
// ‖λ‖, ρ (0 during the polish) and the steps of conjugate gradients. The best θ
// by F is returned.
//
// Settings.MaxIter caps the iterations of a start (150 by default, 60 at the
// random restarts); its polish has at most 150 more. Settings.Tol is the
// tolerance of the dual residual (1e-3); the tolerances of the primal residual
// and of the polish, as in [Adjoint], are a tenth of it.
type HoldOut struct {
	// Split chooses V; nil is Interleaved().
	Split Split
	// ThetaStep moves the hyper-parameters; nil is Gradient{}.
	ThetaStep ThetaStep
	// Rho is the penalty ρ; 0 is 1. It needs no change when y or the
	// variances are rescaled. Large values make θ move in tiny steps, values
	// below about 0.5 may make it jump.
	Rho float64
	// RhoDual is the step ρ′ of the dual update, at most ρ; 0 is ρ.
	RhoDual float64
	// AdaptRho balances primal and dual residuals by changing ρ within
	// [0.05, 100].
	AdaptRho bool
	// StepTol, where positive, ends the ADMM iterations when θ moved by less
	// than StepTol, in place of the residual tests: the paper's rule. It
	// fires because θ moves slowly, not because it arrived.
	StepTol float64
	// StartNoise perturbs the θ of the first z: |θ + StartNoise·ε| with
	// ε ~ N(0, 1). The paper uses 0.1.
	StartNoise float64
	// OnesDual starts from λ = 1, as the paper does, which is not scale-free,
	// instead of the solution of the adjoint equation.
	OnesDual bool
	// Raw moves the natural values of the parameters, as the paper does.
	Raw bool
	// NoPolish omits the polish: ADMM goes on, however slowly.
	NoPolish bool
	// NoiseFloor bounds a learned noise variance from below, as a part of
	// the variance of y or of the held signal variance. If V is inside T the noise may
	// otherwise run to zero. 0 is 1e-3, which the polish lowers where it costs more
	// than 1 % of F, down to a thousandth of the mean squared error on V.
	NoiseFloor float64
	// Precondition is the number of columns of the pivoted Cholesky
	// preconditioner; a negative number turns it off. 0 is 100, or n_T/5 where that
	// is less; with matrices in memory and n_T at most 400 it is a factor of all of
	// C, and beyond that where conjugate gradients take 40 steps at one θ.
	Precondition int
	// Storage reports whether Gram matrices are kept in memory.
	Storage Storage
	// Scale chooses the common scale of free variances.
	Scale Scale
}

// Paper returns the settings of the paper and its code: ρ = ρ′ = 5, λ = 1,
// natural parameter values, coordinate descent, stop at ‖Δθ‖ < 1e-2 or 100
// iterations. They are here for comparison: on the squared exponential the
// rule stops after a few iterations, far from the minimum of F. Hold all
// variances fixed, as the authors do.
func Paper() HoldOut {
	return HoldOut{
		ThetaStep: Coordinate{Steps: 40}, Rho: 5, StepTol: 1e-2,
		StartNoise: 0.1, OnesDual: true, Raw: true, NoPolish: true,
	}
}

const (
	admmTol = 1e-3 // of the dual residual
	zTol    = 1e-6
	zSteps  = 100
)

// Fit learns the hyper-parameters of m; see [HoldOut] and [gplib.Learner].
func (h HoldOut) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	h, err := h.resolved()
	return problem{
		name: "GPCV-ADMM hold-out", parts: h.partition(), storage: h.Storage, columns: h.Precondition,
		floor: h.NoiseFloor, raw: h.Raw, scale: h.Scale, lastIter: h.lastIter, err: err,
		begin: func(f *fit) scheme {
			f.defaultTol()
			return func(r *recorder, phi []float64) gplib.Status {
				status := h.run(f, r, phi)
				if h.NoPolish {
					return status
				}
				return f.polish(r, status)
			}
		},
	}.fit(ctx, m, d, s)
}

// defaultTol is called for each start: only the first call may write what they
// share.
func (f *fit) defaultTol() {
	if f.Settings.Tol == 0 {
		f.Settings.Tol = admmTol
	}
}

// resolved fills in defaults and checks the options.
func (h HoldOut) resolved() (HoldOut, error) {
	if h.ThetaStep == nil {
		h.ThetaStep = Gradient{}
	}
	if h.Rho == 0 {
		h.Rho = 1
	}
	if h.RhoDual == 0 {
		h.RhoDual = h.Rho
	}
	switch {
	case !(h.Rho > 0) || math.IsInf(h.Rho, 1):
		return h, optionError("Rho", h.Rho, "it must be positive")
	case !(h.RhoDual > 0) || h.RhoDual > h.Rho:
		return h, optionError("RhoDual", h.RhoDual, "it must lie in (0, Rho]")
	case !(h.StepTol >= 0):
		return h, optionError("StepTol", h.StepTol, "it must not be negative")
	case !(h.StartNoise >= 0):
		return h, optionError("StartNoise", h.StartNoise, "it must not be negative")
	case !(h.NoiseFloor >= 0):
		return h, optionError("NoiseFloor", h.NoiseFloor, "it must not be negative")
	}
	return h, nil
}

// run runs ADMM from one start.
func (h HoldOut) run(f *fit, r *recorder, phi []float64) gplib.Status {
	l := f.folds[0]
	h.initialise(l, phi, h.perturbed(r, phi))
	step := h.ThetaStep.start(l.dim())
	rule := h.newRule(f, r.Number)
	s := l.measure()
	r.add(l.phi, s, f.folds.monitors(s))
	for {
		if status, done := rule.done(r, s); done {
			return status
		}
		before := l.phi
		h.iterate(l, step, l)
		if l.stopped() {
			continue // to the rule, which knows why
		}
		rule.moved(l.theta(before), l.theta(l.phi), slices.Equal(before, l.phi))
		s = l.measure()
		r.add(l.phi, s, f.folds.monitors(s))
		if h.AdaptRho {
			l.rho = balanced(l.rho, s)
		}
	}
}

// iterate runs one iteration of ADMM: a θ-step on f, the z-step and the dual
// step.
func (h HoldOut) iterate(l *lagrangian, step stepper, f phiFunc) {
	l.move(step.step(f, l.phi, 1e-7*floats.Dot(l.yV, l.yV)))
	l.zStep(zTol, zSteps)
	l.dualStep(h.RhoDual * l.rho / h.Rho)
}

func (h HoldOut) partition() partition {
	if h.Split != nil {
		return h.Split.partition()
	}
	return Interleaved().partition()
}

// initialise sets θ, z and λ to the start: Cz = y_T, with C at perturbed
// coordinates where the options say so, and the adjoint equation for λ.
func (h HoldOut) initialise(l *lagrangian, phi, perturbed []float64) {
	l.rho = h.Rho
	l.move(perturbed)
	clear(l.z)
	l.solveZ(zTol)
	l.move(phi)
	if h.OnesDual {
		for i := range l.lambda {
			l.lambda[i] = 1
		}
		return
	}
	clear(l.lambda)
	l.solveDual(zTol)
}

// perturbed returns the coordinates of |θ + StartNoise·ε|; parameters that
// may be negative keep their sign.
func (h HoldOut) perturbed(r *recorder, phi []float64) []float64 {
	if h.StartNoise == 0 {
		return phi
	}
	theta := r.fit.space.theta(phi)
	for _, i := range r.fit.space.free {
		theta[i] += h.StartNoise * r.RNG.NormFloat64()
		if r.fit.space.params[i].Transform != cov.Identity {
			theta[i] = math.Abs(theta[i])
		}
	}
	return r.fit.space.phiOf(theta)
}

// balanced returns ρ after residual balancing: ρ falls where the dual residual
// is the larger one and rises where the primal one is. λ is unscaled and stays.
func balanced(rho float64, s state) float64 {
	switch {
	case s.primal > 10*s.dual || s.primal > 0.2:
		rho *= 2
	case s.dual > 10*s.primal && s.primal < 0.05:
		rho /= 1.5
	}
	return math.Min(math.Max(rho, 0.05), 100)
}
