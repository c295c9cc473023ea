package grief

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

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
// parameters: the more likely of two fits, or one that predicts clearly better in a
// cross-validation. Lengthscales are bounded below by the grid's spacing, and the
// noise variance by 1e-4 of the variance of y about the mean function, and by
// what rows with the same inputs say. The mean function's parameters stay at the
// values of the exact start; if Exact is negative, at their most likely values on as
// many rows as its default, given the model's other parameters. Duplicate rows,
// observation included, are dropped if they are many and no rows with the same
// inputs differ: from a reader's rows only if all are in the sample of the exact
// start, else the noise stays above what that learns. Where the exact start predicts
// the rows of the sample clearly better than the posterior (root mean squared error
// by 10 % and more than 2.5 standard errors), a warning says so.
//
// As the likelihood jumps where
// the set of eigenvalues changes, BFGS runs in rounds: with the set held, then
// the set is chosen again, and the round counts only if the likelihood rose. A
// round ends when three steps raise the likelihood by less than 1e-5 of it; the
// last round leaves the set as it was, or raises the likelihood by less than
// that. Priors of the model are added (MAP).
//
// Few functions make many maxima, and those near the exact Gaussian process are
// the better ones. So rounds with 8, 4 and 2 times as many functions, up to
// 1000, go before those with p; and where there are at least 8 rows a function,
// they and a first one with p are on 4 rows a function, chosen at random. Where
// they end counts only if it is more likely, given all rows, than the start.
//
// An evaluation with gradient takes two passes over the rows, O(n p² + n p d)
// time and O(p²) memory. Where the exact start is on all rows, its steps come first, with
// the likelihood of the exact Gaussian process. The others have the negative log marginal
// likelihood of all rows at the held set, and these monitors: the round, the captured part of the
// prior variance (below 0.9 is a warning) and the number of functions.
// Settings.MaxIter caps the steps of a round (50 by default); one also ends
// where no derivative is above Settings.Tol of the objective (1e-4).
// Settings.Restarts are drawn around the exact start; the most likely end is the
// result.
type TypeII struct {
	// Points is m̄, the grid points of an input; 0 is 10, and up to 100 where the
	// exact start's lengthscale is shorter than two spacings or so few capture less
	// than 0.998 of the prior variance, and the functions capture 0.9 of it then.
	Points int
	// Functions is p; 0 is the number of rows, at least 100 and at most 1000.
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
	return gplib.Learn(ctx, &typeTwo{TypeII: t}, m, d, s)
}

// FitRows learns from rows that need not fit into memory. The posterior's
// Data is empty.
func (t TypeII) FitRows(ctx context.Context, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error) {
	return fitRows(ctx, t.FitPasses, m, r, s)
}

// FitPasses learns from rows that may be on other machines. The posterior's Data
// is empty.
func (t TypeII) FitPasses(ctx context.Context, m gplib.Model, p Passes, s *gplib.Settings) (*gplib.Result, error) {
	return learnPasses(ctx, &typeTwo{TypeII: t, rows: p}, m, p, s)
}

// typeTwo is the [gplib.Method] of one fit.
type typeTwo struct {
	TypeII
	rows    Passes
	problem *problem
}

func (t *typeTwo) Begin(f *gplib.Fitting) (err error) {
	if t.Rounds < 0 {
		return optionError("Rounds", float64(t.Rounds), "it must not be negative")
	}
	t.Rounds = cmp.Or(t.Rounds, 5)
	f.Name, f.Objective = "GP-GRIEF type II", gplib.LML{}.Name()
	f.Default(50, 1e-4)
	f.LastIter = -1 // Settings.MaxIter applies to each round
	t.problem, err = newProblem(f, t.rows, options{points: t.Points, functions: t.Functions, pad: t.Pad, exact: t.Exact, warm: true})
	return err
}

