package bo

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Optimiser is a run: the evaluations so far, and what follows from them. It must not be used concurrently.
type Optimiser struct {
	space       *Space
	settings    Settings
	evaluations []Evaluation
	// pending are the points that were asked for and not told yet.
	pending [][]float64
	learned []*learners
}

// Purposes of random numbers, beside the numbers of points.
const purposeDesign = 1 << 40

// number returns the number of the next point, after those that were evaluated and those that are pending.
func (o *Optimiser) number() uint64 { return uint64(len(o.evaluations) + len(o.pending)) }

// New returns a run without evaluations. s may be nil. It fails if space is nil or a setting is invalid.
func New(space *Space, s *Settings) (*Optimiser, error) {
	if space == nil {
		return nil, errors.New("bo: New: space is nil; bo.NewSpace makes one")
	}
	var given Settings
	if s != nil {
		given = *s
	}
	checked, err := given.check(len(space.dims))
	if err != nil {
		return nil, err
	}
	return &Optimiser{space: space, settings: checked}, nil
}

// Space returns the space of the run.
func (o *Optimiser) Space() *Space { return o.space }

// Settings returns the settings of the run, with defaults filled in.
func (o *Optimiser) Settings() Settings { return o.settings }

// Evaluations returns what was told, in that order.
func (o *Optimiser) Evaluations() []Evaluation {
	all := make([]Evaluation, len(o.evaluations))
	for i, e := range o.evaluations {
		all[i] = e.clone()
	}
	return all
}

// Pending returns the points that were asked for and not told yet.
func (o *Optimiser) Pending() [][]float64 {
	all := make([][]float64, len(o.pending))
	for i, x := range o.pending {
		all[i] = slices.Clone(x)
	}
	return all
}

// Ask returns the point to evaluate next. Until Tell has its value, later calls assume that its value will be as
// predicted, so that several points can be evaluated at the same time.
//
// The first [Settings].Initial points are spread over the space. After them the model is learned, in O(n³) time for n
// evaluations, and the acquisition maximised from several starts by its gradient.
func (o *Optimiser) Ask(ctx context.Context) ([]float64, error) {
	if err := contextOf("Ask", ctx); err != nil {
		return nil, err
	}
	t, err := o.next(ctx)
	if err != nil {
		return nil, err
	}
	x := o.space.natural(t)
	o.pending = append(o.pending, x)
	return slices.Clone(x), nil
}

// contextOf returns the error of a method whose ctx is nil or has ended.
func contextOf(method string, ctx context.Context) error {
	if ctx == nil {
		return fmt.Errorf("bo: %s: ctx is nil; context.Background() is one", method)
	}
	return ctx.Err()
}

// Peek returns the point, of d numbers, that the next call of [Optimiser.Ask] will return, and changes nothing. It
// fails where Ask does.
func (o *Optimiser) Peek(ctx context.Context) ([]float64, error) {
	if err := contextOf("Peek", ctx); err != nil {
		return nil, err
	}
	t, err := o.next(ctx)
	if err != nil {
		return nil, err
	}
	return o.space.natural(t), nil
}

// AskBatch does [Optimiser.Ask] q times and returns the points, q × d, to evaluate at the same time. It fails for q < 1
// and where Ask does, with the points so far, which stay pending.
func (o *Optimiser) AskBatch(ctx context.Context, q int) ([][]float64, error) {
	if q < 1 {
		return nil, fmt.Errorf("bo: AskBatch: q is %d; it must be at least 1", q)
	}
	batch := make([][]float64, 0, q)
	for range q {
		x, err := o.Ask(ctx)
		if err != nil {
			return batch, err
		}
		batch = append(batch, x)
	}
	return batch, nil
}

// Tell adds the evaluation of x, a point that was asked for or any other of the space. constraints are the values of
// the outcome constraints, as many as [Settings].Constraints, each at most 0 where x is feasible.
func (o *Optimiser) Tell(x []float64, y float64, constraints ...float64) error {
	if err := o.space.Check(x); err != nil {
		return err
	}
	if math.IsNaN(y) || math.IsInf(y, 0) {
		return fmt.Errorf("bo: Tell: y is %v; TellFailed adds an evaluation without a value", y)
	}
	if len(constraints) != o.settings.Constraints {
		return fmt.Errorf("bo: Tell: %d constraints, Settings.Constraints is %d", len(constraints), o.settings.Constraints)
	}
	for i, c := range constraints {
		if math.IsNaN(c) || math.IsInf(c, 0) {
			return fmt.Errorf("bo: Tell: constraint %d is %v; it must be finite", i, c)
		}
	}
	o.add(Evaluation{X: slices.Clone(x), Y: y, Constraints: slices.Clone(constraints)})
	return nil
}

