package inducing

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Rules are the stopping rules of learners that move inducing points and
// hyper-parameters, such as [Subset] and [Continuous]. A fit goes through
// epochs: the choice of points, then a phase of L-BFGS. The zero value is the
// default.
//
// [gplib.Settings] add theirs: Tol is the relative decrease of the objective
// over an epoch that counts as none (1e-4), MaxIter caps the iterations of all
// phases together (500), Restarts is the number of further starts, each
// with hyper-parameters drawn around the model's own and a choice of points of
// its own.
type Rules struct {
	// Phase is the number of L-BFGS iterations in an epoch; 0 is the
	// learner's default.
	Phase int
	// Patience is the number of epochs in a row without a decrease that end
	// the fit; 0 is 3 where points are chosen anew in each epoch and 1 where
	// not.
	Patience int
}

// or is the rules with defaults where they say nothing.
func (r Rules) or(defaults Rules) Rules {
	if r.Phase == 0 {
		r.Phase = defaults.Phase
	}
	if r.Patience == 0 {
		r.Patience = defaults.Patience
	}
	return r
}

const (
	defaultTol     = 1e-4
	defaultMaxIter = 500
	defaultSize    = 100
)

// fit is one call of a learner's Fit.
type fit struct {
	ctx      context.Context
	model    gplib.Model
	data     gplib.Data
	settings gplib.Settings
	rules    Rules
	names    []string
	rng      *rand.Rand
	began    time.Time
	restart  int
	steps    []gplib.Step // of the present start
	best     *start       // of all starts
	observed error        // from Observe
}

// arrival is what an epoch ended with: hyper-parameters and points, and the
// objective there.
type arrival struct {
	model     gplib.Model
	points    cov.Inputs
	value     float64
	objective string // its name
	warnings  []string
}

// arrivalAt is what a phase ended with.
func arrivalAt(m gplib.Model, points cov.Inputs, phase *gplib.Result) *arrival {
	return &arrival{m, points, phase.Value, phase.Trace.Objective, phase.Warnings}
}

// start is what one start went through, and the best of its arrivals.
type start struct {
	*arrival
	steps  []gplib.Step
	status gplib.Status
}

func newFit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings, r Rules) (*fit, error) {
	if ctx == nil {
		return nil, errors.New("inducing: Fit: ctx is nil; context.Background() is one")
	}
	f := &fit{ctx: ctx, model: m, data: d, rules: r, began: time.Now()}
	if s != nil {
		f.settings = *s
	}
	if err := d.Check(); err != nil {
		return nil, fmt.Errorf("inducing: %w", err)
	}
	if err := m.Check(d.X); err != nil {
		return nil, fmt.Errorf("inducing: %w", err)
	}
	if err := f.defaults(); err != nil {
		return nil, err
	}
	for _, p := range m.Params() {
		f.names = append(f.names, p.Name)
	}
	return f, nil
}

func (f *fit) defaults() error {
	s := &f.settings
	if err := s.Check(); err != nil {
		return err
	}
	if f.rules.Phase < 0 || f.rules.Patience < 0 {
		return fmt.Errorf("inducing: Rules is %+v; neither may be negative", f.rules)
	}
	if s.MaxIter == 0 {
		s.MaxIter = defaultMaxIter
	}
	if s.Tol == 0 {
		s.Tol = defaultTol
	}
	f.rng = random(s.Src)
	return nil
}

// epoch chooses points and moves from m to a better model.
type epoch func(m gplib.Model) (*arrival, error)

// starts runs epochs from the model and from random parameters. begin returns
// the epochs of one start.
func (f *fit) starts(begin func() epoch) error {
	for f.restart = range f.settings.Restarts + 1 {
		m := f.model
		if f.restart > 0 {
			m = f.model.Perturbed(1, f.rng)
		}
		f.steps = nil
		s, err := f.descend(m, begin())
		if err != nil && f.restart == 0 {
			return err
		}
		if err == nil && (f.best == nil || s.value < f.best.value) {
			f.best = s
		}
		if status, stop := f.interrupted(); stop && status != gplib.IterationLimit {
			f.best.status = status
			return nil
		}
	}
	return nil
}

// descend goes through epochs until a rule ends them. An epoch that fails
// after the first ends them too.
func (f *fit) descend(m gplib.Model, next epoch) (*start, error) {
	s := &start{}
	for idle := 0; idle < f.rules.Patience; {
		at, err := next(m)
		if err != nil {
			if s.arrival == nil {
				return nil, err
			}
			s.status = gplib.Stalled
			break
		}
		if s.arrival == nil || s.value-at.value > f.settings.Tol*math.Abs(at.value) {
			idle = 0
		} else {
			idle++
		}
		if s.arrival == nil || at.value < s.value {
			s.arrival = at
		}
		m = at.model
		var stop bool
		if s.status, stop = f.interrupted(); stop {
			break
		}
	}
	s.steps = f.steps
	return s, nil
}

