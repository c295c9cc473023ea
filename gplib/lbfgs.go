package gplib

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"krigo/gplib/optim"
)

// LBFGS is the learner that minimises an objective by the limited-memory
// method of Broyden, Fletcher, Goldfarb and Shanno (Nocedal and Wright 2006,
// section 7.2), on the transformed scale of the parameters and inside their
// bounds.
//
// It stops where the largest derivative is at most Tol·max(1, |value|), with
// Tol 1e-5 by default, or three iterations in a row lower the value by a part
// of less than 1e-9; MaxIter is 200 by default. Further starts are drawn
// around the model's own, with a standard deviation of 1.5 in the logarithm
// of positive parameters. Where no line search finds a decrease though the
// gradient is far from 0, as at a kink of the objective, the simplex method of
// Nelder and Mead goes on from there.
//
// With 1000 observations or more, a fit whose context is cancelled waits for
// nothing: the evaluation that runs is given up, and the exact posterior is
// factorised at its first use. Where that was the first evaluation, the result
// has the parameters of the model, no steps and the value NaN.
type LBFGS struct {
	// Objective is what to minimise; nil is [LML]. Where the model has
	// priors it is [MAP] of this one.
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
	f, err := l.start(ctx, m, d, s)
	if err != nil {
		return nil, err
	}
	var best *descent
	for restart := range f.settings.Restarts + 1 {
		run := f.descend(restart)
		if best == nil || run.best.Value < best.best.Value {
			best = run
		}
		if f.stopped(run) {
			best.status, best.observed = run.status, run.observed
			break
		}
	}
	if len(best.steps) == 0 && !best.givenUp {
		return nil, best.failure()
	}
	return f.result(best)
}

// fitting is what the starts of one Fit share.
type fitting struct {
	ctx       context.Context
	objective Objective
	condition func(m Model, d Data) (Posterior, error)
	model     Model
	data      Data
	settings  Settings
	space     *optim.Space
	names     []string
	rng       *rand.Rand
	began     time.Time
}

func (l LBFGS) start(ctx context.Context, m Model, d Data, s *Settings) (*fitting, error) {
	if ctx == nil {
		return nil, errors.New("gplib: Fit: ctx is nil; context.Background() is one")
	}
	f := &fitting{ctx: ctx, objective: l.Objective, condition: l.Condition, model: m, data: d, began: time.Now()}
	if f.objective == nil {
		f.objective = LML{}
	}
	if m.hasPriors() {
		f.objective = MAP{f.objective}
	}
	if s != nil {
		f.settings = *s
	}
	if err := m.checkAll(d); err != nil {
		return nil, err
	}
	if err := f.defaults(); err != nil {
		return nil, err
	}
	space, err := optim.NewSpace(m.Params())
	if err != nil {
		return nil, fmt.Errorf("gplib: %w", err)
	}
	f.space, f.names = space, paramNames(m.Params())
	return f, nil
}

func (f *fitting) defaults() error {
	s := &f.settings
	switch {
	case s.MaxIter < 0:
		return fmt.Errorf("gplib: Settings.MaxIter is %d", s.MaxIter)
	case s.Restarts < 0:
		return fmt.Errorf("gplib: Settings.Restarts is %d", s.Restarts)
	case s.Runtime < 0:
		return fmt.Errorf("gplib: Settings.Runtime is %v", s.Runtime)
	case s.Tol < 0 || math.IsNaN(s.Tol):
		return fmt.Errorf("gplib: Settings.Tol is %v", s.Tol)
	}
	if s.MaxIter == 0 {
		s.MaxIter = 200
	}
	if s.Tol == 0 {
		s.Tol = 1e-5
	}
	if s.Src == nil {
		s.Src = rand.NewPCG(1, 2)
	}
	f.rng = rand.New(s.Src)
	return nil
}

// stopped tells whether further starts are called off after run.
func (f *fitting) stopped(run *descent) bool {
	return run.observed != nil || run.status == Cancelled || run.status == RuntimeLimit
}

