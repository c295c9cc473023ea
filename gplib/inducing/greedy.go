package inducing

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// GreedyVariance is the selector of the points of largest variance given the
// earlier ones; see [Greedy]. It ignores y.
type GreedyVariance struct {
	// Tol ends the selection where the trace left is at most this part of the
	// trace of K, in [0, 1).
	Tol float64
}

// Name returns "greedy variance".
func (GreedyVariance) Name() string { return "greedy variance" }

// Fixed is false.
func (GreedyVariance) Fixed() bool { return false }

// Select implements [Selector], in O(n·size²) time.
func (g GreedyVariance) Select(ctx context.Context, m gplib.Model, d gplib.Data, size int, _ rand.Source) (*Selection, error) {
	if err := checkSelectLik(ctx, "GreedyVariance", m, d, size); err != nil {
		return nil, err
	}
	return greedy(ctx, m.Cov, d.X, size, g.Tol)
}

// Greedy chooses at most m of the points x, each the one of largest variance
// given the earlier ones, until the trace left is at most tol times the
// trace of K. It takes O(n m²) time, O(n m) memory and m rows of K.
//
// The trace is a certificate: with these points the evidence lower bound of
// Titsias (2009) is below the log marginal likelihood by at most
// [Selection.Gap], and by t/(2s) to t/s in the mean over y drawn from the
// model, for t = Trace[m] and the noise variance s (Burt, Rasmussen and van der
// Wilk 2020, Journal of Machine Learning Research 21, 131, sections 3 and
// 4.2.2, where the method is called greedy conditional variance).
func Greedy(k cov.Func, x cov.Inputs, m int, tol float64) (*Selection, error) {
	switch {
	case k == nil:
		return nil, errors.New("inducing: Greedy: the covariance function is nil")
	case x == nil || x.Len() == 0:
		return nil, errors.New("inducing: Greedy: there are no points")
	case m < 1:
		return nil, fmt.Errorf("inducing: Greedy: m is %d; it must be at least 1", m)
	}
	if err := k.Check(x); err != nil {
		return nil, fmt.Errorf("inducing: %w", err)
	}
	return greedy(context.Background(), k, x, min(m, x.Len()), tol)
}

func greedy(ctx context.Context, k cov.Func, x cov.Inputs, m int, tol float64) (*Selection, error) {
	if !(tol >= 0 && tol < 1) {
		return nil, fmt.Errorf("inducing: Greedy: tol is %v; it must lie in [0, 1)", tol)
	}
	p, err := newPivoting(k, x, m)
	if err != nil {
		return nil, err
	}
	enough := tol * p.trace[0]
	for p.Len() < m && ctx.Err() == nil && p.trace[p.Len()] > enough {
		j := floats.MaxIdx(p.Rest())
		if !p.eligible(j) {
			break
		}
		p.add(j)
	}
	return p.selection(ctx)
}
