package grief

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"krigo/gplib"
	"krigo/gplib/dataset"
	"krigo/gplib/optim"
)

// TypeII is GRIEF-II: the weights are those of the base kernel, and the
// kernel's parameters and the noise variance maximise the log marginal
// likelihood of k̃ (18), by its analytic gradient. The zero value is the
// recommended setting.
//
// It starts where an exact Gaussian process on some of the rows puts the
// parameters, with lengthscales bounded below by the grid's spacing and the
// noise variance by 1e-4 of the mean square of y. As the likelihood jumps where
// the set of eigenvalues changes, BFGS goes in rounds: with the set held, then
// the set is chosen anew, and the round counts only if the likelihood rose. A
// round ends where three steps raise the likelihood by less than 1e-5 of it,
// and the last one is one that leaves the set as it was, or raises it by less
// than that. Priors of the model are added (MAP). The mean function is held.
//
// Few functions make many maxima, and those near the exact Gaussian process are
// the better ones. So rounds with 8, 4 and 2 times as many functions, up to
// 1000, go before those with p; and where there are at least 8 rows a function,
// they and a first one with p are on 4 rows a function, chosen at random. Where
// they end counts only if it is more likely, given all rows, than the start.
//
// An evaluation with gradient takes two passes over the rows, O(n p² + n p d)
// time and O(p²) memory. Steps have the negative log marginal likelihood of all
// rows at the held set, and these monitors: the round, the captured part of the
// prior variance (below 0.9 is a warning) and the number of functions.
// Settings.MaxIter caps the steps of a round (50 by default); one also ends
// where no derivative is above Settings.Tol of the objective (1e-4).
// Settings.Restarts is the number of further starts, drawn around the first one
// with a standard deviation of 1/2 in the logarithm of positive parameters; the
// most likely end is the result.
type TypeII struct {
	// Points is m̄, the grid points of an input; 0 is 10.
	Points int
	// Functions is p; 0 is 10^⌊log10 n⌋, at least 10 and at most 1000.
	Functions int
	// Pad extends the grid by that many spacings beyond the data.
	Pad float64
	// Exact is the number of rows for the exact start, chosen at random; 0
	// is 1000, and a negative number starts from the model itself.
	Exact int
	// Rounds caps the choices of eigenvalues; 0 is 5.
	Rounds int
}

// Fit learns from data in memory; see [gplib.Learner]. Inputs are a
// *cov.Matrix.
func (t TypeII) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	r, err := rowsInMemory(d)
	if err != nil {
		return nil, err
	}
	return t.fit(ctx, m, r, d, s)
}

// FitRows learns from rows that need not fit into memory. The posterior's
// Data is empty.
func (t TypeII) FitRows(ctx context.Context, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error) {
	return t.fit(ctx, m, r, gplib.Data{}, s)
}

func rowsInMemory(d gplib.Data) (dataset.RowReader, error) {
	if err := d.Check(); err != nil {
		return nil, fmt.Errorf("grief: %w", err)
	}
	r, err := dataset.Rows(d)
	if err != nil {
		return nil, fmt.Errorf("grief: %w", err)
	}
	return r, nil
}

func (t TypeII) fit(ctx context.Context, m gplib.Model, r dataset.RowReader, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	if t.Rounds < 0 {
		return nil, optionError("Rounds", float64(t.Rounds), "it must not be negative")
	}
	if t.Rounds == 0 {
		t.Rounds = 5
	}
	p, err := newProblem(ctx, m, r, s, options{points: t.Points, functions: t.Functions, pad: t.Pad, exact: t.Exact, warm: true})
	if err != nil {
		return nil, err
	}
	p.data = d
	a := &ascent{problem: p}
	if len(p.free()) == 0 {
		if err := a.start(a.firstContext()); err != nil {
			return nil, err
		}
		return a.result()
	}
	if err := a.climbAll(t.Rounds); err != nil {
		return nil, err
	}
	if a, err = a.restarts(t.Rounds); err != nil {
		return nil, err
	}
	return a.result()
}

// restarts climbs from other starts too and returns the best climb, with the
// steps of all. One that fails is a warning.
func (a *ascent) restarts(rounds int) (*ascent, error) {
	best := a
	rng := rand.New(rand.NewPCG(a.rng.Uint64(), 1))
	for restart := 1; restart <= a.settings.Restarts && !best.stopped() && !a.late(); restart++ {
		p := *a.problem
		var err error
		if p.model, err = perturbed(a.model, rng); err != nil {
			return nil, err
		}
		next := &ascent{problem: &p, restart: restart, steps: best.steps, notes: best.notes}
		if err := next.climbAll(rounds); err != nil {
			next.notes = append(next.notes, fmt.Sprintf("restart %d failed: %v", restart, err))
		}
		best.steps, best.notes, best.observed = next.steps, next.notes, next.observed
		if next.best != nil && next.bestValue < best.bestValue {
			best = next
		}
	}
	best.stopped()
	return best, nil
}