// startAt returns the coordinates of a start: the model's own values, or a
// random draw around them.
func (f *fitting) startAt(restart int) []float64 {
	u := f.space.Start()
	if restart > 0 {
		for j := range u {
			u[j] += 1.5 * f.rng.NormFloat64()
		}
	}
	return u
}

// descent is the run from one start. gonum's optimize calls it.
type descent struct {
	*fitting
	restart int
	// at, value, grad and err are the last evaluation.
	at, grad []float64
	value    float64
	err      error
	steps    []Step
	best     Step
	bestU    []float64
	flat     int  // iterations in a row that hardly lowered the value
	patience int  // the flat iterations that end the descent
	simplex  bool // the fallback was used
	status   Status
	stop     bool  // status was set by this descent
	started  bool  // optimize has shown its starting point
	givenUp  bool  // the evaluation at the start, by cancelling
	observed error // from Observe
}

func (f *fitting) descend(restart int) *descent {
	d := &descent{fitting: f, restart: restart, best: Step{Value: math.Inf(1)}, status: Stalled, patience: 3}
	u := f.startAt(restart)
	d.evaluate(u)
	if d.err != nil {
		d.startFailed(u)
		return d
	}
	d.visit(u, d.value, d.grad)
	if d.stop {
		return d
	}
	problem := optimize.Problem{Func: d.function, Grad: d.gradient, Status: d.interrupt}
	settings := &optimize.Settings{Converger: d, GradientThreshold: math.NaN()}
	// The error repeats what the status says: where no decrease is found,
	// the line search fails.
	_, _ = optimize.Minimize(problem, u, settings, &optimize.LBFGS{})
	if d.stalledOnASlope() {
		d.fallBack(problem, settings)
	}
	return d
}

// startFailed records why there is no value at the start u. One that was given
// up is still where the fit came to.
func (d *descent) startFailed(u []float64) {
	if !errors.Is(d.err, d.ctx.Err()) {
		return
	}
	d.best, d.bestU, d.givenUp = Step{Value: math.NaN(), Theta: d.space.Natural(u)}, u, true
	d.finish(Cancelled)
}

func (d *descent) function(u []float64) float64 {
	d.evaluate(u)
	return d.value
}

func (d *descent) gradient(grad, u []float64) {
	d.evaluate(u)
	copy(grad, d.grad)
}

// evaluate computes value and gradient at u, once. A point where the
// objective fails has the value +Inf, so that the line search avoids it.
func (d *descent) evaluate(u []float64) {
	if d.at != nil && floats.Equal(d.at, u) {
		return
	}
	d.at = append(d.at[:0], u...)
	theta := d.space.Natural(u)
	natural := make([]float64, len(theta))
	d.grad = make([]float64, len(u))
	d.value, d.err = d.eval(d.model.With(theta), natural)
	if d.err == nil && !finite(d.value, natural) {
		d.err = fmt.Errorf("gplib: %s is %v with the gradient %v", d.objective.Name(), d.value, natural)
	}
	if d.err != nil {
		d.value = math.Inf(1)
		return
	}
	d.space.Chain(d.grad, natural, u)
}

// eval waits for no long evaluation once ctx has ended.
func (d *descent) eval(m Model, grad []float64) (float64, error) {
	if d.data.Len() >= abandonable && stateless(d.objective) {
		return evalUntil(d.ctx, d.objective, m, d.data, grad)
	}
	return d.objective.Eval(m, d.data, grad)
}

