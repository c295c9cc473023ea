package admm

import (
	"context"
	"errors"
	"fmt"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
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

// fit is one call of a cross-validating learner's Fit.
type fit struct {
	*search
	problem
	scaling *scaling
	layout  []part
	folds   folds
	extra   []gplib.Monitor // of the scheme, which are 0 in iterations on F
	loose   int             // solves of a scheme's own folds that missed their tolerance
}

func newFit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings, p problem) (*fit, error) {
	if p.parts == nil {
		p.parts = Interleaved().partition()
	}
	base, err := newSearch(ctx, m, d, s)
	if err != nil {
		return nil, err
	}
	f := &fit{search: base, problem: p}
	if f.layout, err = p.parts(d.X.Len(), f.rng); err != nil {
		return nil, err
	}
	f.scaling = findScaling(m, d.X)
	f.begin(ctx, f.newSpace())
	f.folds = f.newFolds()
	for _, l := range f.folds {
		if err := l.checkSpread(); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// newSpace is the space of the learned parameters, narrowed to the data.
func (f *fit) newSpace() *space {
	frozen := -1
	if f.scaling != nil {
		frozen = f.scaling.frozen(f.model.Layout())
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

// stop tells solves to give up.
func (f *fit) stop() bool {
	_, stop := f.record.interrupted()
	return stop
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

// finish returns the learner's answer from the best start.
func (f *fit) finish(method string) (*gplib.Result, error) {
	if f.record.phi == nil {
		return nil, fmt.Errorf("admm: no start gave a finite hold-out error from parameters %v", f.space.start)
	}
	theta, err := f.rescaled()
	if err != nil {
		return nil, err
	}
	f.warn()
	return f.result(method, f.objective(), theta, f.storage)
}

func (f *fit) warn() {
	if loose := f.looseSolves(); loose > 0 {
		f.warnings = append(f.warnings, fmt.Sprintf(
			"conjugate gradients missed their tolerance in %d solves; C is ill-conditioned (very little noise?)", loose))
	}
	if f.record.rough {
		f.warnings = append(f.warnings, "the fit was stopped before the error at the start was known; its value is rough")
	}
	if f.space.hasPriors() {
		f.warnings = append(f.warnings, "priors are not used: a sum of squares is no log density to which theirs could be added")
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
