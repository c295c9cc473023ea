package inducing

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
	"krigo/gplib/optim"
)

// SVGP is stochastic variational inference for any covariance function (Hensman,
// Fusi and Lawrence 2013): minibatches move q(f(Z)), whitened, by natural
// gradients (Salimbeni, Eleftheriadis and Hensman 2018), and the
// hyper-parameters with the coordinates of the inducing points by Adam. A step
// takes O(sm² + m³) time for minibatches of s rows. Memory is O(m²) besides the
// data.
//
// An iteration is a pass over the data, and of at least 20 minibatches. After it,
// two more passes put q where the bound is highest, which has a closed form for
// Gaussian noise, and take the gradient given all data. The value of a step is the
// bound at that q, exactly the variational free energy of [Sparse], plus the
// model's priors if any. The result is the best of them, with that q: its
// posterior is a [Posterior] of [VFE].
//
// With a likelihood ([gplib.Model].Lik) q has no such form (Hensman, Matthews and Ghahramani 2015; Khan and
// Lin 2017): after each iteration a few passes of natural gradients given all data raise the bound, until it
// is highest where a minibatch is all the data. The value of a step is the negative
// evidence lower bound at that q, and memory is O(m²) a step.
//
// The fit has converged where the largest derivative is at most Settings.Tol
// (1e-4) times the value, and with a likelihood the rise that a step of q
// promises, too. If the mean value of five iterations is not lower by a part of
// Tol than that of the five before, both steps shrink to 0.3 of their size;
// after the fifth time the fit has stalled: the noise of minibatches hides the
// little gain left along a ridge of the bound. Settings.MaxIter is 100 by
// default. Up to some 10⁵ rows with noise [Continuous] is faster and goes further.
type SVGP struct {
	// Size is the number of inducing points, m; 0 is 100, or as many as there
	// are data.
	Size int
	// Selector chooses the points to begin with among the data; nil is
	// [Random].
	Selector Selector
	// Hold leaves the points where they are. Inputs without coordinates need it,
	// and covariance functions that are not differentiable by them.
	Hold bool
	// Batch is the number of rows of a minibatch, s; 0 is 256. It is at most the
	// number of data.
	Batch int
	// Natural is the step of natural gradients, in (0, 1]; 0 is 0.1, or 1 where
	// a minibatch is all the data.
	Natural float64
	// Rate is the first step length of Adam; 0 is 0.02.
	Rate float64
	// Jitter is ε of [Sparse]; 0 is 1e-6 times the mean prior variance at the
	// start, and the same throughout the fit.
	Jitter float64
}

// Fit learns the hyper-parameters of m and the inducing points from d; see
// [gplib.Learner].
func (l SVGP) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, &svgp{SVGP: l}, m, d, s)
}

// boundName is the name of the objective with a likelihood.
const boundName = "negative evidence lower bound"

// CheckModel implements [gplib.LikelihoodMethod]: minibatches take any likelihood.
func (*svgp) CheckModel(gplib.Model) error { return nil }

// svgp is the [gplib.Method] of one fit.
type svgp struct {
	SVGP
	units *frame // nil where the points are held
}

func (l *svgp) Begin(f *gplib.Fitting) (err error) {
	n := f.Data.Len()
	if l.Selector == nil {
		l.Selector = Random{}
	}
	if l.Size, err = sizeFor(l.Size, n); err != nil {
		return err
	}
	switch {
	case l.Batch < 0:
		return fmt.Errorf("inducing: SVGP.Batch is %d; it must not be negative", l.Batch)
	case !(l.Natural >= 0 && l.Natural <= 1):
		return fmt.Errorf("inducing: SVGP.Natural is %v; it must lie in (0, 1]", l.Natural)
	case !(l.Rate >= 0) || math.IsInf(l.Rate, 1):
		return fmt.Errorf("inducing: SVGP.Rate is %v; it must not be negative", l.Rate)
	case !(l.Jitter >= 0) || math.IsInf(l.Jitter, 1):
		return fmt.Errorf("inducing: SVGP.Jitter is %v; it must not be negative", l.Jitter)
	}
	l.Batch, l.Rate = min(cmp.Or(l.Batch, 256), n), cmp.Or(l.Rate, 0.02)
	if l.Natural == 0 {
		l.Natural = 0.1
		if l.Batch == n {
			l.Natural = 1
		}
	}
	if err := l.setUnits(f.Model, f.Data.X); err != nil {
		return err
	}
	f.Screen()
	l.Jitter = jitterFor(l.Jitter, f.First(), f.Data)
	f.Name, f.Objective = "SVGP", Sparse{}.Name()
	if f.Model.Lik != nil {
		f.Objective = boundName
	}
	if f.Model.HasPriors() {
		f.Objective += " plus priors"
	}
	f.Together = n*l.Size <= smallStart
	f.Default(100, defaultTol)
	return nil
}

