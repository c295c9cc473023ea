package rkhs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// fit is one call of a learner's Fit or FitRows.
type fit struct {
	Training
	ctx      context.Context
	settings gplib.Settings
	began    time.Time
	model    gplib.Model
	kernel   *Kernel
	data     gplib.Data // empty where the rows come from a reader
	rows     rows
	start    func() method
	ownRate  float64 // multiplies the rate of the method's own parameters
	noise    cov.Param
	seed     [2]uint64
	best     *run
	warnings []string
}

// plan is what a learner brings to a fit.
type plan struct {
	Training
	start   func() method
	ownRate float64 // 0 is 1
	// linear tells that the method takes linear kernels only.
	linear bool
}

func (p plan) fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	if err := d.Check(); err != nil {
		return nil, fmt.Errorf("rkhs: %w", err)
	}
	if err := m.Check(d.X); err != nil {
		return nil, fmt.Errorf("rkhs: %w", err)
	}
	f, err := p.prepare(ctx, m, s)
	if err != nil {
		return nil, err
	}
	if err := f.kernel.Check(d.X); err != nil {
		return nil, err
	}
	f.data, f.rows = d, inMemory(m, d)
	return f.run()
}

func (p plan) fitRows(ctx context.Context, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error) {
	f, err := p.prepare(ctx, m, s)
	if err != nil {
		return nil, err
	}
	if r != nil && r.Dim() != f.kernel.features.In() {
		return nil, fmt.Errorf("rkhs: %v takes inputs of dimension %d, the reader has %d", f.kernel.features, f.kernel.features.In(), r.Dim())
	}
	if f.rows, err = streamed(m, r); err != nil {
		return nil, err
	}
	return f.run()
}

// prepare checks what does not depend on the rows.
func (p plan) prepare(ctx context.Context, m gplib.Model, s *gplib.Settings) (*fit, error) {
	f := &fit{ctx: ctx, began: time.Now(), model: m, start: p.start, ownRate: p.ownRate}
	if s != nil {
		f.settings = *s
	}
	if f.ownRate == 0 {
		f.ownRate = 1
	}
	var err error
	if f.Training, err = p.resolved(&f.settings); err != nil {
		return nil, err
	}
	if err := f.takeModel(p.linear); err != nil {
		return nil, err
	}
	src := f.settings.Src
	if src == nil {
		src = rand.NewPCG(1, 2)
	}
	f.seed = [2]uint64{src.Uint64(), src.Uint64()}
	return f, nil
}

// takeModel wants a Kernel and Gaussian noise of one variance.
func (f *fit) takeModel(linear bool) error {
	var ok bool
	if f.kernel, ok = f.model.Cov.(*Kernel); !ok {
		return fmt.Errorf("rkhs: the covariance function is %T; it must be Linear or Gaussian of this package", f.model.Cov)
	}
	if f.kernel.err != nil {
		return f.kernel.err
	}
	if _, is := f.kernel.head.(linearHead); linear && !is {
		return errors.New("rkhs: the kernel is Gaussian of the features; this learner takes Linear, such as that of a map that ends with feature.Fourier")
	}
	if f.model.Noise == nil {
		return errors.New("rkhs: the model has no noise")
	}
	ps := f.model.Noise.Params()
	if len(ps) != 1 || ps[0].Name != "noise.variance" {
		return fmt.Errorf("rkhs: the noise is %v; it must have one variance", f.model.Noise)
	}
	f.noise = ps[0]
	if v := f.noise.Value; !(v > 0) || math.IsInf(v, 1) || v < f.noise.Min || v > f.noise.Max {
		return fmt.Errorf("rkhs: the noise variance is %v; it must be positive and within its bounds", v)
	}
	return nil
}

// bounds are the limits of v: those of the parameter, and of numbers at
// which F is well conditioned.
func (f *fit) bounds() (lo, hi float64) {
	if f.noise.Fixed {
		return f.noise.Value, f.noise.Value
	}
	return math.Max(f.noise.Min, 1e-10), math.Min(f.noise.Max, 1e10)
}

// run trains from each start at each rate and keeps the best.
func (f *fit) run() (*gplib.Result, error) {
	number := 0
	for restart := range f.settings.Restarts + 1 {
		for _, rate := range f.Rates {
			r, err := f.newRun(number, restart, rate)
			if err != nil {
				return nil, err
			}
			err = r.train()
			if f.best == nil || r.better(f.best) {
				f.best = r
			}
			if err != nil {
				return f.result(err)
			}
			if r.status == gplib.Cancelled || r.status == gplib.RuntimeLimit {
				f.best.status = r.status
				return f.result(nil)
			}
			number++
		}
	}
	return f.result(nil)
}

// result is that of the best run. failure is from Observe, or a failure of
// numbers or files that ended a run.
func (f *fit) result(failure error) (*gplib.Result, error) {
	r := f.best
	if r.kept == nil {
		return nil, failure
	}
	learned := f.model.With(r.natural(r.kept.u))
	posterior, warnings, err := r.kept.posterior(learned)
	if err != nil {
		return nil, errors.Join(failure, err)
	}
	f.warnings = append(f.warnings, warnings...)
	f.warnBounds(r)
	return &gplib.Result{
		Method: r.method.name(), Model: learned, Posterior: posterior, Value: r.kept.value,
		Trace:  gplib.Trace{Objective: r.objective(), Steps: r.steps},
		Status: r.status, Warnings: f.warnings, Elapsed: time.Since(f.began),
	}, failure
}

func (f *fit) warnBounds(r *run) {
	lo, hi := f.bounds()
	if v := r.kept.noise; lo < hi && (v <= lo*(1+1e-9) || v >= hi*(1-1e-9)) {
		f.warnings = append(f.warnings, fmt.Sprintf("noise.variance = %.4g lies at a bound of [%.4g, %.4g]", v, lo, hi))
	}
}
