package admm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// search is what one call of any learner's Fit goes through: random starts in
// the space of the learned parameters, of which the best is kept.
type search struct {
	model    gplib.Model
	data     gplib.Data
	settings gplib.Settings
	rng      *rand.Rand
	space    *space
	record   *recorder // of the best start so far
	status   gplib.Status
	warnings []string
}

// newSearch checks the arguments of Fit. The search has no space yet.
func newSearch(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*search, error) {
	if ctx == nil {
		return nil, errors.New("admm: Fit: ctx is nil; context.Background() is one")
	}
	f := &search{model: m, data: d}
	if s != nil {
		f.settings = *s
	}
	if err := check(m, d, f.settings); err != nil {
		return nil, err
	}
	src := f.settings.Src
	if src == nil {
		src = rand.NewPCG(1, 2)
	}
	f.rng = rand.New(src)
	return f, nil
}

// begin starts the clock of a search in a space.
func (f *search) begin(ctx context.Context, s *space) {
	f.space = s
	f.record = (&recorder{
		ctx: ctx, settings: &f.settings, began: time.Now(),
		space: s, names: names(s.params), begun: new(bool),
	}).next(0)
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
	return s.Check()
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
func (f *search) starts(run func(r *recorder, phi []float64) gplib.Status) {
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

// randomStart is uniform on the learning scale, at most a factor 10 from the
// model's own start where that scale is logarithmic.
func (f *search) randomStart(first []float64) []float64 {
	phi := slices.Clone(first)
	for j := range phi {
		phi[j] += math.Log(10) * (2*f.rng.Float64() - 1)
	}
	f.space.clamp(phi)
	return phi
}

// result is the learner's answer from the best start: the model at theta and
// its posterior given T and V together.
func (f *search) result(method, objective string, theta []float64, s Storage) (*gplib.Result, error) {
	r := f.record
	learned := f.model.With(theta)
	_, interrupted := r.interrupted()
	posterior, warnings, err := condition(learned, f.data, s, interrupted)
	if err != nil {
		return nil, fmt.Errorf("admm: posterior at the learned parameters: %w", err)
	}
	for _, name := range f.space.atBounds(r.phi) {
		f.warnings = append(f.warnings, fmt.Sprintf("%s ended at a bound of its range", name))
	}
	return &gplib.Result{
		Method: method, Model: learned, Posterior: posterior, Value: r.value,
		Trace:  gplib.Trace{Objective: objective, Steps: r.steps},
		Status: f.status, Warnings: append(f.warnings, warnings...), Elapsed: time.Since(r.began),
	}, r.err
}
