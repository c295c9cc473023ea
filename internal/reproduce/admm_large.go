package reproduce

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"time"

	"krigo/gplib"
	"krigo/gplib/admm"
	"krigo/gplib/cov"
)

// largeFit is a fit without a matrix.
type largeFit struct {
	name    string
	learner gplib.Learner
	maxIter int // 0 is the learner's
}

// large fits 50,000 points without a matrix: an iteration of ADMM, and whole
// fits by the adjoint scheme and by stochastic validation sets.
func large(ctx context.Context, o Options) ([]Claim, error) {
	n := 50_000
	if o.Quick {
		n = 4000
	}
	fits := []largeFit{
		{"hold-out ADMM", admm.HoldOut{Storage: admm.MatrixFree, NoPolish: true}, 2},
		{"adjoint BFGS", admm.Adjoint{Storage: admm.MatrixFree}, 0},
		{"stochastic, T a tenth", admm.Stochastic{Split: admm.Random(0.9), Storage: admm.MatrixFree}, 0},
	}
	var claims []Claim
	for _, f := range fits {
		more, err := f.measure(ctx, o, n)
		if err != nil {
			return claims, fmt.Errorf("%s: %w", f.name, err)
		}
		claims = append(claims, more...)
	}
	return claims, nil
}

// measure fits and returns the times in seconds and the largest heap.
func (f largeFit) measure(ctx context.Context, o Options, n int) ([]Claim, error) {
	_, d := timed(n)
	m := gplib.Model{Cov: cov.SE(3), Noise: gplib.FixedGaussian(0.25)}
	runtime.GC()
	var heap float64 // MB
	last, least := time.Duration(0), time.Duration(math.MaxInt64)
	fit, err := f.learner.Fit(ctx, m, d, &gplib.Settings{MaxIter: f.maxIter, Observe: func(s gplib.Step) error {
		if s.Iter > 0 {
			least = min(least, s.Elapsed-last)
		}
		last = s.Elapsed
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		heap = math.Max(heap, float64(memory.HeapAlloc)/1e6)
		return nil
	}})
	switch {
	case err != nil:
		return nil, err
	case len(fit.Trace.Steps) < 2:
		return nil, fmt.Errorf("no iteration: %v", errors.Join(ctx.Err(), errors.New(fit.Status.String())))
	}
	o.report("n = %d without a matrix, %s: %v after %d steps, posterior included %v", n, f.name, fit.Status,
		len(fit.Trace.Steps)-1, fit.Elapsed.Round(10*time.Millisecond))
	matrix := 8 * float64(n) * float64(n) / 1e6
	data := fmt.Sprintf("SE, n = %d", n)
	wanted := ""
	if n >= 50_000 { // few points leave little of a matrix to compare with
		wanted = "<= 0.1"
	}
	return []Claim{
		{Claim: "without a matrix, " + f.name + ": seconds an iteration", Data: data, Measured: least.Seconds(), Paper: "–"},
		{Claim: "without a matrix, " + f.name + ": largest heap over that of a matrix", Data: data, Measured: heap / matrix,
			Paper: "–", Wanted: wanted, Holds: wanted != "" && heap <= 0.1*matrix},
	}, ctx.Err()
}
