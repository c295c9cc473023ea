package cholqr

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"krigo/gplib"
	"krigo/gplib/inducing"
	"krigo/gplib/optim"
)

// search is one call of Fit.
type search struct {
	ctx      context.Context
	learner  Hybrid
	model    gplib.Model
	data     gplib.Data
	settings gplib.Settings
	names    []string
	free     int // parameters that are not fixed
	rng      *rand.Rand
	began    time.Time
	restart  int
	best     *walk
	observed error // from Observe
}

func newSearch(ctx context.Context, h Hybrid, m gplib.Model, d gplib.Data, s *gplib.Settings) (*search, error) {
	if ctx == nil {
		return nil, errors.New("cholqr: Fit: ctx is nil; context.Background() is one")
	}
	f := &search{ctx: ctx, model: m, data: d, began: time.Now()}
	if s != nil {
		f.settings = *s
	}
	for _, err := range []error{d.Check(), m.Check(d.X), f.settings.Check()} {
		if err != nil {
			return nil, fmt.Errorf("cholqr: %w", err)
		}
	}
	space, err := optim.NewSpace(m.Params())
	if err != nil {
		return nil, fmt.Errorf("cholqr: %w", err)
	}
	f.free = space.Dim()
	if f.learner, err = h.resolved(d.Len(), f.free); err != nil {
		return nil, err
	}
	f.defaults()
	return f, nil
}

func (f *search) defaults() {
	s := &f.settings
	if s.MaxIter == 0 {
		s.MaxIter = defaultMaxIter
	}
	if s.Tol == 0 {
		s.Tol = defaultTol
	}
	if s.Src == nil {
		s.Src = rand.NewPCG(1, 2)
	}
	f.rng = rand.New(s.Src)
	for _, p := range f.model.Params() {
		f.names = append(f.names, p.Name)
	}
}

// starts goes from the model and from random parameters, and keeps the start
// of the lowest objective.
func (f *search) starts() error {
	for f.restart = range f.settings.Restarts + 1 {
		m := f.model
		if f.restart > 0 {
			m = f.model.Perturbed(1, f.rng)
		}
		w, err := newWalk(f, m)
		if err != nil && f.restart == 0 {
			return err
		}
		if err != nil {
			continue
		}
		w.run()
		if f.best == nil || w.value < f.best.value {
			f.best = w
		}
		if status, stop := f.interrupted(); stop {
			f.best.status = status
			return nil
		}
	}
	return nil
}

// choose is the inducing points to begin with. A fit that is cancelled before
// it has any gets random ones.
func (f *search) choose(m gplib.Model) ([]int, error) {
	selection, err := f.learner.Start.Select(f.ctx, m, f.data, f.learner.M, f.rng)
	if err != nil && f.ctx.Err() != nil {
		selection, err = inducing.Random{}.Select(context.WithoutCancel(f.ctx), m, f.data, f.learner.M, f.rng)
	}
	if err != nil {
		return nil, fmt.Errorf("cholqr: the points to begin with: %w", err)
	}
	return selection.Index, nil
}

// interrupted tells whether the fit must end, and why.
func (f *search) interrupted() (gplib.Status, bool) {
	switch {
	case f.observed != nil || f.ctx.Err() != nil:
		return gplib.Cancelled, true
	case f.settings.Runtime > 0 && time.Since(f.began) >= f.settings.Runtime:
		return gplib.RuntimeLimit, true
	}
	return gplib.Converged, false
}

// result is the learner's answer from the best start.
func (f *search) result() (*gplib.Result, error) {
	w := f.best
	sparse := w.sparse()
	p, err := sparse.Condition(w.model, f.data)
	if err != nil {
		return nil, fmt.Errorf("cholqr: posterior at the learned parameters: %w", err)
	}
	warnings := w.warnings
	if j := p.Jitter(); j > 0 {
		warnings = append(warnings, fmt.Sprintf("jitter of %.3g was added to the diagonal of the covariance matrix", j))
	}
	return &gplib.Result{
		Method: f.learner.name(), Model: w.model, Value: w.value, Status: w.status,
		Posterior: &Posterior{p, w.factors.index(), w.first, w.swaps},
		Trace:     gplib.Trace{Objective: sparse.Name(), Steps: w.steps},
		Warnings:  warnings, Elapsed: time.Since(f.began),
	}, f.observed
}
