package gplib

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"krigo/gplib/cov"
	"krigo/gplib/optim"
	"krigo/gplib/parallel"
	"krigo/gplib/param"
	"krigo/internal/words"
)

// Method is the mathematics of a learner. [Learn] does the rest of a fit: checks, seeds, restarts,
// the clock, cancellation, the trace, Observe, warnings, the posterior and the Result.
//
//	func (l MyLearner) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
//		return gplib.Learn(ctx, l, m, d, s)
//	}
type Method interface {
	// Begin is called once, before the starts. It sets f.Name and f.Objective
	// and the defaults of f.Settings, checks the method's own options and
	// prepares what all starts share.
	Begin(f *Fitting) error
	// Run goes from one start until a rule of the method or s ends it. Most
	// methods return s.End. An error without an End is a start that failed;
	// one with an End calls off further starts and is returned with the result.
	Run(s *Start) (*End, error)
}

// Fitting is the state that the starts of one fit share.
type Fitting struct {
	Ctx context.Context
	// Model is the argument of Fit; Begin may change its parameters.
	Model Model
	Data  Data
	// Settings is the argument of Fit; Begin fills in defaults.
	Settings Settings
	// RNG is the generator of Begin and of the first start.
	RNG *rand.Rand
	// Name is Result.Method and Objective Trace.Objective.
	Name, Objective string
	// Starts is the number of starts, Settings.Restarts + 1 unless Begin says
	// otherwise.
	Starts int
	// LastIter is the largest possible Step.Iter of a start, where that is not
	// Settings.MaxIter; it is negative where it is unknown.
	LastIter int
	// Together reports whether starts may run at the same time: they share nothing that
	// Run changes, and are so small that one thread of the system's BLAS for each is
	// faster.
	Together bool
	// Warnings holds the result's findings that do not depend on the start; the engine
	// makes warnings and notes of them.
	Warnings Findings
	// Condition makes the posterior of the model at other parameters, if it depends on
	// nothing else; nil makes the exact posterior in O(n³) time. [Result.At] keeps it
	// and its captured data.
	Condition func(m Model) (p Posterior, found Findings, err error)
	// Exact reports that the posteriors of Condition are exact, so that an exact process of some of the rows is no
	// baseline for them.
	Exact bool

	rows     []int        // of Data among the caller's; nil where they are the same
	starts   []namedStart // where the first starts begin, of Screen or compare
	compared *comparison  // nil where no starts were compared
	units    units
	seed     [2]uint64
	began    time.Time
	observed error    // from Observe
	part     *Part    // Settings.Part, which fits inside this one do not have
	inside   bool     // another fit, which does the check-up
	given    Model    // the argument of Fit
	running  *Running // nil before the starts
}

// End is the outcome of a start.
type End struct {
	Status Status
	// Model is the learned model, and Value the objective there.
	Model Model
	Value float64
	// Score ranks the starts; the lowest is kept.
	Score float64
	// Name and Objective, where not empty, replace the fit's.
	Name, Objective string
	Warnings        Findings
	// Bounds, where not nil, are the parameters at their learned values with
	// the bounds that the method kept them in.
	Bounds []cov.Param
	// HeldOut reports whether held-out rows chose the model, so that more parameters
	// than observations do no harm.
	HeldOut bool
	// Finish, where not nil, is called for the kept start only. It may change the
	// End.
	Finish func(e *End) error
	// Posterior, where not nil, conditions the learned model instead of
	// [Fitting].Condition. Where it depends on more than the parameters, steps are
	// recorded by [Start.RecordAt].
	Posterior func(learned Model) (p Posterior, found Findings, err error)
}

// Learn fits m to d by a method. Further starts are drawn as [Settings].Restarts says,
// each with a generator of its own. They run on all processors where the method allows
// it and Observe is nil, else one after another; the result is the same.
func Learn(ctx context.Context, method Method, m Model, d Data, s *Settings) (*Result, error) {
	f, err := prepare(ctx, method, m, d, s)
	if err != nil {
		return nil, err
	}
	return f.run(method)
}

