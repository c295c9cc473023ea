package rkhs

import (
	"context"
	"math"

	"krigo/gplib"
	"krigo/gplib/dataset"
	"krigo/gplib/optim"
)

// RowLearner is a learner that can also take its rows from a reader, a block at
// a time. All learners of this package are RowLearners.
type RowLearner interface {
	gplib.Learner
	// FitRows is Fit on the rows of r, which it reads again for each epoch. The
	// posterior of the result holds no data.
	FitRows(ctx context.Context, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error)
}

// SCGD is stochastic compositional gradient descent (Shoham and Avron): with
// a running average F̃ of the minibatches' Fs it descends
//
//	(n/s) Σ_S [g_i + <F̃⁻¹, F_i>],  F̃ ← (1-b)F̃ + b((n/s)ΦᵀΦ + vI).
//
// Given F̃ independent of the minibatch the estimate of g + <F̃⁻¹, F> is
// unbiased; the bias against log|F| vanishes with b.
type SCGD struct {
	Training
	// Averaging is b_t, in (0, 1]; nil is 0.9 at every step, the paper's
	// practice. Its theory uses optim.PowerDecay(1, 0.5).
	Averaging optim.Schedule
	// Stale takes the gradient before F̃ is updated, as the paper's algorithm
	// does, instead of after.
	Stale bool
	// Woodbury updates F̃⁻¹ by the matrix inversion lemma where b <= 0.1: it
	// pays from d of about 500.
	Woodbury bool
}

// Fit learns the parameters of m; see [gplib.Learner] and [Training].
func (l SCGD) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return l.plan().fit(ctx, m, d, s)
}

// FitRows is Fit on the rows of a reader; see [RowLearner].
func (l SCGD) FitRows(ctx context.Context, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error) {
	return l.plan().fitRows(ctx, m, r, s)
}

func (l SCGD) plan() plan {
	rate := averaging(l.Averaging, 0.9)
	return plan{Training: l.Training, linear: true, start: func(int) method {
		return &compositional{rate: rate, stale: l.Stale, average: average{inverse: newInverse(l.Woodbury)}}
	}}
}

// averaging returns b_t, constant where none is given, kept in (0, 1].
func averaging(rate optim.Schedule, constant float64) optim.Schedule {
	if rate == nil {
		rate = optim.ConstantRate(constant)
	}
	return func(t int) float64 { return min(max(rate(t), 1e-6), 1) }
}

// VariableProjection is [SCGD] that does not learn the weights w but solves for
// them: w = F̃⁻¹c̃ with running averages F̃ and c̃ of ΦᵀY, in fresh order.
type VariableProjection struct {
	Training
	// Averaging is b_t, in (0, 1]; nil is 0.01 at every step.
	Averaging optim.Schedule
	// Woodbury updates F̃⁻¹ by the matrix inversion lemma; see [SCGD].
	Woodbury bool
}

// Fit learns the parameters of m; see [gplib.Learner] and [Training].
func (l VariableProjection) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return l.plan().fit(ctx, m, d, s)
}

// FitRows is Fit on the rows of a reader; see [RowLearner].
func (l VariableProjection) FitRows(ctx context.Context, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error) {
	return l.plan().fitRows(ctx, m, r, s)
}

func (l VariableProjection) plan() plan {
	rate := averaging(l.Averaging, 0.01)
	return plan{Training: l.Training, linear: true, start: func(int) method {
		return &compositional{rate: rate, project: true, average: average{inverse: newInverse(l.Woodbury)}}
	}}
}

// MINIMAX finds the saddle point of
//
//	g + log|A| + μ<B, A-F>/‖A‖,  over w, θ, v, A >= vI and ‖B‖ <= 1,
//
// whose minibatch gradients are unbiased (Shoham and Avron). A = F is
// stationary only where μ >= μ* = ‖F‖‖F⁻¹‖, a monitor of the trace; at the
// paper's μ = 1 the log-determinant hardly moves the features, as in [NOLD].
type MINIMAX struct {
	Training
	// Mu is μ; 0 is 1, the paper's practice.
	Mu float64
	// Growth multiplies μ after each epoch until it is 2μ*; 0 is 1.
	Growth float64
	// Cholesky learns L of A = LLᵀ + vI, which needs no projection, instead of
	// projecting A and v together.
	Cholesky bool
	// RateA multiplies the rate of A; 0 is 1.
	RateA float64
	// StepB is the step of the ascent in B; nil is (0.2/μ)(1+t/4000)^-½.
	StepB optim.Schedule
	// Optimistic takes 2G_t - G_{t-1} for the gradient G_t by B.
	Optimistic bool
	// Smooth, in (0, 1], replaces the minibatch's F in the gradient by B by a
	// running average F̃ with b = Smooth; 0 does not.
	Smooth float64
}

// Fit learns the parameters of m; see [gplib.Learner] and [Training].
func (l MINIMAX) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return l.plan(m).fit(ctx, m, d, s)
}

// FitRows is Fit on the rows of a reader; see [RowLearner].
func (l MINIMAX) FitRows(ctx context.Context, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error) {
	return l.plan(m).fitRows(ctx, m, r, s)
}