func (t *typeTwo) Run(s *gplib.Start) (*gplib.End, error) {
	p := *t.problem
	p.model = s.Model
	passes := &watched{Passes: p.rows}
	p.rows = passes
	a := &ascent{problem: &p, passes: passes, shown: s}
	p.showExact(s)
	climb := func() error { return a.climbAll(t.Rounds) }
	if len(free(p.model)) == 0 {
		climb = func() error { return a.start(p.firstContext()) }
	}
	if err := climb(); err != nil {
		return nil, err
	}
	return a.end()
}

// climbAll climbs from the model of the problem, without restarts.
func (a *ascent) climbAll(rounds int) error {
	if err := a.start(a.firstContext()); err != nil {
		return err
	}
	return errors.Join(a.warmUp(), a.rounds(rounds))
}

// roundGain is the part of the likelihood that a round must gain for another
// one to follow, and three steps for a fourth.
const roundGain = 1e-5

// ascent maximises the likelihood in rounds.
type ascent struct {
	*problem
	passes    *watched
	shown     *gplib.Start // takes the steps; nil is none
	held      *heldEvidence
	curve     optim.Curvature // of the objective
	best      *evaluated      // with its own set of eigenvalues
	bestValue float64
	round     int
	settled   bool // the last round converged and left the set as it was
	status    gplib.Status
	found     gplib.Findings // of the last round
	failed    gplib.Findings // of warm-ups
}

// start evaluates the model of the problem.
func (a *ascent) start(ctx context.Context) (err error) {
	a.best, a.bestValue, err = a.choose(ctx, a.model)
	return err
}

// rounds climbs until a round gains next to nothing.
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

// stopped reports whether the fit was cancelled.
func (a *ascent) stopped() bool {
	status, _ := a.Interrupted()
	if status == gplib.Cancelled {
		a.status = status
	}
	return status == gplib.Cancelled
}

// climb runs one round. It returns the rise of the likelihood, at the newly
// chosen eigenvalues.
func (a *ascent) climb() (gain float64, err error) {
	d, err := a.descend()
	if err != nil {
		return 0, err
	}
	a.status = d.run()
	if err := a.passes.err(); err != nil {
		return 0, err
	}
	next, value, err := a.choose(a.Ctx, a.held.best.model)
	if err != nil {
		return 0, err
	}
	gain = a.bestValue - value
	a.settled = a.status == gplib.Converged && sameTuples(next.basis.index, a.held.basis.index)
	if gain > 0 {
		a.best, a.bestValue = next, value
		a.found = a.held.found
	}
	return gain, nil
}

// descend begins a round. The coordinates of a descent move the model by rounding, where
// it may have fewer eigenvalues than the set needs: then the set is chosen there.
func (a *ascent) descend() (*descent, error) {
	begin := func() (*descent, error) {
		a.held = &heldEvidence{ctx: a.Ctx, rows: a.rows, less: a.less, grid: a.grid, basis: a.best.basis}
		return newDescent(a, a.held, a.best.model)
	}
	d, err := begin()
	if !errors.Is(err, errFewEigenvalues) {
		return d, err
	}
	space, err := a.SpaceOf(a.best.model)
	if err != nil {
		return nil, err
	}
	if a.best, a.bestValue, err = a.choose(a.Ctx, a.best.model.With(space.Natural(space.Start()))); err != nil {
		return nil, err
	}
	return begin()
}

// interrupted takes the best point of an interrupted round.
func (a *ascent) interrupted() {
	if o := a.held; o.best != nil && o.bestValue < a.bestValue {
		a.best, a.bestValue = o.best, o.bestValue
	}
}

// choose evaluates a model with the eigenvalues that are its own largest. The
// value is that of the objective with priors.
func (p *problem) choose(ctx context.Context, m gplib.Model) (*evaluated, float64, error) {
	basis, err := NewBasis(m.Cov, p.grid, p.functions)
	if err != nil {
		return nil, 0, err
	}
	e, err := evaluate(ctx, m, basis, p.rows, p.less)
	if err != nil {
		return nil, 0, err
	}
	prior, _ := m.LogPrior()
	return e, -e.value - prior, nil
}