// FirstStart returns the first start of the fit that [Learn] would run, to inspect a
// method without running it.
func FirstStart(ctx context.Context, method Method, m Model, d Data, s *Settings) (*Start, error) {
	f, err := prepare(ctx, method, m, d, s)
	if err != nil {
		return nil, err
	}
	return f.start(0), nil
}

// prepare checks the arguments of a fit on data and begins it.
func prepare(ctx context.Context, method Method, m Model, d Data, s *Settings) (*Fitting, error) {
	m = m.namedBy(d.X)
	f, err := newFitting(ctx, m, d, s)
	if err != nil {
		return nil, err
	}
	if err := checkLik(method, m); err != nil {
		return nil, err
	}
	if err := m.checkAny(d); err != nil {
		return nil, err
	}
	if !f.Settings.KeepCopies && !m.isDiscrete() {
		var found Findings
		if f.Data, found = d.WithoutCopies(); found != nil {
			f.rows = d.Distinct()
		}
		f.Warnings = append(f.Warnings, found...)
	}
	f.ScaleTo(f.Data)
	if err := method.Begin(f); err != nil {
		return nil, err
	}
	return f, nil
}

// ScaleTo scales the bounds not set by the user to d, as [Model.ParamsFor] does. Learn
// has done so for the data of the fit.
func (f *Fitting) ScaleTo(d Data) { f.units = unitsOf(f.Model.meanFromData(d), d) }

// Params lists the parameters of m, which is the fit's model at some values, with
// the bounds that the fit keeps them in.
func (f *Fitting) Params(m Model) []cov.Param { return f.units.bound(m.Params()) }

// LearnRows does [Learn] for a method that has its own rows, such as those of a reader:
// the method checks them, and that the model can take them.
func LearnRows(ctx context.Context, method Method, m Model, s *Settings) (*Result, error) {
	f, err := newFitting(ctx, m, Data{}, s)
	if err != nil {
		return nil, err
	}
	if err := checkLik(method, m); err != nil {
		return nil, err
	}
	if err := method.Begin(f); err != nil {
		return nil, err
	}
	return f.run(method)
}

// RowsLike describes the rows of a reader, for a method of [LearnRows]: x holds zero
// points with their names and units, or is nil. The posterior takes its data from x, so
// that it can check the points to predict at. Begin calls it.
func (f *Fitting) RowsLike(x cov.Inputs) {
	if x == nil {
		return
	}
	f.Data.X = x
	f.Model = f.Model.namedBy(x)
}

func newFitting(ctx context.Context, m Model, d Data, s *Settings) (*Fitting, error) {
	if ctx == nil {
		return nil, errors.New("gplib: Fit: ctx is nil; context.Background() is one")
	}
	f := &Fitting{Ctx: ctx, Model: m, given: m, Data: d, began: time.Now()}
	if s != nil {
		f.Settings = *s
		f.part, f.Settings.Part = s.Part, nil
		f.inside, f.Settings.inside = s.inside, false
	}
	if err := f.Settings.Check(); err != nil {
		return nil, err
	}
	f.Starts = f.Settings.Restarts + 1
	f.seeds()
	return f, nil
}

// seeds takes two words of the source, which seed further starts; the first
// start sees them again.
func (f *Fitting) seeds() {
	src := optim.Source(f.Settings.Src)
	f.seed = [2]uint64{src.Uint64(), src.Uint64()}
	f.RNG = rand.New(&replayed{slices.Clone(f.seed[:]), src})
}

// replayed is a source that repeats the words already taken from its beginning.
type replayed struct {
	words []uint64
	rest  rand.Source
}

func (r *replayed) Uint64() uint64 {
	if len(r.words) == 0 {
		return r.rest.Uint64()
	}
	next := r.words[0]
	r.words = r.words[1:]
	return next
}

