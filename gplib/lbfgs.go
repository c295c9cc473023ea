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
// crossed in half the steps. This applies to [LML], [LOO] and [KFold] without folds of
// its own, and where there are enough rows, about 100 for four parameters.
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
		f.Condition = func(learned Model) (Posterior, []string, error) {
			p, err := l.LBFGS.Condition(learned, data)
			return p, nil, err
		}
	}
	f.Default(200, 1e-5)
	if _, err := f.SpaceOf(f.Model); err != nil {
		return fmt.Errorf("gplib: %w", err)
	}
	f.Screen()
	return nil
}

func (l *lbfgs) Run(s *Start) (*End, error) {
	space, err := s.Space()
	if err != nil {
		return nil, fmt.Errorf("gplib: %w", err)
	}
	d := &descent{Start: s, objective: l.Objective, space: space, status: Stalled}
	return d.run()
}

// descent is the run from one start.
type descent struct {
	*Start
	objective Objective
	space     *optim.Space
	// at, value, grad and err are the last evaluation; above limit the gradient may
	// have been left out.
	at, grad     []float64
	value, limit float64
	err          error
	flat         int // iterations in a row that hardly lowered the value
	status       Status
	stop         bool // status was set by this descent
}

func (d *descent) run() (*End, error) {
	u := d.space.Start()
	d.evaluate(u)
	if d.err != nil {
		return d.startFailed(u)
	}
	d.visit(u, d.value, d.grad)
	if !d.stop {
		d.minimise(u)
	}
	end := d.End(d.status)
	if slope := d.steps[d.best].GradNorm; d.status == Stalled && slope > flatSlope*math.Max(1, math.Abs(end.Value)) {
		end.Warnings = append(end.Warnings, fmt.Sprintf("no step lowers the value any more, though its largest derivative is %.3g: "+
			"this is no minimum; try gplib.Standardised, or another start (Model.Set with Settings.OwnStart, Settings.Restarts)", slope))
	}
	return end, nil
}

// furthest is the largest change of a parameter in the first trial of a step.
const furthest = 3

// minimise takes steps from u, which was visited, until a rule ends them or none is
// possible.
func (d *descent) minimise(u []float64) {
	q := optim.QuasiNewton{F: &smooth{d, math.Inf(1)}, Furthest: furthest, Stop: d.interrupted}
	for ok := q.Begin(u); ok && !d.interrupted() && q.Next(); {
		d.visit(q.X, q.Value, q.Grad)
		if len(d.steps) == lookAfter+1 && !d.interrupted() {
			d.lookAround(&q)
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
		Warnings: []string{"the first evaluation was given up: the parameters are those of the start"},
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
func (d *descent) visit(u []float64, value float64, grad []float64) {
	const patience = 3
	if d.lowest-value > 1e-9*math.Max(1, math.Abs(value)) {
		d.flat = 0
	} else {
		d.flat++
	}
	step := Step{Value: value, Theta: d.space.Natural(u), GradNorm: floats.Norm(grad, math.Inf(1))}
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
