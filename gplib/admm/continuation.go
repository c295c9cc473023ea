package admm

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Continuation fits in stages, to few of the observations first and to all of
// them last: a fit of n/4 observations costs a sixteenth, and its
// hyper-parameters are the start of the next. That pays for learners that
// converge slowly from a distant start, as ADMM does; [Adjoint] seldom needs
// many iterations. If F has many minima, a stage may lead to a different one
// than the whole set would.
//
// The validation sets are chosen among all observations, by the learner's own
// split; a stage has random parts of them and of the training set, in which
// those of earlier stages are contained. Settings.Restarts applies to the first
// stage only, where restarts are cheap; Settings.MaxIter caps each stage.
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
	// over returns the learner with other validation sets.
	over(valid [][]int) validated
	// kept returns its way of storage.
	kept() Storage
}

// Fit learns the hyper-parameters of m; see [Continuation] and
// [gplib.Learner].
func (c Continuation) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, &continued{Continuation: c}, m, d, s)
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

// sizes returns the numbers of observations of the stages, in ascending order.
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

// shuffled returns the validation sets and, last, all other positions, each in
// random order: a stage takes the first ones of each.
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

// continued is the [gplib.Method] of one fit.
type continued struct {
	Continuation
	learner validated
	groups  [][]int
	start   *gplib.Start
}

func (c *continued) Begin(f *gplib.Fitting) (err error) {
	if c.learner, err = c.resolved(); err != nil {
		return err
	}
	if err := checkNoise(f.Model, f.Data); err != nil {
		return err
	}
	parts, err := c.learner.validation(f.Data.Len(), f.RNG)
	if err != nil {
		return err
	}
	c.groups = shuffled(parts, f.Data.Len(), f.RNG)
	conditionOnAll(f, c.learner.kept())
	f.LastIter = -1 // Settings.MaxIter applies to each stage
	f.Starts = 1    // the first stage has the others
	return nil
}

func (c *continued) Run(s *gplib.Start) (*gplib.End, error) {
	c.start = s
	m, n := s.Model, s.Data.Len()
	sizes := c.sizes(n)
	for i := 0; ; i++ {
		size := sizes[i]
		part := c.stage(float64(size) / float64(n))
		r, err := part.fit(c, m, i > 0)
		if r == nil {
			return nil, err
		}
		m = m.With(r.Model.Theta())
		status, stop := s.Interrupted()
		switch {
		case size == n:
			return c.end(r, m), nil
		case stop:
			r.Status = status
			return c.early(r, m, size), nil
		}
	}
}

// end returns the end of the last stage.
func (c *continued) end(r *gplib.Result, m gplib.Model) *gplib.End {
	return &gplib.End{
		Status: r.Status, Model: m, Value: r.Value, Score: r.Value,
		Name: r.Method + ", continued", Objective: r.Trace.Objective, Warnings: slices.Concat(r.Warnings, r.Notes), Bounds: []cov.Param{},
		Posterior: func(gplib.Model) (gplib.Posterior, gplib.Findings, error) { return r.Posterior, nil, nil },
	}
}

// early returns the end of a fit whose last stage has size observations.
func (c *continued) early(r *gplib.Result, m gplib.Model, size int) *gplib.End {
	end := c.end(r, m)
	end.Warnings = append(end.Warnings, gplib.Finding{
		Code: "unfinished", Found: fmt.Sprintf("the fit ended at %d of %d observations", size, c.start.Data.Len()), Means: "its value is scaled up",
		Do: "allow more iterations or time",
	})
	end.Posterior = nil // that of the fit, given all observations
	return end
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

// fit runs the learner on the stage. Where there are restarts, the steps of the
// kept one are shown when the stage has ended.
func (s stage) fit(c *continued, m gplib.Model, later bool) (*gplib.Result, error) {
	start, data := c.start, c.start.Data.Subset(s.index)
	settings := start.Within(start.Settings.MaxIter)
	settings.Tol, settings.Src = start.Settings.Tol, start.RNG
	if !later {
		settings.Restarts = start.Settings.Restarts
	}
	adapt := func(step gplib.Step) gplib.Step {
		step.Value *= s.scale
		step.Monitors = append(step.Monitors, gplib.Monitor{Name: "points", Value: float64(data.Len()), Meaning: "observations of the stage"})
		return step
	}
	if settings.Restarts == 0 {
		settings.Observe = func(step gplib.Step) error { return start.Relay(adapt(step)) }
	}
	r, err := c.learner.over(s.valid).Fit(start.Ctx, m, data, settings)
	if r == nil {
		return nil, err
	}
	for _, step := range r.Trace.Steps {
		if settings.Observe != nil || start.Record(adapt(step)) {
			break
		}
	}
	r.Value *= s.scale
	return r, nil
}

func (h HoldOut) validation(n int, rng *rand.Rand) ([]part, error) { return h.partition()(n, rng) }
func (h HoldOut) kept() Storage                                    { return h.Storage }
func (h HoldOut) over(valid [][]int) validated {
	h.Split = indices(valid[0]...)
	return h
}

func (a Adjoint) validation(n int, rng *rand.Rand) ([]part, error) { return a.partition()(n, rng) }
func (a Adjoint) kept() Storage                                    { return a.Storage }
func (a Adjoint) over(valid [][]int) validated {
	if a.Folds == nil {
		a.Split = indices(valid[0]...)
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

// fixedFolds returns Folds that are the given lists of positions.
func fixedFolds(valid [][]int) Folds {
	return func(int, *rand.Rand) ([][]int, error) { return valid, nil }
}