// show records a step of a round.
func (a *ascent) show(s gplib.Step) {
	if a.shown == nil {
		return
	}
	s.Monitors = climbMonitors(a.round, a.held.captured, a.held.basis.Len())
	p, theta := a.problem, s.Theta
	a.shown.RecordAt(s, func() (*gplib.End, error) { return p.endAt(theta) })
}

func climbMonitors(round int, captured float64, functions int) []gplib.Monitor {
	return []gplib.Monitor{
		{Name: "round", Value: float64(round), Meaning: "choices so far of this number of basis functions; -1 in the exact start"},
		{Name: "captured variance", Value: captured, Meaning: "share of the prior variance that the basis functions have"},
		{Name: "functions", Value: float64(functions), Meaning: "number of basis functions; 0 in the exact start"},
	}
}

func (a *ascent) end() (*gplib.End, error) {
	posterior, err := a.posterior(a.best)
	if err != nil {
		return nil, err
	}
	return &gplib.End{
		Status: a.status, Model: a.asGiven(a.best.model), Value: a.bestValue, Score: a.bestValue,
		Warnings: slices.Concat(a.failed, a.found, littleCaptured(a.best.sums)),
		Posterior: func(gplib.Model) (gplib.Posterior, gplib.Findings, error) {
			return posterior, a.belowBaseline(posterior), nil
		},
	}, nil
}

// posterior returns the posterior of a model with its basis.
func (p *problem) posterior(at *evaluated) (*Posterior, error) {
	e, err := newEvidence(at.sums, ones(at.basis.Len()), noiseOf(at.model))
	if err != nil {
		return nil, err
	}
	posterior := at.basis.posterior(at.sums, e, p.model.Mean)
	posterior.data = p.Data
	return posterior, nil
}

// endAt returns the end of a climb at given parameters, with newly chosen
// eigenvalues.
func (p *problem) endAt(theta []float64) (*gplib.End, error) {
	best, value, err := p.choose(context.WithoutCancel(p.Ctx), p.model.With(theta))
	if err != nil {
		return nil, err
	}
	posterior, err := p.posterior(best)
	if err != nil {
		return nil, err
	}
	return &gplib.End{
		Model: p.asGiven(best.model), Value: value, Warnings: littleCaptured(best.sums),
		Posterior: func(gplib.Model) (gplib.Posterior, gplib.Findings, error) { return posterior, nil, nil },
	}, nil
}

// goodCapture is the part of the prior variance that a basis should capture.
const goodCapture = 0.9

func littleCaptured(s *Sums) gplib.Findings {
	if c := s.Captured(); c < goodCapture {
		return gplib.Findings{{
			Code: "little-captured", Found: fmt.Sprintf("the basis captures %.2g of the prior variance", c),
			Means: "the approximation is coarse", Do: "more Functions or Points would help",
		}}
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

func evaluate(ctx context.Context, m gplib.Model, b *Basis, rows Passes, less gplib.Mean) (*evaluated, error) {
	sums, err := rows.Sums(ctx, b, less)
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
	rows     Passes
	less     gplib.Mean
	grid     *Grid
	basis    *Basis
	captured float64
	found    gplib.Findings // of the last gradient
	last     *evaluated     // at the last model
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
	slopes, err := h.rows.Slopes(h.ctx, e.basis, e.solution(), h.less)
	if err != nil {
		return 0, err
	}
	h.found = e.basis.kernelGradient(kernel, slopes)
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
	h.last, err = evaluate(h.ctx, m, basis, h.rows, h.less)
	return h.last, err
}

// Details returns the posterior of a fit by a learner of this package, which
// has more details than a [gplib.Posterior].
func Details(fit *gplib.Result) (*Posterior, error) {
	if fit == nil {
		return nil, errors.New("grief: Details: fit is nil")
	}
	p, ok := fit.Posterior.(*Posterior)
	if !ok {
		return nil, fmt.Errorf("grief: Details: the posterior is %T; want that of a learner of this package", fit.Posterior)
	}
	return p, nil
}
