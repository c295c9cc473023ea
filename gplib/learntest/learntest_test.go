package learntest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/learntest"
)

func line(n int) (gplib.Model, gplib.Data) {
	rng := rand.New(rand.NewPCG(3, 1))
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = 4 * rng.Float64()
		y[i] = x[i] - 2 + 0.2*rng.NormFloat64()
	}
	return gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.3)}, gplib.Data{X: cov.Line(x), Y: y}
}

// recorder notes what a check finds wrong.
type recorder struct {
	testing.TB
	faults []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.faults = append(r.faults, fmt.Sprintf(format, args...))
}

// broken spoils what a good learner does.
type broken func(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error)

func (b broken) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return b(ctx, m, d, s)
}

func TestCheckFindsWhatIsWrong(t *testing.T) {
	fit := gplib.Fit
	calls := 0.0
	for want, l := range map[string]broken{
		"Fit panics": func(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
			_ = ctx.Err()
			return fit(ctx, m, d, s)
		},
		"it should be": func(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
			r, err := fit(ctx, m, d, s)
			if err != nil {
				err = fmt.Errorf("mine: %w", err)
			}
			return r, err
		},
		"changed its observations": func(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
			if len(d.Y) > 0 {
				d.Y[0] += 0.001
			}
			return fit(ctx, m, d, s)
		},
		"no steps": func(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
			r, err := fit(ctx, m, d, s)
			if r != nil && ctx.Err() != nil {
				r.Trace.Steps = nil
			}
			return r, err
		},
		"the same seed gave": func(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
			r, err := fit(ctx, m, d, s)
			if r != nil {
				calls++
				r.Value += calls
			}
			return r, err
		},
		"KeptSteps are []": func(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
			r, err := fit(ctx, m, d, s)
			if r != nil {
				r = &gplib.Result{Method: r.Method, Model: r.Model, Posterior: r.Posterior, Value: r.Value, Status: r.Status, Trace: r.Trace}
			}
			return r, err
		},
		"has parameters and value of the result, and predicts": func(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
			r, err := fit(ctx, m, d, s)
			if r != nil {
				r.Posterior, err = gplib.Condition(r.Model, d.Subset([]int{0, 1, 2}))
			}
			return r, err
		},
		"the status is converged": func(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
			r, err := fit(ctx, m, d, s)
			if r != nil {
				r.Status = gplib.Converged
			}
			return r, err
		},
		"and the warnings are": func(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
			r, err := fit(ctx, m, d, s)
			if r != nil {
				r.Warnings = nil
				for i, p := range r.Model.Params() {
					theta := r.Model.Theta()
					if p.Max < 1 {
						theta[i] = p.Max
					} else if p.Min > 1e-3 {
						theta[i] = p.Min
					}
					r.Model = r.Model.With(theta)
				}
			}
			return r, err
		},
	} {
		m, d := line(20)
		found := &recorder{TB: t}
		learntest.Check(found, l, m, d)
		if !strings.Contains(strings.Join(found.faults, "\n"), want) {
			t.Errorf("a learner of which %q is to be told: %q", want, found.faults)
		}
	}
}

func TestGoodLearner(t *testing.T) {
	m, d := line(30)
	learntest.Check(t, gplib.LBFGS{}, m, d)
}