func (l MINIMAX) plan(m gplib.Model) plan {
	if l.Mu == 0 {
		l.Mu = 1
	}
	switch {
	case !(l.Mu > 0) || math.IsInf(l.Mu, 1):
		return plan{err: optionError("Mu", l.Mu, "it must be positive")}
	case !(l.Growth >= 0):
		return plan{err: optionError("Growth", l.Growth, "it must not be negative")}
	case !(l.RateA >= 0):
		return plan{err: optionError("RateA", l.RateA, "it must not be negative")}
	case !(l.Smooth >= 0 && l.Smooth <= 1):
		return plan{err: optionError("Smooth", l.Smooth, "it must lie in [0, 1]")}
	}
	stepB := l.StepB
	if stepB == nil {
		stepB = func(t int) float64 { return 0.2 / l.Mu / math.Sqrt(1+float64(t)/4000) }
	}
	floor, fixed := 1e-10, false
	if m.Noise != nil {
		for _, p := range m.Noise.Params() {
			floor, fixed = math.Max(floor, p.Min), p.Fixed
		}
	}
	return plan{Training: l.Training, linear: true, ownRate: l.RateA, start: func(int) method {
		return &minimax{
			mu: l.Mu, growth: l.Growth, cholesky: l.Cholesky, stepB: stepB, optimistic: l.Optimistic,
			smooth: l.Smooth, project: projection{lo: floor, fixed: fixed},
		}
	}}
}

// BSGD descends each minibatch's own likelihood, the usual minibatch gradient.
// It is biased: the log-determinant weighs up to n/s times too much.
type BSGD struct{ Training }

// Fit learns the parameters of m; see [gplib.Learner] and [Training]. With a
// [Gaussian] kernel the likelihood and the posterior are those of 1000 random
// Fourier features.
func (l BSGD) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return l.plan().fit(ctx, m, d, s)
}

// FitRows is Fit on the rows of a reader; see [RowLearner].
func (l BSGD) FitRows(ctx context.Context, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error) {
	return l.plan().fitRows(ctx, m, r, s)
}

func (l BSGD) plan() plan {
	return plan{Training: l.Training, start: func(int) method { return &biased{} }}
}

// NOLD leaves the log-determinant out of the gradient: penalised least squares
// of the features, with noise learned by (n-d) log v. It is the control for the
// others: results that it also reaches are not due to the log-determinant.
type NOLD struct{ Training }

// Fit learns the parameters of m; see [gplib.Learner] and [Training].
func (l NOLD) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return l.plan().fit(ctx, m, d, s)
}

// FitRows is Fit on the rows of a reader; see [RowLearner].
func (l NOLD) FitRows(ctx context.Context, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error) {
	return l.plan().fitRows(ctx, m, r, s)
}

func (l NOLD) plan() plan {
	return plan{Training: l.Training, linear: true, start: func(int) method { return nold{} }}
}

// MinMin minimises, over P > 0 as well, an upper bound of the log-determinant,
// log|F| <= <P, F> - log|P| - d, with equality at P = F⁻¹. Its gradients are
// unbiased at any P and need no inverse.
type MinMin struct {
	Training
	// RateP multiplies the rate of P; 0 is 1.
	RateP float64
}

// Fit learns the parameters of m; see [gplib.Learner] and [Training].
func (l MinMin) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return l.plan().fit(ctx, m, d, s)
}

// FitRows is Fit on the rows of a reader; see [RowLearner].
func (l MinMin) FitRows(ctx context.Context, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error) {
	return l.plan().fitRows(ctx, m, r, s)
}

func (l MinMin) plan() plan {
	return plan{Training: l.Training, linear: true, ownRate: l.RateP, start: func(int) method { return &minmin{} }}
}

// SVGP maximises the stochastic variational bound of Hensman, Fusi and
// Lawrence (2013), whitened, with inducing inputs that pass through the
// network. Its trace has -ELBO/n, and its posterior is a [SparsePosterior].
type SVGP struct {
	Training
	// Inducing is M, the number of inducing inputs; 0 is Batch, as in the
	// paper. It is at most the number of rows.
	Inducing int
	// Natural is the step of natural gradients for q; 0 is 0.1.
	Natural float64
	// Gradient moves q by ordinary gradients instead, as the paper does.
	Gradient bool
	// Jitter is added to K_mm, relative to the mean of its diagonal; 0 is
	// 1e-3: linear kernels of a network are near singular.
	Jitter float64
}

// Fit learns the parameters of m; see [gplib.Learner] and [Training].
func (l SVGP) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return l.plan().fit(ctx, m, d, s)
}

// FitRows is Fit on the rows of a reader; see [RowLearner].
func (l SVGP) FitRows(ctx context.Context, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error) {
	return l.plan().fitRows(ctx, m, r, s)
}

func (l SVGP) plan() plan {
	if l.Inducing == 0 {
		l.Inducing = l.Batch
	}
	if l.Inducing == 0 {
		l.Inducing = 128
	}
	if l.Natural == 0 {
		l.Natural = 0.1
	}
	if l.Jitter == 0 {
		l.Jitter = 1e-3
	}
	switch {
	case l.Inducing < 0:
		return plan{err: optionError("Inducing", float64(l.Inducing), "it must be positive")}
	case !(l.Natural > 0 && l.Natural <= 1):
		return plan{err: optionError("Natural", l.Natural, "it must lie in (0, 1]")}
	case !(l.Jitter > 0):
		return plan{err: optionError("Jitter", l.Jitter, "it must be positive")}
	}
	if l.Gradient {
		l.Natural = 0
	}
	return plan{Training: l.Training, start: func(n int) method {
		return &variational{inducing: min(l.Inducing, n), natural: l.Natural, jitter: l.Jitter}
	}}
}
