package admm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
)

// problem holds a learner's name and the options that the learners of this
// package share.
type problem struct {
	name     string
	parts    partition // nil is Interleaved's
	storage  Storage
	columns  int     // of the preconditioner; 0 is automatic, negative is none
	floor    float64 // of the noise, in noise units; 0 is automatic
	raw      bool
	scale    Scale
	copies   int  // sets of the folds in memory at once; 0 is 1
	keepLast bool // the last point of a start is its answer
	// begin, called once, returns the scheme that runs each start.
	begin func(f *fit) scheme
	// lastIter, where not nil, replaces Settings.MaxIter in what observers see.
	lastIter func(f *fit) int
	err      error // of the learner's options
}

// scheme runs one start from the coordinates phi.
type scheme func(r *recorder, phi []float64) gplib.Status

// fit is the [gplib.Method] of one fit by a cross-validating learner.
type fit struct {
	*gplib.Fitting
	problem
	scheme  scheme
	space   *space
	scaling *scaling
	layout  []part
	folds   folds
	own     folds           // of a scheme with its own folds
	extra   []gplib.Monitor // of the scheme, which are 0 in iterations on F
	// unscaled is the finding where rescaling failed.
	unscaled gplib.Findings
}

func (p problem) fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, &fit{problem: p}, m, d, s)
}

// Begin implements [gplib.Method].
func (f *fit) Begin(g *gplib.Fitting) (err error) {
	f.Fitting = g
	if f.err != nil {
		return f.err
	}
	if err := checkNoise(g.Model, g.Data); err != nil {
		return err
	}
	if f.parts == nil {
		f.parts = Interleaved().partition()
	}
	if f.layout, err = f.parts(g.Data.Len(), g.RNG); err != nil {
		return err
	}
	g.Screen()
	// Where a start gives parts of a sum the same lengthscale, their weights are not unique.
	f.scaling = cmp.Or(findScaling(g.Model, g.Data.X), findScaling(g.First(), g.Data.X))
	f.space = f.newSpace()
	f.folds = f.newFolds()
	for _, l := range f.folds {
		if err := l.checkSpread(); err != nil {
			return err
		}
	}
	if p := len(f.space.free) + 1; g.Data.Len() < rowsPerParameter*p {
		g.Warnings = append(g.Warnings, gplib.Finding{
			Code:  "few-observations",
			Found: fmt.Sprintf("%d observations say little of %d parameters by the errors of those held out", g.Data.Len(), p),
			Do:    "learn by the likelihood (gplib.LBFGS), or fix some",
		})
	}
	g.Name, g.Objective = f.name, f.objective()
	conditionOnAll(g, f.storage)
	g.Together = g.Data.Len() <= smallStart
	if f.begin != nil {
		f.scheme = f.begin(f)
	}
	if f.lastIter != nil {
		g.LastIter = f.lastIter(f)
	}
	return nil
}

// rowsPerParameter is the least number of observations, for each parameter, from
// which errors on those held out are learned without a warning.
const rowsPerParameter = 3

// smallStart is the number of observations up to which starts run at the same
// time; the solves of more take all processors.
const smallStart = 1000

// forStart returns the fit with its own folds, so that no start depends on another.
func (f *fit) forStart(number int) *fit {
	if number == 0 {
		return f
	}
	own := *f
	own.folds = own.newFolds()
	own.scheme = own.begin(&own)
	return &own
}

// Run implements [gplib.Method].
func (f *fit) Run(s *gplib.Start) (*gplib.End, error) {
	f = f.forStart(s.Number)
	r := f.newRecorder(s)
	status := f.scheme(r, f.space.phiOf(f.scaled(s.Model.Theta())))
	switch {
	case r.phi == nil && r.err != nil:
		return nil, r.err
	case r.phi == nil:
		return nil, fmt.Errorf("admm: no finite hold-out error from parameters %v", f.space.start)
	}
	return &gplib.End{
		Status: status, Model: s.Fitting.Model.With(f.space.theta(r.phi)), Value: r.value, Score: r.value,
		Bounds: f.space.bounded(r.phi, f.floor == 0),
		Finish: func(e *gplib.End) (err error) {
			e.Model, err = f.rescaled(r)
			e.Warnings = append(f.findings(r), f.BelowBaseline(e.Model)...)
			return err
		},
	}, nil
}

// scaled returns theta with its variances multiplied by the factor that gives the
// frozen one its value in the space.
func (f *fit) scaled(theta []float64) []float64 {
	if f.scaling == nil {
		return theta
	}
	at := f.scaling.frozen(f.space.layout)
	c := math.Pow(f.space.start[at]/theta[at], 1/f.scaling.w[at])
	return f.scaling.apply(theta, c)
}

