package reproduce

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/dataset"
	"krigo/gplib/metric"
)

// exactClaim is a published test error of exact inference.
type exactClaim struct {
	set   string
	paper string
	below float64 // in the unit of y
}

var exactClaims = []exactClaim{
	{"yacht", "< 0.5", 0.5},
	{"housing", "2.9", 1.05 * 2.9},
	{"concrete", "4.95", 1.05 * 4.95},
}

func exactParts() []part {
	var parts []part
	for _, c := range exactClaims {
		parts = append(parts, part{c.set, c.measure, withVerdict})
	}
	return parts
}

// Exact measures the root mean squared test error of exact inference with an
// ARD squared exponential, learned by the marginal likelihood from the
// training observations, over the published folds of three sets, which
// Options.Sets may choose: yacht, housing, concrete. When ctx is cancelled it
// returns the claims that are complete, and the context's error.
func Exact(ctx context.Context, o Options) ([]Claim, error) {
	return runParts(ctx, o, exactParts())
}

// measure is a part of [Exact].
func (c exactClaim) measure(ctx context.Context, o Options) ([]Claim, error) {
	errs, err := c.run(ctx, o)
	if err != nil {
		return nil, err
	}
	mean, sd := meanSD(errs)
	return []Claim{{
		Claim:    "exact GP, ARD SE: RMSE",
		Data:     fmt.Sprintf("%s, %d folds", c.set, len(errs)),
		Measured: mean,
		SD:       sd,
		Paper:    c.paper,
		Wanted:   fmt.Sprintf("< %.3g", c.below),
		Holds:    mean < c.below,
	}}, nil
}

// run returns the test errors of the folds.
func (c exactClaim) run(ctx context.Context, o Options) ([]float64, error) {
	set, err := o.uci(c.set)
	if err != nil {
		return nil, err
	}
	folds, settings := set.Folds(), &gplib.Settings{}
	if o.Quick {
		folds, settings.MaxIter = min(folds, 2), 50
	}
	var errs []float64
	for k := range folds {
		began := time.Now()
		rmse, err := exactFold(ctx, set, k, settings)
		if err != nil {
			return nil, fmt.Errorf("fold %d: %w", k+1, err)
		}
		o.report("%s, fold %d of %d: RMSE %.4g, %v", c.set, k+1, folds, rmse, time.Since(began).Round(10*time.Millisecond))
		errs = append(errs, rmse)
	}
	return errs, nil
}

// exactFold learns from the training part of a fold, standardised by its own
// mean and scale, and returns the test error in the unit of y.
func exactFold(ctx context.Context, set *dataset.Benchmark, k int, s *gplib.Settings) (float64, error) {
	train, test, err := set.Fold(k)
	if err != nil {
		return 0, err
	}
	fit, err := gplib.Standardised(gplib.LBFGS{}).Fit(ctx, standardModel(dimension(train)), train, s)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return 0, err
	}
	p, err := fit.Predict(test.X)
	if err != nil {
		return 0, err
	}
	return metric.RMSE(test.Y, p.Mean)
}

// spread returns the standard deviation of v, 0 for one value.
func spread(v []float64) float64 {
	_, sd := meanSD(v)
	return sd
}

func meanSD(v []float64) (mean, sd float64) {
	if len(v) < 2 {
		return stat.Mean(v, nil), 0
	}
	return stat.MeanStdDev(v, nil)
}
