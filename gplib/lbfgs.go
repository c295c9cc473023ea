package gplib

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/optim"
)

// LBFGS is the learner that minimises an objective by the limited-memory method of
// Broyden, Fletcher, Goldfarb and Shanno (Nocedal and Wright 2006, section 7.2), on the
// transformed scale of the parameters and inside their bounds. For up to 500 free
// parameters no memory is limited: the whole inverse Hessian is kept
// ([optim.QuasiNewton]).
//
// After ten iterations, by which the descent has found its valley, the inverse Hessian
// is recomputed from some of the rows, at the cost of half an evaluation of all (Byrd
// et al. 2011, SIAM Journal on Optimization 21, 977-995): valleys that are flat are
// crossed in half the steps. This applies to [LML], [LOO], [KFold] without folds of
// its own and an [Evidence], and where there are enough rows, about 100 for four parameters.
//
// The likelihood has many optima, so that a fit without Settings.OwnStart compares about ten
// starts: the model's own parameters, those that [Model.FromData] takes from the data, and
// the latter with lengthscales × 0.03 to 3 and noise × 0.01; if the covariance function is a
// sum or has parameters such as periods, also some drawn about the model's own, and two with
// the periods of a periodogram of the observations. From each it takes up to 6 iterations on
// half of the rows, at least 150 and at most 500; the worst are given up after 1, 2 and 4,
// half of them in all. The best three that differ go on, on all rows or 1000 of them, until
// one is ahead by more than the others are expected to gain. There it tries shorter
// lengthscales, an input at a time, which finds fast parts that long lengthscales take for
// noise. The result starts from there: [Result].Starts has the starts, and the trace the
// steps of the best one on all rows. A warning says where another start ends at nearly the
// same likelihood but predicts something else. Such a fit, with its diagnostics, mostly
// takes one and a half to three times the CPU time of one from a single start. An objective
// that no subset of the rows estimates, such as one of your own, starts at the better of the
// model's own parameters and those of FromData.
//
// It stops where the largest derivative is at most Tol·max(1, |value|), with Tol 1e-5
// by default, or three iterations in a row lower the value by a part of less than 1e-9;
// MaxIter is 200 by default.
//
// With 1000 observations or more, a fit whose context is cancelled returns at once: the
// running evaluation is abandoned, and the exact posterior is factorised at its first
// use. If it was the first evaluation, the result has the parameters of the model, no
// steps and the value NaN.
type LBFGS struct {
	// Objective is minimised; nil is [LML]. Where the model has priors, [MAP] of
	// Objective is.
	Objective Objective
	// Condition makes the posterior of the result; nil is the exact one of
	// the function [Condition], which takes O(n³) time.
	Condition func(m Model, d Data) (Posterior, error)
}

// Fit learns the parameters of m from d by [LBFGS] on the marginal
// likelihood. s may be nil.
func Fit(ctx context.Context, m Model, d Data, s *Settings) (*Result, error) {
	return LBFGS{}.Fit(ctx, m, d, s)
}

// Fit learns the parameters of m from d.
func (l LBFGS) Fit(ctx context.Context, m Model, d Data, s *Settings) (*Result, error) {
	return Learn(ctx, l.Method(), m, d, s)
}

// Method returns the learner for one fit of [Learn], to build others upon.
func (l LBFGS) Method() Method { return &lbfgs{l} }

// Unconditioned returns a [LBFGS].Condition that makes no posterior, for fits inside
// a fit.
func Unconditioned(Model, Data) (Posterior, error) { return nil, nil }

// smallStart is the number of observations up to which starts run at the same
// time.
const smallStart = 500

// lbfgs is the [Method] of one fit.
type lbfgs struct{ LBFGS }