// Default fills in settings that are 0.
func (f *Fitting) Default(maxIter int, tol float64) {
	if f.Settings.MaxIter == 0 {
		f.Settings.MaxIter = maxIter
	}
	if f.Settings.Tol == 0 {
		f.Settings.Tol = tol
	}
}

// Elapsed returns the wall time since Fit began.
func (f *Fitting) Elapsed() time.Duration { return time.Since(f.began) }

// Interrupted reports whether the fit must end: its context has ended, Observe
// has returned an error or the time is up. The status says why.
func (f *Fitting) Interrupted() (Status, bool) {
	switch {
	case f.observed != nil || f.Ctx.Err() != nil:
		return Cancelled, true
	case f.Settings.Runtime > 0 && f.Elapsed() >= f.Settings.Runtime:
		return RuntimeLimit, true
	}
	return Converged, false
}

// Within returns the settings of a fit inside this one, which has the remaining time,
// starts at the parameters of its model, keeps all rows, and leaves the check-up of data and
// model to this one.
func (f *Fitting) Within(maxIter int) *Settings {
	s := &Settings{MaxIter: maxIter, OwnStart: true, KeepCopies: true, inside: true}
	if f.Settings.Runtime > 0 {
		s.Runtime = max(1, f.Settings.Runtime-f.Elapsed())
	}
	return s
}

// HoldMean fixes the parameters of the mean function, for a method that does
// not learn them. Those that were free are noted.
func (f *Fitting) HoldMean() {
	if f.Model.Mean == nil {
		return
	}
	for _, p := range f.Model.Mean.Params() {
		if !p.Fixed {
			f.Warnings = append(f.Warnings, Finding{
				Code: "not-learned", Param: p.Name,
				Found: p.Name + " is not learned", Means: "it is held at " + words.Number(p.Value, 4),
			})
		}
	}
	f.Model = f.Model.HoldingMean()
}

// run runs the starts of the method, makes the result of the best and notifies the
// observers.
func (f *Fitting) run(method Method) (r *Result, err error) {
	f.announce()
	returned := false
	defer func() {
		if !returned {
			err = ErrPanicked
		}
		f.running.end(r, err)
	}()
	r, err = f.runStarts(method)
	returned = true
	return r, err
}

func (f *Fitting) runStarts(method Method) (*Result, error) {
	all := f.runAll(method)
	if f.part.reports() {
		return nil, f.part.report(all)
	}
	best, failure := f.best(all)
	switch {
	case best != nil:
		f.interruptedBy(all, best)
		return f.result(all, best, failure)
	case f.observed != nil:
		return nil, f.observed
	}
	for _, s := range all {
		if s != nil {
			return nil, s.err
		}
	}
	return nil, fmt.Errorf("gplib: Fit: there is no start %d of %d", f.part.Start, f.Starts)
}

// runAll runs the starts, or the one that Settings.Part selects: at the same time where that is
// allowed and Observe is nil. Later starts are nil where the fit is interrupted, or one before
// them has failed for good.
func (f *Fitting) runAll(method Method) []*Start {
	numbers := f.part.numbers(f.Starts)
	all := make([]*Start, len(numbers))
	var over atomic.Bool
	parallel.Each(len(all), f.Together && f.Settings.Observe == nil, func(i int) {
		if _, stop := f.Interrupted(); i > 0 && (stop || over.Load()) {
			return
		}
		s := f.start(numbers[i])
		s.end, s.err = method.Run(s)
		if s.end != nil && s.err != nil {
			over.Store(true)
		}
		all[i] = s
	})
	return all
}

// best returns the start that ended lowest. failure is the error that came with an
// End. Starts that failed are warnings.
func (f *Fitting) best(starts []*Start) (best *Start, failure error) {
	_, stopped := f.Interrupted()
	for _, s := range starts {
		switch {
		case s == nil || s.end == nil && stopped:
		case s.end == nil:
			f.Warnings = append(f.Warnings, Finding{Code: "start-failed", Found: fmt.Sprintf("start %d failed", s.Number), Means: s.err.Error()})
		default:
			failure = cmp.Or(failure, s.err)
			if best == nil || s.end.Score < best.end.Score || math.IsNaN(best.end.Score) {
				best = s
			}
		}
	}
	return best, failure
}