func finite(value float64, grad []float64) bool {
	sum := value
	for _, g := range grad {
		sum += g
	}
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// interrupt is asked by optimize after each evaluation.
func (d *descent) interrupt() (optimize.Status, error) {
	switch {
	case d.stop:
	case d.ctx.Err() != nil:
		d.finish(Cancelled)
	case d.settings.Runtime > 0 && time.Since(d.began) > d.settings.Runtime:
		d.finish(RuntimeLimit)
	default:
		return optimize.NotTerminated, nil
	}
	return optimize.MethodConverge, nil
}

func (d *descent) finish(s Status) { d.status, d.stop = s, true }

// Init implements optimize.Converger.
func (d *descent) Init(int) {}

// Converged implements optimize.Converger: it is called after each iteration,
// in the goroutine of Fit, and before the first one, which descend visited.
func (d *descent) Converged(loc *optimize.Location) optimize.Status {
	if d.started {
		d.evaluate(loc.X) // the simplex method has no gradient at loc
		d.visit(loc.X, loc.F, d.grad)
	}
	d.started = true
	status, _ := d.interrupt()
	return status
}

// visit records an iteration, shows it to the observer and applies the
// stopping rule.
func (d *descent) visit(u []float64, value float64, grad []float64) {
	step := d.step(u, value, grad)
	d.record(step, u)
	if d.settings.Observe != nil {
		d.observed = d.settings.Observe(step)
	}
	switch {
	case d.observed != nil || d.ctx.Err() != nil:
		d.finish(Cancelled)
	case step.GradNorm <= d.settings.Tol*math.Max(1, math.Abs(value)) || d.flat >= d.patience:
		d.finish(Converged)
	case step.Iter >= d.settings.MaxIter:
		d.finish(IterationLimit)
	}
}

func (d *descent) step(u []float64, value float64, grad []float64) Step {
	s := Step{
		Iter:    len(d.steps),
		Restart: d.restart,
		Value:   value,
		Theta:   d.space.Natural(u),
		Names:   d.names,
		Elapsed: time.Since(d.began),
	}
	if len(grad) > 0 {
		s.GradNorm = floats.Norm(grad, math.Inf(1))
	}
	return s
}

func (d *descent) record(s Step, u []float64) {
	if d.best.Value-s.Value > 1e-9*math.Max(1, math.Abs(s.Value)) {
		d.flat = 0
	} else {
		d.flat++
	}
	d.steps = append(d.steps, s)
	if len(d.steps) == 1 || s.Value < d.best.Value {
		d.best, d.bestU = s, append([]float64(nil), u...)
	}
}

func (d *descent) failure() error {
	if d.err != nil {
		return d.err
	}
	return fmt.Errorf("gplib: %s could not be minimised from %v", d.objective.Name(), d.model)
}

func (f *fitting) result(d *descent) (*Result, error) {
	learned := f.model.With(d.best.Theta)
	posterior, warnings, err := f.posterior(learned)
	if err != nil {
		return nil, err
	}
	if d.givenUp {
		warnings = append(warnings, "the first evaluation was given up: the parameters are those of the start")
	}
	return &Result{
		Method:    d.method(),
		Model:     learned,
		Posterior: posterior,
		Value:     d.best.Value,
		Trace:     Trace{Objective: f.objective.Name(), Steps: d.steps},
		Status:    d.status,
		Warnings:  append(f.boundWarnings(d.bestU), warnings...),
		Elapsed:   time.Since(f.began),
	}, d.observed
}

// posterior conditions the learned model. Where the fit was cancelled and that
// takes long, it is put off to the posterior's first use.
func (f *fitting) posterior(learned Model) (p Posterior, warnings []string, err error) {
	switch {
	case f.condition != nil:
		p, err = f.condition(learned, f.data)
	case f.ctx.Err() != nil && f.data.Len() >= abandonable:
		p, err = ConditionLater(learned, f.data)
		return p, []string{"the posterior is computed at the first prediction"}, err
	default:
		p, err = Condition(learned, f.data)
	}
	if err != nil {
		return nil, nil, err
	}
	return p, jitterWarnings(p), nil
}

func (f *fitting) boundWarnings(u []float64) []string {
	var warnings []string
	ps, theta := f.model.Params(), f.space.Natural(u)
	for _, i := range f.space.AtBounds(u) {
		p := ps[i]
		warnings = append(warnings, fmt.Sprintf("%s = %.4g lies at a bound of [%.4g, %.4g]", p.Name, theta[i], p.Min, p.Max))
	}
	return warnings
}

// jitterWarnings tells of the jitter of posteriors that have one.
func jitterWarnings(p Posterior) []string {
	e, ok := p.(interface{ Jitter() float64 })
	if !ok || e.Jitter() == 0 {
		return nil
	}
	return []string{fmt.Sprintf("jitter of %.3g was added to the diagonal of the covariance matrix", e.Jitter())}
}
