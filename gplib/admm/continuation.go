package admm

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"krigo/gplib"
)

// Continuation fits to few of the observations first and goes on from there
// to more, up to all: a fit of n/4 observations costs a sixteenth, and its
// hyper-parameters are a start for the next. That pays where a learner comes
// slowly from afar, as ADMM does; [Adjoint] seldom needs many iterations. Where
// F has many minima, a stage may lead to another one than the whole set would.
//
// The validation sets are chosen among all observations, by the learner's own
// split; a stage has random parts of them and of the training set, in which
// those of earlier stages are contained. Settings.Restarts are of the first
// stage only, where they are cheap; Settings.MaxIter caps each stage.
//
// The trace joins all stages. The value of a step is the sum of squares of
// its stage scaled up to all validation points: an estimate, exact in the last
// stage, that may rise from one stage to the next. The monitor "points" is the
// stage's number of observations.
type Continuation struct {
	// Learner is a [HoldOut], [KFold], [Adjoint] or [Stochastic]; nil is
	// HoldOut{}.
	Learner gplib.Learner
	// Smallest is the least number of observations of a stage; 0 is 500.
	Smallest int
	// Growth is the factor from one stage to the next, above 1; 0 is 4.
	Growth float64
}

// validated is a learner whose validation sets can be replaced.
type validated interface {
	gplib.Learner
	// validation chooses the validation sets among n observations.
	validation(n int, rng *rand.Rand) ([]part, error)
	// over is the learner with other validation sets.
	over(valid [][]int) validated
	// kept is its way of storage.
	kept() Storage
}

// Fit learns the hyper-parameters of m; see [Continuation] and
// [gplib.Learner].
func (c Continuation) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	l, err := c.resolved()
	if err != nil {
		return nil, err
	}
	f, err := newSearch(ctx, m, d, s)
	if err != nil {
		return nil, err
	}
	parts, err := l.validation(d.Len(), f.rng)
	if err != nil {
		return nil, err
	}
	run := &continued{search: f, learner: l, ctx: ctx, began: time.Now(), groups: shuffled(parts, d.Len(), f.rng)}
	return run.stages(c.sizes(d.Len()))
}

// resolved fills in defaults and checks the options.
func (c *Continuation) resolved() (validated, error) {
	if c.Learner == nil {
		c.Learner = HoldOut{}
	}
	if c.Smallest == 0 {
		c.Smallest = 500
	}
	if c.Growth == 0 {
		c.Growth = 4
	}
	l, ok := c.Learner.(validated)
	switch {
	case !ok:
		return nil, fmt.Errorf("admm: Continuation: Learner is a %T; it must be a HoldOut, KFold, Adjoint or Stochastic", c.Learner)
	case c.Smallest < 2:
		return nil, optionError("Smallest", float64(c.Smallest), "it must be at least 2")
	case !(c.Growth > 1) || math.IsInf(c.Growth, 1):
		return nil, optionError("Growth", c.Growth, "it must be above 1")
	}
	return l, nil
}

// sizes are the numbers of observations of the stages, in ascending order.
func (c Continuation) sizes(n int) []int {
	sizes := []int{n}
	for {
		less := int(float64(sizes[0]) / c.Growth)
		if less < c.Smallest {
			return sizes
		}
		sizes = append([]int{less}, sizes...)
	}
}

// shuffled returns the validation sets and, last, all other positions, each
// in random order: the first so many of each are a stage.
func shuffled(parts []part, n int, rng *rand.Rand) [][]int {
	held := make([]bool, n)
	var groups [][]int
	for _, p := range parts {
		groups = append(groups, slices.Clone(p.valid))
		for _, i := range p.valid {
			held[i] = true
		}
	}
	var rest []int
	for i, h := range held {
		if !h {
			rest = append(rest, i)
		}
	}
	groups = append(groups, rest)
	for _, g := range groups {
		rng.Shuffle(len(g), func(i, j int) { g[i], g[j] = g[j], g[i] })
	}
	return groups
}

// continued is one call of Continuation's Fit.
type continued struct {
	*search
	learner validated
	ctx     context.Context
	began   time.Time
	groups  [][]int
	steps   []gplib.Step
}