// setUnits returns an error if points move but have no coordinates.
func (l *svgp) setUnits(m gplib.Model, inputs cov.Inputs) error {
	if l.Hold {
		return nil
	}
	x, ok := inputs.(*cov.Matrix)
	if !ok {
		return fmt.Errorf("inducing: SVGP moves points of a matrix, not %T; use Hold to keep them in place", inputs)
	}
	one := x.Subset([]int{0})
	if err := cov.InputGrad(mat.NewDense(1, x.Dim(), nil), m.Cov, one, one, []float64{0}); err != nil {
		return fmt.Errorf("inducing: SVGP moves inducing points; use Hold to keep them in place: %w", err)
	}
	l.units = newFrame(x)
	return nil
}

// Rules of a run.
const (
	leastSteps = 20  // minibatches of an iteration
	window     = 5   // iterations whose mean values are compared
	rateFactor = 0.3 // by which steps fall where the mean does not
	rateFalls  = 5   // after which the fit has stalled
	fewPasses  = 3   // of natural gradients after an iteration of minibatches, with a likelihood
	halvings   = 10  // of a step of natural gradients
)

func (l *svgp) Run(s *gplib.Start) (*gplib.End, error) {
	r, err := l.begin(s)
	if err != nil {
		return nil, err
	}
	if err := r.assess(); err != nil {
		return nil, err
	}
	status, failure := gplib.IterationLimit, error(nil)
	for len(s.Steps()) <= s.Settings.MaxIter {
		var stop bool
		if status, stop = s.Interrupted(); stop {
			break
		}
		if status, failure = r.iterate(); failure != nil || status != gplib.IterationLimit {
			break
		}
	}
	return r.end(status, failure), nil
}

// stochastic is one run.
type stochastic struct {
	*svgp
	*gplib.Start
	points  cov.Inputs  // where they are held
	model   gplib.Model // with the points among its parameters where they move
	space   *optim.Space
	u, grad []float64
	factor  float64 // of the steps
	adam    optim.Stepper
	batches *optim.Batches
	q       *gaussian
	mean    []float64  // of q
	cov     *mat.Dense // of q
	gap     float64    // of q from the best, with a likelihood
	best    *solution
	values  []float64 // since the steps fell
	falls   int
}

// solution is a point of a run.
type solution struct {
	model     gplib.Model
	posterior *Posterior
	value     float64
}

func (s solution) end() *gplib.End {
	return &gplib.End{
		Model: s.model, Value: s.value, Score: s.value,
		Posterior: func(gplib.Model) (gplib.Posterior, gplib.Findings, error) { return s.posterior, nil, nil },
	}
}

func (l *svgp) begin(s *gplib.Start) (*stochastic, error) {
	selection, err := choose(s.Fitting, s.RNG, l.Selector, s.Model, l.Size, false)
	if err != nil {
		return nil, err
	}
	r := &stochastic{svgp: l, Start: s, points: selection.Points(s.Data.X), model: s.Model, factor: 1}
	if l.units != nil {
		r.model.Cov = newLocated(s.Model.Cov, r.points.(*cov.Matrix), l.units)
	}
	if r.space, err = s.SpaceOf(r.model); err != nil {
		return nil, fmt.Errorf("inducing: %w", err)
	}
	r.u, r.grad = r.space.Start(), make([]float64, r.space.Dim())
	if r.adam, err = (optim.Adam{Beta2: 0.99, Rate: func(int) float64 { return r.Rate * r.factor }}).Start(len(r.u)); err != nil {
		return nil, fmt.Errorf("inducing: %w", err)
	}
	r.batches, err = optim.NewBatches(s.Data.Len(), l.Batch, s.RNG)
	return r, err
}

