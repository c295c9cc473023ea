package grief

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// Defaults of the learners' options.
const (
	// DefaultPoints is m̄, the grid points of an input.
	DefaultPoints = 10
	// DefaultFunctions is the largest default of p.
	DefaultFunctions = 1000
	// DefaultExact is the number of rows from which an exact Gaussian process
	// learns the first parameters.
	DefaultExact = 1000
	// noiseFloor bounds a learned noise variance from below, as a part of
	// the mean square of y.
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
}

// resolved fills in defaults.
func (o options) resolved() (options, error) {
	if o.points == 0 {
		o.points = DefaultPoints
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
	model  gplib.Model // where starts begin, from which a warm-up moves it
	rows   dataset.RowReader
	sample gplib.Data // some rows
	more   gplib.Data // more of them, in random order, for a warm-up
	n      int
	grid   *Grid
}

// newProblem looks at all rows once and moves the fit's model to where an exact
// Gaussian process on some of the rows puts it. Without a reader the rows are
// the fit's data.
func newProblem(f *gplib.Fitting, r dataset.RowReader, o options) (*problem, error) {
	p := &problem{Fitting: f, model: f.Model, rows: r}
	var err error
	if p.options, err = o.resolved(); err != nil {
		return nil, err
	}
	if r == nil {
		if p.rows, err = dataset.Rows(f.Data); err != nil {
			return nil, fmt.Errorf("grief: %w", err)
		}
	}
	if err := p.checkModel(); err != nil {
		return nil, err
	}
	if err := p.survey(); err != nil {
		return nil, err
	}
	if p.functions == 0 {
		p.functions = defaultFunctions(p.n)
	}
	if err := p.bound(); err != nil {
		return nil, err
	}
	err = p.startExact()
	f.Model = p.model
	return p, err
}

// learnRows is Learn for a method whose rows are those of a reader.
func learnRows(ctx context.Context, method gplib.Method, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error) {
	if r == nil {
		return nil, errors.New("grief: FitRows: the reader is nil")
	}
	return gplib.LearnRows(ctx, method, m, s)
}

// checkModel wants a noise of one variance, and holds the mean.
func (p *problem) checkModel() error {
	if p.model.Noise == nil || p.model.Cov == nil {
		return errors.New("grief: the model has no noise or no covariance function")
	}
	if ps := p.model.Noise.Params(); len(ps) != 1 || ps[0].Name != "noise.variance" {
		return fmt.Errorf("grief: the noise is %v; it must be of one variance, gplib.Gaussian", p.model.Noise)
	}
	if p.model.Mean == nil {
		return nil
	}
	p.HoldMean()
	p.model = p.Model
	p.rows = &residualRows{p.rows, p.model.Mean}
	return nil
}

// residualRows are rows less a mean function.
type residualRows struct {
	dataset.RowReader
	mean gplib.Mean
}

func (r *residualRows) Read(x *mat.Dense, y []float64) (int, error) {
	n, err := r.RowReader.Read(x, y)
	if n == 0 || err != nil {
		return n, err
	}
	points := cov.Points(x.Slice(0, n, 0, r.Dim()))
	if err := r.mean.Check(points); err != nil {
		return 0, err
	}
	mean := make([]float64, n)
	r.mean.Eval(mean, points)
	for i, v := range mean {
		y[i] -= v
	}
	return n, nil
}

// survey finds n, the grid and a sample of the rows in one pass.
func (p *problem) survey() error {
	s, kept, warm := newSurvey(p.rows.Dim(), p.points), newReservoir(max(p.exact, 1), p.RNG), p.warmReservoir()
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
	p.sample, err = kept.data()
	if err != nil {
		return fmt.Errorf("grief: %w", err)
	}
	if err := p.model.Check(p.sample.X); err != nil {
		return fmt.Errorf("grief: %w", err)
	}
	if p.warm {
		p.more, err = warm.data()
		p.more = p.more.Subset(warm.rng.Perm(len(warm.y)))
	}
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

// reservoir keeps a random sample of the rows that pass (Vitter 1985,
// algorithm R).
type reservoir struct {
	size, seen int
	rng        *rand.Rand
	rows       [][]float64
	y          []float64
}

func newReservoir(size int, rng *rand.Rand) *reservoir { return &reservoir{size: size, rng: rng} }

func (r *reservoir) add(x *mat.Dense, y []float64) {
	if r.size == 0 {
		return
	}
	for i, v := range y {
		r.seen++
		if len(r.y) < r.size {
			r.rows, r.y = append(r.rows, append([]float64(nil), x.RawRowView(i)...)), append(r.y, v)
			continue
		}
		if at := r.rng.IntN(r.seen); at < r.size {
			copy(r.rows[at], x.RawRowView(i))
			r.y[at] = v
		}
	}
}

func (r *reservoir) data() (gplib.Data, error) {
	x, err := cov.Rows(r.rows)
	if err != nil {
		return gplib.Data{}, err
	}
	return gplib.NewData(x, r.y)
}

// defaultFunctions is p of the paper's experiments, 10^⌊log10 n⌋ between 10
// and 1000.
func defaultFunctions(n int) int {
	p := 10
	for p*10 <= min(n, DefaultFunctions) {
		p *= 10
	}
	return p
}

// bound keeps learned lengthscales above the spacing of the grid and the
// noise above its floor: below them k̃ loses prior variance.
func (p *problem) bound() error {
	parts, err := cov.Separate(p.model.Cov, p.grid.Dim())
	if err != nil {
		return fmt.Errorf("grief: %w", err)
	}
	rows, err := p.withMean(p.sample)
	if err != nil {
		return err
	}
	p.ScaleTo(rows)
	layout := p.model.Layout()
	least := make([]float64, layout.Len())
	for l, f := range parts.Factors {
		for _, at := range f.Lengthscales {
			least[layout.Mean+at] = math.Max(least[layout.Mean+at], p.grid.Spacing(l))
		}
	}
	square := 0.0
	for _, y := range p.sample.Y {
		square += y * y / float64(p.sample.Len())
	}
	least[layout.Len()-1] = noiseFloor * square
	return p.raise(least)
}

// raise raises the lower bounds of the free parameters, and values below
// them.
func (p *problem) raise(least []float64) error {
	theta, params := p.model.Theta(), p.Params(p.model)
	for i, q := range params {
		switch {
		case !q.Fixed:
			theta[i] = math.Max(theta[i], least[i])
		case q.Value < least[i]:
			p.Warnings = append(p.Warnings, fmt.Sprintf("%s = %.4g is held below %.4g, what the grid resolves", q.Name, q.Value, least[i]))
		}
	}
	p.model = p.model.With(theta)
	for i, q := range params {
		if q.Fixed || least[i] <= q.Min {
			continue
		}
		var err error
		if p.model, err = p.model.Bound(q.Name, least[i], math.Max(q.Max, 10*least[i])); err != nil {
			return fmt.Errorf("grief: %w", err)
		}
	}
	return nil
}

// startExact moves the model to the better of two exact fits on the sample: from
// the model's own parameters, and from those that the data suggest.
func (p *problem) startExact() error {
	if p.exact < 0 || len(p.free()) == 0 {
		return nil
	}
	best := math.Inf(1)
	starts := []gplib.Model{p.model}
	rows, err := p.withMean(p.sample)
	if err != nil {
		return err
	}
	if !p.Settings.OwnStart {
		starts = append(starts, p.model.FromData(rows))
	}
	defer p.lengthenUnseen()
	for _, start := range starts {
		if p.Ctx.Err() != nil {
			break
		}
		fit, err := p.learn(start, rows)
		if err != nil {
			return fmt.Errorf("grief: the exact start: %w", err)
		}
		if fit.Value < best {
			best, p.model = fit.Value, fit.Model
		}
	}
	return nil
}

// unseenRanges is the lengthscale of inputs of which nothing is known, in their
// ranges.
const unseenRanges = 100

// lengthenUnseen makes inputs that are constant in the sample, which says
// nothing of them, hardly matter. Where such an input has a few rare
// values far off, a short lengthscale would give each of them a function of its
// own times every other function.
func (p *problem) lengthenUnseen() {
	parts, err := cov.Separate(p.model.Cov, p.grid.Dim())
	if err != nil {
		return
	}
	theta, ps, first := p.model.Theta(), p.model.Params(), p.model.Layout().Mean
	needed := map[int]float64{} // 0 where an input that varies has it too
	for l, f := range parts.Factors {
		points := p.grid.axes[l].points
		for _, at := range f.Lengthscales {
			before, known := needed[at]
			switch {
			case p.varies(l) || known && before == 0:
				needed[at] = 0
			default:
				needed[at] = max(before, unseenRanges*(points[len(points)-1]-points[0]))
			}
		}
	}
	for at, length := range needed {
		if i := first + at; !ps[i].Fixed {
			theta[i] = math.Min(math.Max(theta[i], length), ps[i].Max)
		}
	}
	p.model = p.model.With(theta)
}

// varies tells whether an input has different values in the sample.
func (p *problem) varies(input int) bool {
	column := p.sample.X.(*cov.Matrix).Column(input)
	return slices.Min(column) < slices.Max(column)
}

// withMean adds the mean function to rows that it was taken from.
func (p *problem) withMean(d gplib.Data) (gplib.Data, error) {
	if p.model.Mean == nil {
		return d, nil
	}
	values := make([]float64, d.Len())
	p.model.Mean.Eval(values, d.X)
	floats.Add(values, d.Y)
	return gplib.NewData(d.X, values)
}

// learn fits the exact marginal likelihood by L-BFGS, without a posterior.
func (p *problem) learn(m gplib.Model, d gplib.Data) (*gplib.Result, error) {
	return gplib.LBFGS{Condition: gplib.Unconditioned}.Fit(p.Ctx, m, d, p.Within(100))
}

// free are the names of the parameters that are learned.
func (p *problem) free() []string {
	var names []string
	for _, q := range p.model.Params() {
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