// climbAll is a climb from the model of the problem, without restarts.
func (a *ascent) climbAll(rounds int) error {
	if err := a.start(a.firstContext()); err != nil {
		return err
	}
	return errors.Join(a.warmUp(), a.rounds(rounds))
}

// perturbed is m at free parameters drawn around its own, on their transformed
// scale with a standard deviation of 1/2.
func perturbed(m gplib.Model, rng *rand.Rand) (gplib.Model, error) {
	space, err := optim.NewSpace(m.Params())
	if err != nil {
		return m, fmt.Errorf("grief: %w", err)
	}
	u := space.Start()
	for i := range u {
		u[i] += rng.NormFloat64() / 2
	}
	return m.With(space.Natural(u)), nil
}

// late tells whether Settings.Runtime is over.
func (p *problem) late() bool {
	return p.settings.Runtime > 0 && time.Since(p.began) > p.settings.Runtime
}

// roundGain is the part of the likelihood that a round must gain for another
// one to follow, and three steps for a fourth.
const roundGain = 1e-5

// ascent maximises the likelihood in rounds.
type ascent struct {
	*problem
	held      *heldEvidence
	curve     curvature  // of the objective
	best      *evaluated // with its own set of eigenvalues
	bestValue float64
	steps     []gplib.Step
	restart   int
	round     int
	settled   bool // the last round converged and left the set as it was
	status    gplib.Status
	warnings  []string // of the last round
	notes     []string // of warm-ups and restarts that failed
	observed  error
}

// start evaluates the model of the problem.
func (a *ascent) start(ctx context.Context) (err error) {
	a.best, a.bestValue, err = a.choose(ctx, a.model)
	return err
}

// rounds goes on until a round gains next to nothing.
func (a *ascent) rounds(most int) error {
	for a.round = range most {
		if a.stopped() {
			return nil
		}
		gain, err := a.climb()
		if a.stopped() {
			a.interrupted()
			return nil
		}
		if err != nil || a.settled || a.status == gplib.RuntimeLimit || gain < roundGain*math.Max(1, math.Abs(a.bestValue)) {
			return err
		}
	}
	a.status = gplib.IterationLimit
	return nil
}

// stopped tells whether the fit is called off.
func (a *ascent) stopped() bool {
	if a.ctx.Err() != nil || a.observed != nil {
		a.status = gplib.Cancelled
		return true
	}
	return false
}

// climb is one round. It returns by how much the likelihood rose, at the
// eigenvalues chosen anew.
func (a *ascent) climb() (gain float64, err error) {
	a.held = &heldEvidence{ctx: a.ctx, rows: a.rows, grid: a.grid, basis: a.best.basis}
	d, err := newDescent(a, a.held, a.best.model)
	if err != nil {
		return 0, err
	}
	a.status = d.run(a.roundSettings())
	next, value, err := a.choose(a.ctx, a.held.best.model)
	if err != nil {
		return 0, err
	}
	gain = a.bestValue - value
	a.settled = a.status == gplib.Converged && sameTuples(next.basis.index, a.held.basis.index)
	if gain > 0 {
		a.best, a.bestValue = next, value
		a.warnings = append(a.held.warnings, d.boundWarnings()...)
	}
	return gain, nil
}

// interrupted takes the best point of a round that was cut short.
func (a *ascent) interrupted() {
	if o := a.held; o.best != nil && o.bestValue < a.bestValue {
		a.best, a.bestValue = o.best, o.bestValue
	}
}

// choose evaluates a model with the eigenvalues that are its own largest. The
// value is that of the objective with priors.
func (a *ascent) choose(ctx context.Context, m gplib.Model) (*evaluated, float64, error) {
	basis, err := NewBasis(m.Cov, a.grid, a.functions)
	if err != nil {
		return nil, 0, err
	}
	e, err := evaluate(ctx, m, basis, a.rows)
	if err != nil {
		return nil, 0, err
	}
	prior, _ := m.LogPrior()
	return e, -e.value - prior, nil
}

func (a *ascent) roundSettings() gplib.Settings {
	s := gplib.Settings{MaxIter: a.settings.MaxIter, Tol: a.settings.Tol}
	if s.MaxIter == 0 {
		s.MaxIter = 50
	}
	if s.Tol == 0 {
		s.Tol = 1e-4
	}
	return s
}

