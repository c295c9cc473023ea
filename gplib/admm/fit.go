package admm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// problem holds the options that the learners of this package share.
type problem struct {
	parts   partition // nil is that of Interleaved
	storage Storage
	columns int     // of the preconditioner; 0 is automatic, negative is none
	floor   float64 // of the noise, relative; 0 is 1e-3
	raw     bool
	scale   Scale
	copies  int // sets of the folds in memory at once; 0 is 1
}

// fit is one call of a learner's Fit.
type fit struct {
	problem
	model    gplib.Model
	data     gplib.Data
	settings gplib.Settings
	rng      *rand.Rand
	scaling  *scaling
	space    *space
	layout   []part
	folds    folds
	record   *recorder // of the best start so far
	status   gplib.Status
	extra    []gplib.Monitor // of the scheme, which are 0 in iterations on F
	warnings []string
	loose    int // solves of a scheme's own folds that missed their tolerance
}

func newFit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings, p problem) (*fit, error) {
	f := &fit{problem: p, model: m, data: d}
	if s != nil {
		f.settings = *s
	}
	if err := check(m, d, f.settings); err != nil {
		return nil, err
	}
	if p.parts == nil {
		p.parts = Interleaved().partition()
	}
	src := f.settings.Src
	if src == nil {
		src = rand.NewPCG(1, 2)
	}
	f.rng = rand.New(src)
	var err error
	if f.layout, err = p.parts(d.X.Len(), f.rng); err != nil {
		return nil, err
	}
	f.scaling = findScaling(m, d.X)
	f.space = f.newSpace()
	f.record = (&recorder{
		ctx: ctx, settings: &f.settings, began: time.Now(),
		space: f.space, names: names(f.space.params), begun: new(bool),
	}).next(0)
	f.folds = f.newFolds()
	for _, l := range f.folds {
		if err := l.checkSpread(); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// check returns an error that names the first argument that cannot be used.
func check(m gplib.Model, d gplib.Data, s gplib.Settings) error {
	if err := d.Check(); err != nil {
		return fmt.Errorf("admm: %w", err)
	}
	if err := m.Check(d.X); err != nil {
		return fmt.Errorf("admm: %w", err)
	}
	noise := make([]float64, d.X.Len())
	m.Noise.Var(noise, d.X)
	for i, v := range noise {
		if !(v > 0) || math.IsInf(v, 1) {
			return fmt.Errorf("admm: the noise variance at point %d is %v; it must be positive", i, v)
		}
	}
	switch {
	case s.MaxIter < 0:
		return optionError("Settings.MaxIter", float64(s.MaxIter), "it must not be negative")
	case s.Restarts < 0:
		return optionError("Settings.Restarts", float64(s.Restarts), "it must not be negative")
	case s.Runtime < 0:
		return optionError("Settings.Runtime", s.Runtime.Seconds(), "it must not be negative")
	case !(s.Tol >= 0):
		return optionError("Settings.Tol", s.Tol, "it must not be negative")
	}
	return nil
}

// newSpace is the space of the learned parameters, narrowed to the data.
func (f *fit) newSpace() *space {
	frozen := -1
	if f.scaling != nil {
		frozen = f.scaling.frozen(layoutOf(f.model))
	}
	s := newSpace(f.model, f.raw, frozen)
	s.narrowToData(f.data.X, f.noiseFloor())
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

// stop tells solves to give up. The first point is always solved for, so
// that there is a result.
func (f *fit) stop() bool {
	_, stop := f.record.interrupted()
	return stop && *f.record.begun
}

func (f *fit) newLagrangian(p part) *lagrangian {
	room := storageLimit / (len(f.layout) * max(1, f.copies))
	columns := f.columns
	if columns == 0 {
		columns = max(1, min(100, len(p.train)/5, room/(8*len(p.train))))
	}
	dT, dV := f.data.Subset(p.train), f.data.Subset(p.valid)
	stored := f.storage.stores(len(p.train), len(p.valid), room)
	return newLagrangian(f.space, newOperator(dT.X, dV.X, stored, columns), dT.Y, dV.Y)
}

// noiseFloor is the least noise variance: a part of the observations'
// variance or, where the scale is free, of the kernel's.
func (f *fit) noiseFloor() float64 {
	floor := f.floor
	if floor == 0 {
		floor = 1e-3
	}
	if f.scaling == nil {
		return floor * stat.Variance(f.data.Y, nil)
	}
	diag := make([]float64, f.data.X.Len())
	f.model.Cov.Diag(diag, f.data.X)
	return floor * stat.Mean(diag, nil)
}

// checkSpread returns an error where nothing is left of the observations on
// T beside the mean.
func (l *lagrangian) checkSpread() error {
	l.move(l.phiOf(l.start))
	if floats.Norm(l.yT, 2) == 0 {
		return errors.New("admm: d.Y equals the mean at every training point")
	}
	return nil
}

func names(ps []cov.Param) []string {
	ns := make([]string, len(ps))
	for i, p := range ps {
		ns[i] = p.Name
	}
	return ns
}

// starts runs the learner from the model's parameters and from random ones,
// and keeps the start of the lowest exact error.
func (f *fit) starts(run func(r *recorder, phi []float64) gplib.Status) {
	first := f.space.phiOf(f.space.start)
	for restart := range f.settings.Restarts + 1 {
		phi := first
		if restart > 0 {
			phi = f.randomStart(first)
		}
		r := f.record.next(restart)
		status := run(r, phi)
		if restart == 0 || r.value < f.record.value {
			f.record, f.status = r, status
		}
		if s, stop := r.interrupted(); stop {
			f.record.err, f.status = r.err, s
			return
		}
	}
}

// randomStart is uniform on the learning scale, at most a factor 5 from the
// model's own start where that scale is logarithmic.
func (f *fit) randomStart(first []float64) []float64 {
	phi := slices.Clone(first)
	for j := range phi {
		phi[j] += math.Log(5) * (2*f.rng.Float64() - 1)
	}
	f.space.clamp(phi)
	return phi
}

// result builds the learner's answer from the best start. Its posterior is
// conditioned on T and V together, exactly.
func (f *fit) result(method string) (*gplib.Result, error) {
	r := f.record
	if r.phi == nil {
		return nil, fmt.Errorf("admm: no start gave a finite hold-out error from parameters %v", f.space.start)
	}
	theta, err := f.rescaled(r.phi)
	if err != nil {
		return nil, err
	}
	learned := f.model.With(theta)
	f.warn()
	posterior, err := gplib.Condition(learned, f.data)
	if err != nil {
		return nil, fmt.Errorf("admm: posterior at the learned parameters: %w", err)
	}
	if j := posterior.Jitter(); j > 0 {
		f.warnings = append(f.warnings, fmt.Sprintf("jitter of %.3g was added to the diagonal of the covariance matrix", j))
	}
	return &gplib.Result{
		Method: method, Model: learned, Posterior: posterior, Value: r.value,
		Trace:  gplib.Trace{Objective: f.objective(), Steps: r.steps},
		Status: f.status, Warnings: f.warnings, Elapsed: time.Since(r.began),
	}, r.err
}

func (f *fit) warn() {
	for _, name := range f.space.atBounds(f.record.phi) {
		f.warnings = append(f.warnings, fmt.Sprintf("%s ended at a bound of its range", name))
	}
	if loose := f.looseSolves(); loose > 0 {
		f.warnings = append(f.warnings, fmt.Sprintf(
			"conjugate gradients missed their tolerance in %d solves; C is ill-conditioned (very little noise?)", loose))
	}
}

func (f *fit) looseSolves() int {
	loose := f.loose
	for _, l := range f.folds {
		loose += l.cg.loose
	}
	return loose
}

// objective is the name of F.
func (f *fit) objective() string {
	if len(f.layout) == 1 {
		return "hold-out sum of squares"
	}
	return fmt.Sprintf("%d-fold sum of squares", len(f.layout))
}