// iterate runs a pass and assesses it. The status is IterationLimit if the run
// goes on.
func (r *stochastic) iterate() (gplib.Status, error) {
	for range max(leastSteps, (r.Data.Len()+r.Batch-1)/r.Batch) {
		if status, stop := r.Interrupted(); stop {
			return status, nil
		}
		if err := r.step(r.Data.Subset(r.batches.Next())); err != nil {
			return gplib.Stalled, err
		}
	}
	if err := r.assess(); err != nil {
		return gplib.Stalled, err
	}
	value, norm := r.values[len(r.values)-1], floats.Norm(r.grad, math.Inf(1))
	switch {
	case math.Max(norm, r.gap*r.gap) <= r.Settings.Tol*math.Max(1, math.Abs(value)):
		return gplib.Converged, nil
	case r.falling():
		return gplib.IterationLimit, nil
	}
	if r.falls++; r.falls == rateFalls {
		return gplib.Stalled, nil
	}
	r.values, r.factor = nil, r.factor*rateFactor
	return gplib.IterationLimit, nil
}

// falling reports whether the mean value still falls, or there are too few to know.
func (r *stochastic) falling() bool {
	n := len(r.values)
	if n < 2*window {
		return true
	}
	last, before := stat.Mean(r.values[n-window:], nil), stat.Mean(r.values[n-2*window:n-window], nil)
	return before-last > r.Settings.Tol*math.Abs(last)
}

// place is a point of a run: a model, with and without its points.
type place struct {
	moved, base gplib.Model
	sparse      Sparse
	kzz         *linalg.Cholesky
}

// here returns the place at u.
func (r *stochastic) here() (p place, err error) {
	p.moved = r.model.With(r.space.Natural(r.u))
	p.base, p.sparse = p.moved, Sparse{Points: r.points, Jitter: r.Jitter}
	if r.units != nil {
		var l located
		p.base, l = unlocated(p.moved)
		p.sparse.Points = l.points()
	}
	p.kzz, err = p.sparse.factorizePoints(p.base)
	return p, err
}

// addGradient adds the derivatives of the bound at some rows by the parameters of
// the moved model.
func (p place) addGradient(total []float64, g *slopes) error {
	natural := make([]float64, len(p.base.Params()))
	g.params(natural)
	if l, ok := p.moved.Cov.(located); ok {
		byTheta, byPoints := natural, mat.NewDense(p.sparse.Points.Len(), len(l.frame.mean), nil)
		if err := g.points(byPoints); err != nil {
			return err
		}
		natural = make([]float64, len(total))
		l.join(natural, p.base, byTheta, byPoints)
	}
	floats.Add(total, natural)
	return nil
}

// step moves q and u by a minibatch.
func (r *stochastic) step(rows gplib.Data) error {
	here, err := r.here()
	if err != nil {
		return err
	}
	f, err := here.sparse.projected(here.base, rows, here.kzz)
	if err != nil {
		return err
	}
	weight := float64(r.Data.Len()) / float64(rows.Len())
	slopes, err := r.moveq(f, weight)
	if err != nil {
		return err
	}
	total := make([]float64, len(here.moved.Params()))
	if err := here.addGradient(total, slopes); err != nil {
		return err
	}
	if r.chain(total, here.moved); floats.HasNaN(r.grad) {
		return fmt.Errorf("inducing: SVGP: the derivatives are %v", r.grad)
	}
	r.adam.Step(r.u, r.grad)
	return nil
}

// moveq takes a step of natural gradients by a minibatch, and returns the other derivatives: with noise at the q that
// it moves to, with a likelihood at the one before, whose expected log densities both need.
func (r *stochastic) moveq(f *factors, weight float64) (*slopes, error) {
	if r.Model.Lik == nil {
		precision, shift := f.gaussianSites()
		if err := r.mix(f, weight, precision, shift); err != nil {
			return nil, err
		}
		return f.bound(r.mean, r.cov, weight), nil
	}
	at := f.marginals(r.mean, r.cov)
	e := f.expected(at)
	precision, shift := sites(e, at)
	slopes := f.boundAt(r.mean, at, e, weight)
	return slopes, r.mix(f, weight, precision, shift)
}