// observe records a step of a round.
func (a *ascent) observe(s gplib.Step) {
	s.Iter, s.Restart, s.Elapsed = len(a.steps), a.restart, time.Since(a.began)
	s.Monitors = []gplib.Monitor{
		{Name: "round", Value: float64(a.round)},
		{Name: "captured variance", Value: a.held.captured},
		{Name: "functions", Value: float64(a.held.basis.Len())},
	}
	a.steps = append(a.steps, s)
	if a.settings.Observe != nil {
		a.observed = a.settings.Observe(s)
	}
}

func (a *ascent) result() (*gplib.Result, error) {
	e, err := newEvidence(a.best.sums, ones(a.best.basis.Len()), noiseOf(a.best.model))
	if err != nil {
		return nil, err
	}
	posterior := &Posterior{
		basis: a.best.basis, sums: a.best.sums, coef: e.coef, covariance: e.covariance(), noise: e.noise,
		weights: e.w, mean: a.model.Mean, data: a.data,
	}
	return &gplib.Result{
		Method: "GP-GRIEF type II", Model: a.best.model, Posterior: posterior, Value: a.bestValue,
		Trace:  gplib.Trace{Objective: gplib.LML{}.Name(), Steps: a.steps},
		Status: a.status, Warnings: a.allWarnings(), Elapsed: time.Since(a.began),
	}, a.observed
}

// allWarnings are those of the model and the starts, of the last round and of
// the basis.
func (a *ascent) allWarnings() []string {
	return append(append(append(a.problem.warnings, a.notes...), a.warnings...), captureWarnings(a.best.sums)...)
}

func captureWarnings(s *Sums) []string {
	if c := s.Captured(); c < 0.9 {
		return []string{fmt.Sprintf("the basis captures %.2g of the prior variance; more Functions or Points would help", c)}
	}
	return nil
}

// evaluated is a model with its basis and the sums over all rows.
type evaluated struct {
	model gplib.Model
	basis *Basis
	sums  *Sums
	*evidence
}

func evaluate(ctx context.Context, m gplib.Model, b *Basis, r dataset.RowReader) (*evaluated, error) {
	sums, err := Accumulate(ctx, b, r)
	if err != nil {
		return nil, err
	}
	e, err := newEvidence(sums, ones(b.Len()), noiseOf(m))
	if err != nil {
		return nil, err
	}
	return &evaluated{m, b, sums, e}, nil
}

// heldEvidence is the negative log marginal likelihood of k̃ with a held set of
// eigenvalues, as an objective. It ignores the data that it is given: the rows
// are its own.
type heldEvidence struct {
	ctx      context.Context
	rows     dataset.RowReader
	grid     *Grid
	basis    *Basis
	captured float64
	warnings []string   // of the last gradient
	last     *evaluated // at the last model
	// best is the best point so far and bestValue the objective there, priors
	// added.
	best      *evaluated
	bestValue float64
}

func (*heldEvidence) Name() string { return gplib.LML{}.Name() }

func (h *heldEvidence) Eval(m gplib.Model, _ gplib.Data, grad []float64) (float64, error) {
	e, err := h.at(m)
	if err != nil {
		return 0, err
	}
	h.captured = e.sums.Captured()
	if prior, _ := m.LogPrior(); h.best == nil || -e.value-prior < h.bestValue {
		h.best, h.bestValue = e, -e.value-prior
	}
	if grad == nil {
		return -e.value, nil
	}
	clear(grad)
	_, kernel, noise := m.Layout().Split(grad)
	byWeight := make([]float64, e.basis.Len())
	noise[0] = e.weightGradient(byWeight)
	e.basis.scaleGradient(kernel, byWeight)
	if h.warnings, err = e.basis.kernelGradient(h.ctx, kernel, e.evidence, h.rows); err != nil {
		return 0, err
	}
	for i := range grad {
		grad[i] = -grad[i]
	}
	return -e.value, nil
}

// at evaluates a model, whose basis must have the functions of the held set.
func (h *heldEvidence) at(m gplib.Model) (*evaluated, error) {
	if h.last != nil && slices.Equal(h.last.model.Theta(), m.Theta()) {
		return h.last, nil
	}
	basis, err := h.basis.frozen(m.Cov, h.grid)
	if err != nil {
		return nil, err
	}
	h.last, err = evaluate(h.ctx, m, basis, h.rows)
	return h.last, err
}

// Details returns the posterior of a fit by a learner of this package, which
// tells more than a [gplib.Posterior] does.
func Details(fit *gplib.Result) (*Posterior, error) {
	if fit == nil {
		return nil, errors.New("grief: Details: fit is nil")
	}
	p, ok := fit.Posterior.(*Posterior)
	if !ok {
		return nil, fmt.Errorf("grief: Details: the posterior is %T; that of a learner of this package is needed", fit.Posterior)
	}
	return p, nil
}
