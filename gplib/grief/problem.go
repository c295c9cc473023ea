package grief

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// Defaults of the learners' options.
const (
	// DefaultPoints is m̄, the grid points of an input.
	DefaultPoints = 10
	// mostPoints is the most that an input gets by default, if its lengthscale is
	// short.
	mostPoints = 100
	// mostFunctions is the largest default of p.
	mostFunctions = 1000
	// defaultExact is the number of rows from which an exact Gaussian process
	// learns the first parameters.
	defaultExact = 1000
	// noiseFloor bounds a learned noise variance from below, as a part of
	// the variance of y.
	noiseFloor = 1e-4
	// uninterrupted is the number of rows up to which the first pass is not
	// cut short by a cancelled context, so that there is a result.
	uninterrupted = 20000
)

// options are those that the learners of this package share.
type options struct {
	points, functions, exact int
	pad                      float64
	warm                     bool // whether some rows are wanted for a warm-up
	adapt                    bool // whether the grid may have more points
}

// resolved fills in defaults.
func (o options) resolved() (options, error) {
	if o.points == 0 {
		o.points, o.adapt = DefaultPoints, true
	}
	if o.exact == 0 {
		o.exact = defaultExact
	}
	if o.functions < 0 {
		return o, optionError("Functions", float64(o.functions), "it must not be negative")
	}
	return o, checkGrid(o.points, o.pad)
}

// problem is the model, the rows and the grid of a fit.
type problem struct {
	*gplib.Fitting
	options
	model       gplib.Model  // where starts begin, from which a warm-up moves it
	given       gplib.Model  // the model that Fit was called with
	meanLearned bool         // by the exact start
	rival       []float64    // errors of the exact start, nil without one
	exactSteps  []gplib.Step // of the exact start that model is at the end of
	parts       *cov.Separable
	rows        Passes
	less        gplib.Mean // subtracted from the rows' observations, once the mean function is held
	sample      gplib.Data // some rows
	more        gplib.Data // more of them, in random order, for a warm-up
	n           int
	grid        *Grid
	copied      bool // the sample had copies of rows, which rows still have
}

// newProblem takes one pass over all rows and moves the fit's model to the
// parameters that an exact Gaussian process learns from some of the rows. If r
// is nil the rows are the fit's data.
func newProblem(f *gplib.Fitting, r Passes, o options) (*problem, error) {
	p := &problem{Fitting: f, model: f.Model, given: f.Model, rows: r}
	var err error
	if p.options, err = o.resolved(); err != nil {
		return nil, err
	}
	if err := checkNoise(p.model); err != nil {
		return nil, err
	}
	if r == nil {
		f.Data, _ = p.withoutCopies(f.Data)
		if p.rows, err = memoryRows(f.Data); err != nil {
			return nil, err
		}
	} else {
		f.RowsLike(r.Like())
		p.model, p.given = f.Model, f.Model
	}
	if err := p.survey(); err != nil {
		return nil, err
	}
	if p.functions == 0 {
		p.functions = defaultFunctions(p.n)
	}
	if err := errors.Join(p.startExact(), p.aboveCopies()); err != nil {
		return nil, err
	}
	p.holdMean()
	return p, nil
}

// memoryRows returns the passes over data in memory.
func memoryRows(d gplib.Data) (Passes, error) {
	r, err := dataset.Rows(d)
	if err != nil {
		return nil, fmt.Errorf("grief: %w", err)
	}
	return localRows{r}, nil
}

// fitRows runs a learner's FitPasses on the rows of a reader.
func fitRows(ctx context.Context, fit func(context.Context, gplib.Model, Passes, *gplib.Settings) (*gplib.Result, error), m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error) {
	if r == nil {
		return nil, errors.New("grief: FitRows: the reader is nil")
	}
	return fit(ctx, m, localRows{r}, s)
}

// learnPasses is Learn for a method that has its own passes.
func learnPasses(ctx context.Context, method gplib.Method, m gplib.Model, p Passes, s *gplib.Settings) (*gplib.Result, error) {
	if p == nil {
		return nil, errors.New("grief: FitPasses: the passes are nil")
	}
	fit, err := gplib.LearnRows(ctx, method, m, s)
	if warner, ok := p.(interface{ Warnings() gplib.Findings }); ok && err == nil {
		fit.Report(warner.Warnings()...)
	}
	return fit, err
}

// checkNoise returns an error unless the noise has one variance.
func checkNoise(m gplib.Model) error {
	if m.Noise == nil || m.Cov == nil {
		return errors.New("grief: the model has no noise or no covariance function")
	}
	if ps := m.Noise.Params(); len(ps) != 1 || ps[0].Name != "noise.variance" {
		return fmt.Errorf("grief: the noise is %v; it must be of one variance, gplib.Gaussian", m.Noise)
	}
	return nil
}

// survey finds n, the grid and a sample of the rows in one pass.
func (p *problem) survey() error {
	o := SurveyOptions{Points: p.points, Sample: p.sampled(), SampleRNG: p.RNG}
	if p.warm {
		// A generator of its own, so that the sample does not depend on it.
		o.More, o.MoreRNG = warmRows*max(p.functions, mostFunctions), rand.New(rand.NewPCG(p.RNG.Uint64(), 0))
	}
	s, err := p.rows.Survey(p.Ctx, o)
	if err != nil {
		return err
	}
	p.n = s.n
	if p.grid, err = s.Grid(p.pad); err != nil {
		return err
	}
	if err := p.take(s); err != nil {
		return fmt.Errorf("grief: %w", err)
	}
	if p.warm {
		if p.more, err = s.more.data(); err != nil {
			return err
		}
		p.more = p.more.Subset(o.MoreRNG.Perm(p.more.Len()))
	}
	return nil
}

// sampled returns the size of the sample, also where no exact start is wanted:
// bounds and the mean function are taken from it.
func (p *problem) sampled() int {
	if p.exact < 0 {
		return defaultExact
	}
	return p.exact
}

// take makes the sample from the rows that the survey kept, without duplicates. If
// it has all the rows, it replaces them.
func (p *problem) take(s *Survey) (err error) {
	if p.sample, err = s.Sample(); err != nil {
		return err
	}
	if err := p.model.Check(p.sample.X); err != nil {
		return err
	}
	whole := p.sample.Len() == p.n
	if p.sample, p.copied = p.withoutCopies(p.sample); !whole {
		return nil
	}
	p.copied, p.n = false, p.sample.Len()
	p.rows, err = memoryRows(p.sample)
	return err
}

// defaultFunctions returns the number of rows, between 100 and 1000: so the basis
// costs no more than the exact start. The paper's experiments have 10^⌊log10 n⌋,
// which is fewer below 1000 rows.
func defaultFunctions(n int) int { return min(max(n, 100), mostFunctions) }

// free returns the names of a model's free parameters.
func free(m gplib.Model) []string {
	var names []string
	for _, q := range m.Params() {
		if !q.Fixed {
			names = append(names, q.Name)
		}
	}
	return names
}

// noiseOf returns the noise variance of a model.
func noiseOf(m gplib.Model) float64 { return m.Noise.Params()[0].Value }

// firstContext returns the context of the first pass over the rows.
func (p *problem) firstContext() context.Context {
	if p.n <= uninterrupted {
		return context.WithoutCancel(p.Ctx)
	}
	return p.Ctx
}