// interruptedBy gives the best start the status of the interruption.
func (f *Fitting) interruptedBy(starts []*Start, best *Start) {
	if f.observed != nil {
		best.end.Status = Cancelled
	}
	for _, s := range starts {
		if s == nil {
			if status, stop := f.Interrupted(); stop {
				best.end.Status = status
			}
		} else if s.end != nil && (s.end.Status == Cancelled || s.end.Status == RuntimeLimit) {
			best.end.Status = s.end.Status
		}
	}
}

// result returns the answer from s, the best of the starts that ran.
func (f *Fitting) result(ran []*Start, s *Start, failure error) (*Result, error) {
	e := s.end
	before := *e
	if f.part != nil && f.part.Ended != nil {
		before = s.endElsewhere(f.part.Ended)
	}
	p, found, err := f.finish(e)
	if err != nil {
		return nil, errors.Join(f.observed, failure, err)
	}
	if len(s.steps) == 0 && !math.IsNaN(e.Value) {
		s.Record(Step{Value: e.Value, Theta: e.Model.Theta()})
	}
	if e.Bounds == nil {
		e.Bounds = f.Params(e.Model)
	}
	found = append(found, f.examined(ran, s, p)...)
	r := &Result{
		Method: cmp.Or(e.Name, f.Name), Model: e.Model, Posterior: p, Value: e.Value, Status: e.Status,
		Trace:   Trace{Objective: cmp.Or(e.Objective, f.Objective), Steps: s.steps},
		Starts:  f.records(ran, s),
		Elapsed: f.Elapsed(),
	}
	r.Report(slices.Concat(f.Warnings, e.Warnings, found)...)
	r.past = s.past(&before, r)
	return r, cmp.Or(f.observed, failure)
}

// examined returns the findings about the end of s, the best of the starts that ran, and about its
// posterior, which is nil where the method makes none.
func (f *Fitting) examined(ran []*Start, s *Start, p Posterior) Findings {
	if p == nil {
		return atBounds(s.end.Bounds, f.given, nil)
	}
	m := s.end.Model
	idle := m.idleInputs(p.Data())
	if _, stop := f.Interrupted(); stop || f.inside {
		return atBounds(s.end.Bounds, f.given, idle)
	}
	idle = withoutEffect(p, idle)
	found := append(m.irrelevant(m.wholeCodes(p.Data(), idle)), atBounds(s.end.Bounds, f.given, idle)...)
	return slices.Concat(found, f.checked(m, p, s.end.HeldOut).checkup(), f.outdone(p), f.undecided(ran, s))
}

// checked returns a model and its posterior for the check-up.
func (f *Fitting) checked(m Model, p Posterior, heldOut bool) *checked {
	c := &checked{m: m, d: p.Data(), p: p, heldOut: heldOut}
	if c.d.Len() == len(f.rows) {
		c.rows = f.rows
	}
	if c.free() <= outlierLearn {
		c.relearn = func(m Model, d Data) Model {
			r, err := LBFGS{Condition: Unconditioned}.Fit(f.Ctx, m, d, f.Within(outlierDescents))
			if err != nil {
				return m
			}
			return r.Model
		}
	}
	return c
}

// finish completes the End and conditions its model. After a cancelled fit, a long
// factorisation is deferred to the posterior's first use.
func (f *Fitting) finish(e *End) (p Posterior, found Findings, err error) {
	if e.Finish != nil {
		if err := e.Finish(e); err != nil {
			return nil, nil, err
		}
	}
	switch {
	case e.Posterior != nil:
		p, found, err = e.Posterior(e.Model)
	case f.Condition != nil:
		p, found, err = f.Condition(e.Model)
	default:
		p, found, err = f.condition(e.Model)
	}
	if err != nil {
		return nil, nil, err
	}
	return p, append(found, jitterOf(p)...), nil
}