// TellFailed adds the evaluation of x that failed: it has no value. The run avoids points that are likely to fail.
func (o *Optimiser) TellFailed(x []float64) error {
	if err := o.space.Check(x); err != nil {
		return err
	}
	o.add(Evaluation{X: slices.Clone(x), Failed: true})
	return nil
}

func (o *Optimiser) add(e Evaluation) {
	o.evaluations = append(o.evaluations, e)
	if i := slices.IndexFunc(o.pending, func(x []float64) bool { return slices.Equal(x, e.X) }); i >= 0 {
		o.pending = slices.Delete(o.pending, i, i+1)
	}
}

// ErrFailed is an error of a function that [Optimiser.Minimise] minimises: the evaluation failed, and the run goes on.
var ErrFailed = errors.New("bo: the evaluation failed")

// Minimise evaluates f at n more points. A value that is NaN or infinite, or an error that wraps [ErrFailed], is a
// failed evaluation; another error ends the run and is returned. If ctx is cancelled, Minimise returns the best
// evaluation so far with the error of ctx.
func (o *Optimiser) Minimise(ctx context.Context, f func(x []float64) (float64, error), n int) (Best, error) {
	switch {
	case f == nil:
		return Best{}, errors.New("bo: Minimise: f is nil")
	case n < 1:
		return Best{}, fmt.Errorf("bo: Minimise: n is %d; it must be at least 1", n)
	case o.settings.Constraints > 0:
		return Best{}, fmt.Errorf("bo: Minimise: the run has %d outcome constraints; use Ask and Tell", o.settings.Constraints)
	}
	for range n {
		if err := o.evaluate(ctx, f); err != nil {
			best, _ := o.Best()
			return best, err
		}
	}
	return o.Best()
}

// evaluate asks for a point and tells its value.
func (o *Optimiser) evaluate(ctx context.Context, f func(x []float64) (float64, error)) error {
	x, err := o.Ask(ctx)
	if err != nil {
		return err
	}
	y, err := f(slices.Clone(x))
	switch {
	case errors.Is(err, ErrFailed) || err == nil && (math.IsNaN(y) || math.IsInf(y, 0)):
		return o.TellFailed(x)
	case err != nil:
		o.pending = o.pending[:len(o.pending)-1]
		return err
	}
	return o.Tell(x, y)
}

// ErrNoValue is returned where no evaluation has succeeded.
var ErrNoValue = errors.New("bo: no evaluation has a value yet")

// Best returns the best feasible evaluation: that of the least value, or if there is noise, of the least posterior mean
// by the model of all evaluations. If none is feasible, it returns the one that violates the constraints least.
func (o *Optimiser) Best() (Best, error) {
	if o.settings.Noiseless {
		return o.leastObserved()
	}
	m, err := o.modelOfAll(context.Background())
	if errors.Is(err, ErrNoModel) {
		return o.leastObserved()
	}
	if err != nil {
		return Best{}, err
	}
	order, err := o.nearest(m, 1)
	if err != nil {
		return Best{}, err
	}
	best := Best{Evaluation: m.kept[order[0]].clone()}
	best.Row = o.row(order[0])
	mean, sd, err := m.predict(o.space, [][]float64{m.places[order[0]]})
	if err != nil {
		return Best{}, err
	}
	best.Mean, best.SD = mean[0], sd[0]
	return best, nil
}

// row returns the row of the k-th successful evaluation.
func (o *Optimiser) row(k int) int {
	for i, e := range o.evaluations {
		if e.Failed {
			continue
		}
		if k == 0 {
			return i
		}
		k--
	}
	return -1
}

// leastObserved returns the best evaluation by what was observed.
func (o *Optimiser) leastObserved() (Best, error) {
	best := Best{Row: -1}
	for i, e := range o.evaluations {
		if e.Failed {
			continue
		}
		if v, least := e.violation(), best.violation(); best.Row < 0 || v < least || v == least && e.Y < best.Y {
			best = Best{Evaluation: e.clone(), Row: i, Mean: e.Y}
		}
	}
	if best.Row < 0 {
		return Best{}, ErrNoValue
	}
	return best, nil
}

