package grief

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// Defaults of the learners' options.
const (
	// DefaultPoints is m̄, the grid points of an input.
	DefaultPoints = 10
	// mostPoints is how many an input gets by itself, where its lengthscale is short.
	mostPoints = 100
	// DefaultFunctions is the largest default of p.
	DefaultFunctions = 1000
	// DefaultExact is the number of rows from which an exact Gaussian process
	// learns the first parameters.
	DefaultExact = 1000
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
		o.exact = DefaultExact
	}
	if o.functions < 0 {
		return o, optionError("Functions", float64(o.functions), "it must not be negative")
	}
	return o, checkGrid(o.points, o.pad)
}

// problem is what a learner works on: a model, rows and a grid.
type problem struct {
	*gplib.Fitting
	options
	model       gplib.Model // where starts begin, from which a warm-up moves it
	given       gplib.Model // what Fit was called with
	meanLearned bool        // by the exact start
	rival       []float64   // errors of the exact start, nil where there was none
	parts       *cov.Separable
	rows        dataset.RowReader // less the mean function, once that is held
	sample      gplib.Data        // some rows
	more        gplib.Data        // more of them, in random order, for a warm-up
	n           int
	grid        *Grid
	copied      bool // the sample had copies of rows, which rows still have
}

// newProblem looks at all rows once and moves the fit's model to where an exact
// Gaussian process on some of the rows puts it. Without a reader the rows are
// the fit's data.
func newProblem(f *gplib.Fitting, r dataset.RowReader, o options) (*problem, error) {
	p := &problem{Fitting: f, model: f.Model, given: f.Model, rows: r}
	var err error
	if p.options, err = o.resolved(); err != nil {
		return nil, err
	}
	if err := p.checkModel(); err != nil {
		return nil, err
	}
	if r == nil {
		f.Data, _ = p.withoutCopies(f.Data)
		if p.rows, err = dataset.Rows(f.Data); err != nil {
			return nil, fmt.Errorf("grief: %w", err)
		}
	} else {
		f.RowsLike(dataset.Like(r))
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

// learnRows is Learn for a method whose rows are those of a reader.
func learnRows(ctx context.Context, method gplib.Method, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error) {
	if r == nil {
		return nil, errors.New("grief: FitRows: the reader is nil")
	}
	return gplib.LearnRows(ctx, method, m, s)
}

// checkModel wants a noise of one variance.
func (p *problem) checkModel() error {
	if p.model.Noise == nil || p.model.Cov == nil {
		return errors.New("grief: the model has no noise or no covariance function")
	}
	if ps := p.model.Noise.Params(); len(ps) != 1 || ps[0].Name != "noise.variance" {
		return fmt.Errorf("grief: the noise is %v; it must be of one variance, gplib.Gaussian", p.model.Noise)
	}
	return nil
}

// survey finds n, the grid and a sample of the rows in one pass.
func (p *problem) survey() error {
	s, kept, warm := newSurvey(p.rows.Dim(), p.points), newReservoir(p.sampled(), p.RNG), p.warmReservoir()
	err := eachBlock(p.rows, func(x *mat.Dense, y []float64) error {
		if s.n > uninterrupted {
			if err := p.Ctx.Err(); err != nil {
				return err
			}
		}
		kept.add(x, y)
		warm.add(x, y)
		return s.add(x, y)
	})
	if err != nil {
		return err
	}
	p.n = s.n
	if p.grid, err = s.grid(p.pad); err != nil {
		return err
	}
	if err := p.take(kept); err != nil {
		return fmt.Errorf("grief: %w", err)
	}
	if p.warm {
		p.more, err = warm.data()
		p.more = p.more.Subset(warm.rng.Perm(len(warm.y)))
	}
	return err
}

// sampled is the size of the sample, also where no exact start is wanted: bounds
// and the mean function are taken from it.
func (p *problem) sampled() int {
	if p.exact < 0 {
		return DefaultExact
	}
	return p.exact
}

// take makes the sample of what was kept. Copies of rows are left out of it; where
// it is all the rows, of these too.
func (p *problem) take(kept *reservoir) (err error) {
	if p.sample, err = kept.data(); err != nil {
		return err
	}
	if err := p.model.Check(p.sample.X); err != nil {
		return err
	}
	whole := p.sample.Len() == p.n
	if p.sample, p.copied = p.withoutCopies(p.sample); !p.copied || !whole {
		return nil
	}
	p.copied, p.n = false, p.sample.Len()
	p.rows, err = dataset.Rows(p.sample)
	return err
}

// warmReservoir keeps the rows of a warm-up, or none. It has a generator of
// its own, so that the sample does not depend on it.
func (p *problem) warmReservoir() *reservoir {
	if !p.warm {
		return newReservoir(0, nil)
	}
	return newReservoir(warmRows*max(p.functions, DefaultFunctions), rand.New(rand.NewPCG(p.RNG.Uint64(), 0)))
}

// defaultFunctions is as many as rows, between 100 and 1000: so the basis costs no
// more than the exact start. The paper's experiments have 10^⌊log10 n⌋, which is
// fewer below 1000 rows.
func defaultFunctions(n int) int { return min(max(n, 100), DefaultFunctions) }

// free are the names of the parameters that a model leaves to be learned.
func free(m gplib.Model) []string {
	var names []string
	for _, q := range m.Params() {
		if !q.Fixed {
			names = append(names, q.Name)
		}
	}
	return names
}

// noiseOf is the noise variance of a model.
func noiseOf(m gplib.Model) float64 { return m.Noise.Params()[0].Value }

// firstContext is the context of the first pass over the rows.
func (p *problem) firstContext() context.Context {
	if p.n <= uninterrupted {
		return context.WithoutCancel(p.Ctx)
	}
	return p.Ctx
}