// long is the number of observations from which an evaluation, or a posterior, takes
// so long that an interrupt should not wait for its end.
const long = 1000

// patience returns the context of computations that take O(n³) time: short ones end by
// themselves.
func (f *Fitting) patience() context.Context {
	if f.Data.Len() < long {
		return context.Background()
	}
	return f.Ctx
}

// condition returns the exact posterior of m, factorised unless the fit is cancelled.
func (f *Fitting) condition(m Model) (Posterior, Findings, error) {
	ctx := f.patience()
	p, err := conditionContext(ctx, m, f.Data)
	if err == nil || ctx.Err() == nil {
		return p, nil, err
	}
	p, err = ConditionLater(m, f.Data)
	return p, Findings{{Code: "posterior-later", Found: "the posterior is computed at the first prediction"}}, err
}

// jitterOf warns of the jitter of posteriors that are already factorised.
func jitterOf(p Posterior) Findings {
	if e, exact := p.(*Exact); exact && e.later {
		return nil
	}
	e, ok := p.(interface{ Jitter() float64 })
	if !ok || e.Jitter() == 0 {
		return nil
	}
	return Findings{{
		Code:  "jitter",
		Found: fmt.Sprintf("jitter of %s was added to the diagonal of the covariance matrix", words.Number(e.Jitter(), 3)),
		Means: "it has no factor without, and predictions are those of so much more noise",
		Do:    "drop inputs that nearly coincide, or give the noise a lower bound (Model.Bound)",
	}}
}

// Start is one start of a fit.
type Start struct {
	*Fitting
	// Number counts from 0, the start at the model's own parameters or where
	// [Fitting.Screen] has put it.
	Number int
	// Model is at the parameters of this start.
	Model Model
	// RNG is the start's own generator.
	RNG *rand.Rand

	steps  []Step
	ends   stepEnds
	spent  time.Duration // before Resume
	lowest float64
	best   int // the step of the lowest value
	end    *End
	err    error
}

// startSpread is the standard deviation of further starts about the first.
const startSpread = 1.5

// start returns start k at its parameters.
func (f *Fitting) start(k int) *Start {
	s := &Start{Fitting: f, Number: k, RNG: f.RNG, lowest: math.Inf(1)}
	if k > 0 {
		s.RNG = rand.New(rand.NewPCG(f.seed[0]+uint64(k), f.seed[1]))
	}
	switch {
	case k < len(f.starts):
		s.Model = f.starts[k].model
	case k == 0:
		s.Model = f.Model
	default:
		s.Model = f.First()
		if space, err := f.SpaceOf(s.Model); err == nil {
			s.Model = perturbed(s.Model, space, startSpread, s.RNG)
		}
	}
	return s
}

// Space returns the space in which the parameters of this start move: [Fitting.SpaceOf]
// of its model.
func (s *Start) Space() (*optim.Space, error) { return s.SpaceOf(s.Model) }

// Record adds a step to the trace and shows it to Observe. The method sets the step's
// value, parameters, norm of the gradient and monitors. Record reports whether the fit
// must end; after an error of Observe it does nothing more.
func (s *Start) Record(step Step) (stop bool) { return s.RecordAt(step, nil) }

// RecordAt does [Start.Record] for a method whose posteriors depend on more than the
// parameters: end returns the End that the start would have at this step. [Result.At]
// calls it, long after the fit, and only for some steps. So end must hold only what it
// needs, must not use the fit's context, which may have ended, and must return a new
// End each time.
func (s *Start) RecordAt(step Step, end func() (*End, error)) (stop bool) {
	step.Elapsed = s.spent + s.Elapsed()
	return s.RecordEarlier(step, end)
}