// ErrNoModel is returned where there are fewer than [Settings].Initial evaluations, or fewer since a trust region
// began.
var ErrNoModel = errors.New("bo: there is no model before Settings.Initial evaluations")

// modelOfAll learns the models from all evaluations.
func (o *Optimiser) modelOfAll(ctx context.Context) (*models, error) {
	if len(o.evaluations) < o.settings.Initial {
		return nil, ErrNoModel
	}
	if !o.succeeded(0) {
		return nil, ErrNoValue
	}
	return o.modelsFrom(ctx, 0)
}

// succeeded reports whether an evaluation from one on has a value.
func (o *Optimiser) succeeded(from int) bool {
	return slices.ContainsFunc(o.evaluations[from:], func(e Evaluation) bool { return !e.Failed })
}

// trust returns the trust region, which without one is everywhere.
func (o *Optimiser) trust() trust {
	if o.settings.Region != Trust {
		return trust{}
	}
	values := make([]float64, len(o.evaluations))
	for i, e := range o.evaluations {
		values[i] = e.worth()
	}
	return trustAfter(values, o.settings.Initial, len(o.space.dims))
}

// next returns the places of the next point.
func (o *Optimiser) next(ctx context.Context) ([]float64, error) {
	t := o.trust()
	since := len(o.evaluations) - t.from + len(o.pending)
	if since < o.settings.Initial {
		design, err := o.space.draw(o.settings.Initial, generator(o.settings.Seed, purposeDesign+uint64(t.from)))
		if err != nil {
			return nil, err
		}
		return design[since], nil
	}
	if !o.succeeded(t.from) {
		drawn, err := o.space.draw(1, generator(o.settings.Seed, o.number()))
		if err != nil {
			return nil, err
		}
		return drawn[0], nil
	}
	s, err := o.search(ctx, t)
	if err != nil {
		return nil, err
	}
	return s.maximise(ctx)
}

// search prepares the search for the next point.
func (o *Optimiser) search(ctx context.Context, t trust) (*search, error) {
	m, err := o.modelsFrom(ctx, t.from)
	if err != nil {
		return nil, err
	}
	s := &search{within: cube(len(o.space.dims)), rng: generator(o.settings.Seed, o.number())}
	near, err := o.nearest(m, parents)
	if err != nil {
		return nil, err
	}
	for _, i := range near {
		s.near = append(s.near, m.places[i])
	}
	if o.settings.Region == Trust {
		s.within = o.space.region(t.length, s.near[0], m.objective.lengths())
	}
	pending := make([][]float64, len(o.pending))
	for i, x := range o.pending {
		pending[i] = o.space.places(x)
	}
	s.taken = slices.Clone(pending)
	for _, e := range o.evaluations {
		s.taken = append(s.taken, o.space.places(e.X))
	}
	s.acquisition, err = o.acquisitionOf(m, pending, s)
	return s, err
}

// acquisitionOf returns the acquisition function of the models, with the pending evaluations as predicted.
func (o *Optimiser) acquisitionOf(m *models, pending [][]float64, s *search) (*acquisition, error) {
	best, value, err := o.incumbent(m)
	if err != nil {
		return nil, err
	}
	if m, value, err = m.withPending(o.space, pending, value); err != nil {
		return nil, err
	}
	a := &acquisition{space: o.space}
	if best >= 0 {
		first, err := o.first(m, value, s)
		if err != nil {
			return nil, err
		}
		a.terms = append(a.terms, first)
	}
	for _, l := range m.limits {
		a.terms = append(a.terms, judged{l, logBelow(l.unit(0))})
	}
	return a, nil
}

// first returns the term of the objective.
func (o *Optimiser) first(m *models, value float64, s *search) (term, error) {
	switch o.settings.Acquisition {
	case UCB:
		return judged{m.objective, bound(o.settings.Kappa)}, nil
	case LogPI:
		return judged{m.objective, logBelow(value)}, nil
	case Thompson:
		return drawPath(m.objective, s.rng)
	}
	return judged{m.objective, logEI(value)}, nil
}