// conditionOnAll makes a fit's posteriors condition on T and V together. It holds
// none of the method's matrices.
func conditionOnAll(g *gplib.Fitting, s Storage) {
	g.Condition = func(learned gplib.Model) (gplib.Posterior, gplib.Findings, error) {
		_, stop := g.Interrupted()
		p, found, err := condition(learned, g.Data, s, stop)
		if err != nil {
			return nil, nil, fmt.Errorf("admm: posterior at the learned parameters: %w", err)
		}
		return p, found, nil
	}
}

// checkNoise returns an error unless every point has noise.
func checkNoise(m gplib.Model, d gplib.Data) error {
	noise := make([]float64, d.X.Len())
	m.Noise.Var(noise, d.X)
	for i, v := range noise {
		if !(v > 0) || math.IsInf(v, 1) {
			return fmt.Errorf("admm: the noise variance at point %d is %v; it must be positive", i, v)
		}
	}
	return nil
}

// newSpace returns the space of the learned parameters, narrowed to the data.
func (f *fit) newSpace() *space {
	frozen := -1
	if f.scaling != nil {
		frozen = f.scaling.frozen(f.First().Layout())
	}
	s := newSpace(f.First(), f.Params(f.First()), f.raw, frozen)
	s.narrowToData(f.Data.X, f.noiseUnit()*cmp.Or(f.floor, firstFloor))
	return s
}

// newFolds returns a set of the fit's hold-out problems.
func (f *fit) newFolds() folds {
	fs := make(folds, len(f.layout))
	for k, p := range f.layout {
		fs[k] = f.newLagrangian(p)
		fs[k].cg.stop = f.stop
	}
	return fs
}

// stop reports whether solves should give up.
func (f *fit) stop() bool {
	_, stop := f.Interrupted()
	return stop
}

func (f *fit) newLagrangian(p part) *lagrangian {
	room := storageLimit / (len(f.layout) * max(1, f.copies))
	stored := f.storage.stores(len(p.train), len(p.valid), room)
	columns := f.columns
	switch {
	case columns == 0 && stored && len(p.train) <= wholeLimit:
		columns = whole
	case columns == 0:
		columns = max(1, min(100, len(p.train)/5, room/(8*len(p.train))))
	}
	dT, dV := f.Data.Subset(p.train), f.Data.Subset(p.valid)
	op := newOperator(dT.X, dV.X, stored, columns)
	op.mayFactor = f.columns == 0 && stored && columns != whole && f.storage.stores(len(p.train), len(p.train)+len(p.valid), room)
	return newLagrangian(f.space, op, dT.Y, dV.Y)
}

// checkSpread returns an error if the observations on T equal the mean.
func (l *lagrangian) checkSpread() error {
	l.move(l.phiOf(l.start))
	if floats.Norm(l.yT, 2) == 0 {
		return errors.New("admm: d.Y equals the mean at every training point")
	}
	return nil
}

func (f *fit) findings(r *recorder) gplib.Findings {
	var found gplib.Findings
	if loose := f.looseSolves(); loose > 0 {
		found = append(found, gplib.Finding{
			Code:  "ill-conditioned",
			Found: fmt.Sprintf("conjugate gradients missed their tolerance in %d solves", loose),
			Means: "C is ill-conditioned, as with very little noise",
			Do:    "raise the lower bound of the noise (Model.Bound), or learn by gplib.LBFGS",
		})
	}
	if r.rough {
		found = append(found, gplib.Finding{Code: "unfinished", Found: "the fit was stopped before the error at the start was known", Means: "its value is rough"})
	}
	if f.Model.HasPriors() {
		found = append(found, gplib.Finding{
			Code: "priors-unused", Found: "priors are not used",
			Means: "a sum of squares is no log density to which theirs could be added", Do: "learn by gplib.LBFGS to use them",
		})
	}
	if f.floorBinds(r) {
		found = append(found, gplib.Finding{Code: "noise-floor", Found: "a learned noise variance lies at its floor", Do: "a smaller NoiseFloor would lower the error"})
	}
	return append(found, f.unscaled...)
}

func (f *fit) looseSolves() int {
	loose := 0
	for _, l := range slices.Concat(f.folds, f.own) {
		loose += l.cg.loose
	}
	return loose
}

// objective returns the name of F.
func (f *fit) objective() string {
	if len(f.layout) == 1 {
		return "hold-out sum of squares"
	}
	return fmt.Sprintf("%d-fold sum of squares", len(f.layout))
}