func (l *lbfgs) Begin(f *Fitting) error {
	if l.Objective == nil {
		l.Objective = LML{}
	}
	f.Together = Stateless(l.Objective) && f.Data.Len() <= smallStart
	if f.Model.HasPriors() {
		l.Objective = MAP{l.Objective}
	}
	f.Name, f.Objective = "L-BFGS", l.Objective.Name()
	if l.Condition != nil {
		data := f.Data
		f.Condition = func(learned Model) (Posterior, Findings, error) {
			p, err := l.LBFGS.Condition(learned, data)
			return p, nil, err
		}
	}
	f.Default(200, 1e-5)
	if _, err := f.SpaceOf(f.Model); err != nil {
		return fmt.Errorf("gplib: %w", err)
	}
	if ofAnyRows(l.Objective) {
		f.compare(l.Objective)
	} else {
		f.Screen()
	}
	return nil
}

func (l *lbfgs) Run(s *Start) (*End, error) {
	if s.compared != nil && s.Number < len(s.compared.finalists) {
		return s.compared.finalists[s.Number].finish(s, l.Objective)
	}
	space, err := s.Space()
	if err != nil {
		return nil, fmt.Errorf("gplib: %w", err)
	}
	return newDescent(s, l.Objective, space).run()
}

// descent is the run from one start.
type descent struct {
	*Start
	objective Objective
	space     *optim.Space
	lo, hi    []float64 // the box of the bounds
	// at, value, grad and err are the last evaluation; above limit the gradient may
	// have been left out.
	at, grad     []float64
	value, limit float64
	err          error
	flat         int // iterations in a row that hardly lowered the value
	status       Status
	stop         bool // status was set by this descent
}

// newDescent returns a descent whose variables a box keeps inside their bounds: unlike a bent
// space, it lets them leave a bound again.
func newDescent(s *Start, o Objective, space *optim.Space) *descent {
	d := &descent{Start: s, objective: successive(o), space: space, status: Stalled}
	d.lo, d.hi = space.Box()
	return d
}

func (d *descent) run() (*End, error) {
	q, failed, err := d.begin()
	if q == nil {
		return failed, err
	}
	d.minimise(q)
	return d.outcome(), nil
}

// begin makes the start the first step. If the objective has no value there, q is nil, and the end or the error of
// the start says why.
func (d *descent) begin() (q *optim.QuasiNewton, failed *End, err error) {
	u, q := d.space.Start(), d.quasiNewton()
	if !q.Begin(u) {
		failed, err = d.startFailed(u)
		return nil, failed, err
	}
	d.visit(q)
	return q, nil, nil
}

// quasiNewton returns the minimiser of the descent, before its first point.
func (d *descent) quasiNewton() *optim.QuasiNewton {
	return &optim.QuasiNewton{F: &smooth{d, math.Inf(1)}, Lo: d.lo, Hi: d.hi, Furthest: furthest, Stop: d.interrupted}
}

// resume goes on after a limit of iterations.
func (d *descent) resume(q *optim.QuasiNewton) {
	d.status, d.stop = Stalled, false
	d.minimise(q)
}

// outcome returns the end at the lowest point. Where no step lowers the value and the slope is small,
// it has converged up to rounding.
func (d *descent) outcome() *End {
	slope := d.steps[d.best].GradNorm
	flat := slope <= flatSlope*math.Max(1, math.Abs(d.lowest))
	if d.status == Stalled && flat {
		d.status = Converged
	}
	end := d.End(d.status)
	if d.status == Stalled {
		end.Warnings = append(end.Warnings, Finding{
			Code:  "stalled",
			Found: fmt.Sprintf("no step lowers the value any more, though its largest derivative is %.3g", slope),
			Means: "this is no minimum",
			Do:    "try gplib.Standardised, or another start (Model.Set with Settings.OwnStart, Settings.Restarts)",
		})
	}
	return end
}

// furthest is the largest change of a parameter in the first trial of a step.
const furthest = 3

// minimise takes steps from a point that was visited until a rule ends them or none is
// possible.
func (d *descent) minimise(q *optim.QuasiNewton) {
	for !d.interrupted() && q.Next() {
		d.visit(q)
		if len(d.steps) == lookAfter+1 && !d.interrupted() {
			d.lookAround(q)
		}
	}
}