// interrupted tells whether the fit must end, and why.
func (f *fit) interrupted() (gplib.Status, bool) {
	switch {
	case f.observed != nil || f.ctx.Err() != nil:
		return gplib.Cancelled, true
	case f.settings.Runtime > 0 && time.Since(f.began) >= f.settings.Runtime:
		return gplib.RuntimeLimit, true
	case f.iterations() >= f.settings.MaxIter:
		return gplib.IterationLimit, true
	}
	return gplib.Converged, false
}

// iterations is the number of steps after the starting point.
func (f *fit) iterations() int { return max(0, len(f.steps)-1) }

// phase moves the parameters of m by L-BFGS on an objective. observe sees
// its steps, the first at m. The result has no posterior.
func (f *fit) phase(o gplib.Objective, m gplib.Model, observe func(gplib.Step) error) (*gplib.Result, error) {
	settings := &gplib.Settings{
		MaxIter: min(f.rules.Phase, max(1, f.settings.MaxIter-f.iterations())),
		Src:     rand.NewPCG(1, 2),
		Observe: observe,
	}
	if f.settings.Runtime > 0 {
		settings.Runtime = max(1, f.settings.Runtime-time.Since(f.began))
	}
	unconditioned := func(gplib.Model, gplib.Data) (gplib.Posterior, error) { return nil, nil }
	result, err := gplib.LBFGS{Objective: o, Condition: unconditioned}.Fit(f.ctx, m, f.data, settings)
	if result != nil { // err is what observe returned, which record keeps
		return result, nil
	}
	return nil, err
}

// record adds a step of a phase to the trace and shows it to the observer.
func (f *fit) record(s gplib.Step, monitors ...gplib.Monitor) error {
	s.Iter, s.Restart, s.Elapsed = len(f.steps), f.restart, time.Since(f.began)
	s.Names, s.Monitors = f.names, monitors
	f.steps = append(f.steps, s)
	if f.settings.Observe != nil {
		f.observed = f.settings.Observe(s)
	}
	return f.observed
}

// result is the learner's answer from the best start.
func (f *fit) result(method string, p gplib.Posterior) (*gplib.Result, error) {
	s := f.best
	return &gplib.Result{
		Method: method, Model: s.model, Posterior: p, Value: s.value,
		Trace:  gplib.Trace{Objective: s.objective, Steps: s.steps},
		Status: s.status, Warnings: f.warnings(p), Elapsed: time.Since(f.began),
	}, f.observed
}

// warnings are those of the last phase, and jitter that was added.
func (f *fit) warnings(p gplib.Posterior) []string {
	w := f.best.warnings
	if j, ok := p.(interface{ Jitter() float64 }); ok && j.Jitter() > 0 {
		w = append(w, fmt.Sprintf("jitter of %.3g was added to the diagonal of the covariance matrix", j.Jitter()))
	}
	return w
}

// choose selects points for m. A fit that is cancelled before it has any gets
// random ones.
func choose(f *fit, by Selector, m gplib.Model, size int) (*Selection, error) {
	selection, err := by.Select(f.ctx, m, f.data, size, f.rng)
	if err != nil && f.ctx.Err() != nil && f.steps == nil {
		return Random{}.Select(context.WithoutCancel(f.ctx), m, f.data, size, f.rng)
	}
	return selection, err
}

// sizeFor is the number of inducing points for n observations.
func sizeFor(size, n int) (int, error) {
	switch {
	case size == 0:
		return min(defaultSize, n), nil
	case size < 0 || size > n:
		return 0, fmt.Errorf("inducing: Size is %d; it must lie in [1, %d], the number of points", size, n)
	}
	return size, nil
}

// jitterFor is ε of a fit, one constant throughout: 1e-6 times the mean
// prior variance at the start where none is given.
func jitterFor(jitter float64, m gplib.Model, d gplib.Data) float64 {
	if jitter != 0 {
		return jitter
	}
	diag := make([]float64, d.Len())
	m.Cov.Diag(diag, d.X)
	return relativeJitter * stat.Mean(diag, nil)
}

// steady is a sparse objective that remembers the trace bound of its last
// evaluation.
type steady struct {
	Sparse
	bound float64
}

func (s *steady) Eval(m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	value, bound, err := s.evaluate(m, d, grad, nil)
	s.bound = bound
	return value, err
}

func (s *steady) monitors(epoch int) []gplib.Monitor {
	return []gplib.Monitor{
		{Name: "epoch", Value: float64(epoch)},
		{Name: "trace bound", Value: s.bound},
		{Name: "inducing points", Value: float64(s.Points.Len())},
	}
}