// RecordEarlier does [Start.RecordAt] for a step of a phase before the starts, which has
// the time since the fit began as its Elapsed.
func (s *Start) RecordEarlier(step Step, end func() (*End, error)) (stop bool) {
	if s.observed != nil {
		return true
	}
	step.Iter, step.Restart = len(s.steps), s.Number
	step.Names, step.Fit = s.names(), nil
	s.steps = append(s.steps, step)
	if end != nil {
		s.ends.add(stepEnd{step.Iter, end})
	}
	if step.Value < s.lowest || len(s.steps) == 1 {
		s.lowest, s.best = step.Value, step.Iter
	}
	if s.Settings.Observe != nil {
		step.Fit = s.running
		s.observed = s.Settings.Observe(step)
	}
	_, stop = s.Interrupted()
	return stop
}

// Resume puts the steps of an earlier run, which this start continues, before its own.
// Observe does not see them.
func (s *Start) Resume(steps []Step) {
	names := s.names()
	s.steps = slices.Clone(steps)
	for i := range s.steps {
		step := &s.steps[i]
		step.Iter, step.Restart, step.Names = i, s.Number, names
		s.spent = step.Elapsed
	}
}

// Relay does [Start.Record] as Settings.Observe of a fit inside this one; its error
// ends that fit.
func (s *Start) Relay(step Step) error { return s.RelayAt(step, nil) }

// RelayAt does [Start.Relay] with end as in [Start.RecordAt].
func (s *Start) RelayAt(step Step, end func() (*End, error)) error {
	if s.RecordAt(step, end) {
		return errEnded
	}
	return nil
}

var errEnded = errors.New("gplib: the fit around this one has ended")

// names returns the names of the parameters, shared by all steps.
func (s *Start) names() []string {
	if len(s.steps) > 0 {
		return s.steps[0].Names
	}
	return param.Names(s.Fitting.Model.Params())
}

// Steps returns the steps so far.
func (s *Start) Steps() []Step { return slices.Clip(s.steps) }

// Best returns the step of the lowest value. There must be a step.
func (s *Start) Best() Step { return s.steps[s.best] }

// End returns the end at the step of the lowest value. There must be a step.
func (s *Start) End(status Status) *End {
	best := s.Best()
	return &End{Status: status, Model: s.Fitting.Model.With(best.Theta), Value: best.Value, Score: best.Value}
}

// Bounds by which [Fitting.Screen] chooses a start.
const (
	screenRows = 150 // drawn at random
	screenIter = 20  // more of L-BFGS from the model's own parameters, and from those of the data
	screenMost = 50  // in all
	screenGain = 2   // nats by which another start must beat these
)

// Screen considers the parameters of the model, with a mean that is not worse than its own
// at least squares, a start taken from the data ([Model.FromData]), and that with shorter and
// longer lengthscales: a race between short descents of the negative log marginal likelihood
// of some rows decides which is the first start. The next best are the next, if there are
// several. Begin calls it for models whose start counts.
func (f *Fitting) Screen() {
	if f.Settings.OwnStart || f.Data.Len() < 2 {
		return
	}
	places := f.candidatesAround(f.Model.meanFromData(f.Data), []float64{1})
	if len(places) < 2 {
		return
	}
	few := f.onRows(f.Data.Subset(f.drawn(screenRows)))
	few.Together, few.Settings.MaxIter, few.Settings.Tol = true, screenMost, 1e-5
	r := newComparison(likelihoodOf(f.Model), places)
	r.descend(few)
	r.race(few)
	f.starts = r.screened(few)
}

// likelihoodOf returns the objective of maximum likelihood, with the priors of the model.
func likelihoodOf(m Model) Objective {
	if m.HasPriors() {
		return MAP{LML{}}
	}
	return LML{}
}

// First returns the model where the first start begins.
func (f *Fitting) First() Model {
	if f.starts == nil {
		return f.Model
	}
	return f.starts[0].model
}

// drawn returns up to count of the rows, drawn at random.
func (f *Fitting) drawn(count int) []int {
	order := rand.New(rand.NewPCG(f.seed[0], f.seed[1])).Perm(f.Data.Len())
	index := order[:min(count, len(order))]
	slices.Sort(index)
	return index
}