// smooth is the objective of a descent as an [optim.Limited] function.
type smooth struct {
	*descent
	limit float64
}

// Limit implements [optim.Limited].
func (s *smooth) Limit(value float64) { s.limit = value }

// Value implements [optim.Function].
func (s *smooth) Value(u []float64) float64 {
	s.evaluateBelow(u, s.limit)
	return s.value
}

// Gradient implements [optim.Function].
func (s *smooth) Gradient(dst, u []float64) bool {
	s.evaluate(u)
	copy(dst, s.grad)
	return s.err == nil
}

// startFailed returns the end of a fit whose objective has no value at the start u. If
// cancelling gave up the evaluation, the end is at u.
func (d *descent) startFailed(u []float64) (*End, error) {
	if !errors.Is(d.err, d.Ctx.Err()) {
		return nil, d.err
	}
	return &End{
		Status: Cancelled, Model: d.Model.With(d.space.Natural(u)), Value: math.NaN(), Score: math.NaN(),
		Warnings: Findings{{Code: "first-evaluation", Found: "the first evaluation was given up", Means: "the parameters are those of the start"}},
	}, nil
}

// evaluate computes value and gradient at u, once. A point where the
// objective fails has the value +Inf, so that the line search avoids it.
func (d *descent) evaluate(u []float64) { d.evaluateBelow(u, math.Inf(1)) }

// evaluateBelow does evaluate, but may leave out the gradient where the value is above
// limit.
func (d *descent) evaluateBelow(u []float64, limit float64) {
	if d.at != nil && floats.Equal(d.at, u) && (limit <= d.limit || d.value <= d.limit) {
		return
	}
	d.at, d.limit = append(d.at[:0], u...), limit
	theta := d.space.Natural(u)
	natural := make([]float64, len(theta))
	d.grad = make([]float64, len(u))
	d.value, d.err = evalWithin(d.patience(), d.limit, d.objective, d.Model.With(theta), d.Data, natural)
	if d.err == nil && !finite(d.value, natural) {
		d.err = fmt.Errorf("gplib: %s is %v with the gradient %v", d.objective.Name(), d.value, natural)
	}
	if d.err != nil {
		d.value = math.Inf(1)
		return
	}
	d.space.Chain(d.grad, natural, u)
}

func finite(value float64, grad []float64) bool {
	sum := value
	for _, g := range grad {
		sum += g
	}
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// interrupted reports whether the descent has ended, by a rule or from outside.
func (d *descent) interrupted() bool {
	if status, stop := d.Interrupted(); stop && !d.stop {
		d.finish(status)
	}
	return d.stop
}

func (d *descent) finish(s Status) { d.status, d.stop = s, true }

// flatSlope is the largest derivative, as a part of the value, of a minimum at which
// the value hardly falls any more: where it is larger, steps are too short.
const flatSlope = 1e-2

// visit records an iteration and applies the stopping rule.
func (d *descent) visit(q *optim.QuasiNewton) {
	const patience = 3
	value := q.Value
	if d.lowest-value > 1e-9*math.Max(1, math.Abs(value)) {
		d.flat = 0
	} else {
		d.flat++
	}
	step := Step{Value: value, Theta: d.space.Natural(q.X), GradNorm: q.GradNorm()}
	stop := d.Record(step)
	status, _ := d.Interrupted()
	switch {
	case stop && status == Cancelled:
		d.finish(Cancelled)
	case step.GradNorm <= d.Settings.Tol*math.Max(1, math.Abs(value)):
		d.finish(Converged)
	case d.flat >= patience && step.GradNorm <= flatSlope*math.Max(1, math.Abs(value)):
		d.finish(Converged)
	case d.flat >= patience:
		d.finish(Stalled)
	case len(d.steps) > d.Settings.MaxIter:
		d.finish(IterationLimit)
	}
}