func (c *continued) stages(sizes []int) (*gplib.Result, error) {
	var result *gplib.Result
	for i, size := range sizes {
		s := c.stage(float64(size) / float64(c.data.Len()))
		r, err := s.fit(c, i > 0)
		if r == nil {
			return nil, err
		}
		result = r
		c.model = c.model.With(r.Model.Theta())
		early := i < len(sizes)-1
		if early && (err != nil || r.Status == gplib.Cancelled || r.Status == gplib.RuntimeLimit) {
			return c.early(r, size, err)
		}
		if err != nil {
			return c.whole(result), err
		}
	}
	return c.whole(result), nil
}

// whole completes the result of a stage.
func (c *continued) whole(r *gplib.Result) *gplib.Result {
	r.Method += ", continued"
	r.Trace.Steps, r.Elapsed = c.steps, time.Since(c.began)
	return r
}

// early is the result where the stage of size observations was the last one.
func (c *continued) early(r *gplib.Result, size int, failure error) (*gplib.Result, error) {
	posterior, warnings, err := condition(r.Model, c.data, c.learner.kept(), true)
	if err != nil {
		return nil, fmt.Errorf("admm: posterior at the learned parameters: %w", err)
	}
	r.Posterior = posterior
	r.Warnings = append(append(r.Warnings, warnings...),
		fmt.Sprintf("the fit ended at %d of %d observations; its value is scaled up", size, c.data.Len()))
	return c.whole(r), failure
}

// stage is a part of the observations with its validation sets.
type stage struct {
	index []int   // positions among all observations, ascending
	valid [][]int // positions among index
	scale float64 // validation points of all over those of the stage
}

// stage takes a part of each group, at least one observation.
func (c *continued) stage(part float64) stage {
	var s stage
	rank := map[int]int{}
	taken := make([][]int, len(c.groups))
	for g, group := range c.groups {
		taken[g] = group[:int(math.Ceil(part*float64(len(group))))]
		s.index = append(s.index, taken[g]...)
	}
	slices.Sort(s.index)
	for at, i := range s.index {
		rank[i] = at
	}
	var all, some int
	for g, positions := range taken[:len(taken)-1] {
		all, some = all+len(c.groups[g]), some+len(positions)
		fold := make([]int, len(positions))
		for k, i := range positions {
			fold[k] = rank[i]
		}
		slices.Sort(fold)
		s.valid = append(s.valid, fold)
	}
	s.scale = float64(all) / float64(some)
	return s
}

// fit runs the learner on the stage.
func (s stage) fit(c *continued, later bool) (*gplib.Result, error) {
	settings, data := c.settings, c.data.Subset(s.index)
	settings.Src = c.rng
	if later {
		settings.Restarts = 0
	}
	if settings.Runtime > 0 {
		settings.Runtime = max(1, settings.Runtime-time.Since(c.began))
	}
	before, offset := len(c.steps), time.Since(c.began)
	adapt := func(step gplib.Step) gplib.Step {
		step.Iter += before
		step.Value *= s.scale
		step.Elapsed += offset
		step.Monitors = append(step.Monitors, gplib.Monitor{Name: "points", Value: float64(data.Len())})
		return step
	}
	if observe := c.settings.Observe; observe != nil {
		settings.Observe = func(step gplib.Step) error { return observe(adapt(step)) }
	}
	r, err := c.learner.over(s.valid).Fit(c.ctx, c.model, data, &settings)
	if r != nil {
		for _, step := range r.Trace.Steps {
			c.steps = append(c.steps, adapt(step))
		}
		r.Value *= s.scale
	}
	return r, err
}

func (h HoldOut) validation(n int, rng *rand.Rand) ([]part, error) { return h.partition()(n, rng) }
func (h HoldOut) kept() Storage                                    { return h.Storage }
func (h HoldOut) over(valid [][]int) validated {
	h.Split = Indices(valid[0]...)
	return h
}

func (a Adjoint) validation(n int, rng *rand.Rand) ([]part, error) { return a.partition()(n, rng) }
func (a Adjoint) kept() Storage                                    { return a.Storage }
func (a Adjoint) over(valid [][]int) validated {
	if a.Folds == nil {
		a.Split = Indices(valid[0]...)
		return a
	}
	a.Folds = fixedFolds(valid)
	return a
}

func (k KFold) validation(n int, rng *rand.Rand) ([]part, error) {
	return k.dividing(n).partition()(n, rng)
}
func (k KFold) kept() Storage { return k.Each.Storage }
func (k KFold) over(valid [][]int) validated {
	k.Folds = fixedFolds(valid)
	return k
}

// fixedFolds are given lists of positions.
func fixedFolds(valid [][]int) Folds {
	return func(int, *rand.Rand) ([][]int, error) { return valid, nil }
}