// mix mixes the sites of a minibatch into q. Where a likelihood that is not log-concave leaves q no positive
// precision, the step is halved.
func (r *stochastic) mix(f *factors, weight float64, precision, shift []float64) (err error) {
	rate := r.Natural * r.factor
	for range halvings {
		q := r.q.clone()
		q.decay(rate)
		q.add(rate*weight, f.v, precision, shift)
		if err = r.setq(q); err == nil {
			return nil
		}
		rate /= 2
	}
	return err
}

// setq sets q with its moments.
func (r *stochastic) setq(q *gaussian) error {
	mean, covariance, _, err := q.moments()
	if err != nil {
		return err
	}
	r.q, r.mean, r.cov = q, mean, covariance
	return nil
}

// chain sets the gradient by u, less that of the log prior.
func (r *stochastic) chain(total []float64, moved gplib.Model) {
	_, prior := moved.LogPrior()
	floats.SubTo(prior, total, prior)
	r.space.Chain(r.grad, prior, r.u)
}

// assess puts q at its optimum, records a step with the gradient given all data
// and keeps the best.
func (r *stochastic) assess() error {
	here, err := r.here()
	if err != nil {
		return err
	}
	p, value, monitors, err := r.raise(here)
	if err != nil {
		return err
	}
	if err := r.gradient(here); err != nil {
		return err
	}
	prior, _ := here.base.LogPrior()
	value -= prior
	if r.best == nil || value < r.best.value {
		r.best = &solution{here.base, p, value}
	}
	r.values = append(r.values, value)
	data, q := r.Data, r.q
	if here.base.Lik == nil {
		q = nil // computed again
	}
	sparse, base := here.sparse, here.base
	end := func() (*gplib.End, error) {
		p, err := sparse.at(base, data, q)
		if err != nil {
			return nil, err
		}
		return solution{base, p, value}.end(), nil
	}
	r.RecordAt(gplib.Step{
		Value: value, Theta: here.base.Theta(), GradNorm: floats.Norm(r.grad, math.Inf(1)),
		Monitors: append([]gplib.Monitor{
			{Name: "rate", Value: r.Rate * r.factor, Meaning: "step size of the hyper-parameters"},
		}, monitors...),
	}, end)
	return nil
}

// raise puts q where the bound is highest or, with a likelihood and minibatches, a few passes higher. It returns
// the posterior and the negative bound.
func (r *stochastic) raise(here place) (p *Posterior, value float64, monitors []gplib.Monitor, err error) {
	if here.base.Lik == nil {
		p, value, bound, err := here.sparse.optimum(here.base, r.Data)
		if err != nil {
			return nil, 0, nil, err
		}
		return p, value, sparseMonitors(bound, len(p.c)), r.setq(p.gaussian())
	}
	passes, from := fewPasses, r.q
	if r.Batch == r.Data.Len() {
		passes = mostPasses
	}
	if from == nil {
		from = newGaussian(here.kzz.Len())
	}
	q, bound, gap, err := here.sparse.ascend(context.WithoutCancel(r.Ctx), here.base, r.Data, here.kzz, from, passes)
	if err != nil {
		return nil, 0, nil, err
	}
	if p, err = q.posterior(here.sparse, here.base, r.Data, here.kzz); err != nil {
		return nil, 0, nil, err
	}
	r.gap = gap
	monitors = []gplib.Monitor{
		{Name: "promised rise", Value: gap * gap, Meaning: "of the bound by a step of q; 0 is its maximum"},
		{Name: "inducing points", Value: float64(len(p.c)), Meaning: "number of inducing points"},
	}
	return p, -bound, monitors, r.setq(q)
}

// gradient computes the gradient given all data, in one pass.
func (r *stochastic) gradient(here place) error {
	total := make([]float64, len(here.moved.Params()))
	err := eachBlock(r.Data, func(block gplib.Data) error {
		f, err := here.sparse.projected(here.base, block, here.kzz)
		if err != nil {
			return err
		}
		return here.addGradient(total, f.bound(r.mean, r.cov, 1))
	})
	r.chain(total, here.moved)
	return err
}

func (r *stochastic) end(status gplib.Status, failure error) *gplib.End {
	e := r.best.end()
	e.Status = status
	if failure != nil {
		e.Warnings = gplib.Findings{{
			Code: "step-failed", Found: "the fit ended where a step failed", Means: failure.Error(), Do: "a lower SVGP.Rate or a larger Jitter may go on",
		}}
	}
	return e
}
