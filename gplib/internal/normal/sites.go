package normal

import (
	"context"
	"errors"
	"fmt"
	"math"

	"krigo/gplib"
	"krigo/gplib/lik"
	"krigo/gplib/parallel"

	"gonum.org/v1/gonum/mat"
)

// Sites is a normal approximation that replaces each row's likelihood by a site,
// exp(Shift f - Precision f²/2).
type Sites struct {
	Approximation
	Precision, Shift []float64
	Variances        []float64  // of the posterior
	Lower            *mat.Dense // R, its lower triangle; the factors are used up
	LogDetB          float64    // log|I + KT|
	Gap              float64    // how far the sites are from a fixed point, 0 there
	Sweeps           int
}

// ErrNoPosterior is wrapped by the errors of sites that have no posterior.
var ErrNoPosterior = errors.New("the sites have no posterior")

// NewSites evaluates the covariance function and the mean, in the memory of w.
func NewSites(ctx context.Context, m gplib.Model, d gplib.Data, w *Workspace) (Sites, error) {
	a, err := New(ctx, m, d, w)
	n := d.Len()
	return Sites{Approximation: a, Precision: make([]float64, n), Shift: make([]float64, n)}, err
}

// Begin sets the sites to given ones or, if these are nil, to those of each row as if it were the only one.
func (s *Sites) Begin(precision, shift []float64) {
	if precision != nil {
		copy(s.Precision, precision)
		copy(s.Shift, shift)
		return
	}
	s.eachRow(func(i int) {
		t := lik.Observed{Lik: s.Model.Lik, Mean: s.Prior[i], Var: s.K.At(i, i)}.Tilted(s.Data.Y[i])
		s.Precision[i], s.Shift[i] = t.Precision, t.Shift
	})
}

// eachRow calls f for each row, on all processors.
func (s *Sites) eachRow(f func(i int)) {
	const cost = 5000 // operations for a row
	n := len(s.Prior)
	parallel.Rows(n, cost*n, func() func(_, lo, hi int) {
		return func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				f(i)
			}
		}
	})
}

// Solve computes the posterior mean at the sites, with the factors. The error wraps [ErrNoPosterior], or is that of
// ctx.
func (s *Sites) Solve(ctx context.Context) error {
	if err := s.Curve(ctx, s.K, s.Precision, true); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return fmt.Errorf("%w: %w, under %v", ErrNoPosterior, err, s.Model)
	}
	b := make([]float64, len(s.Shift))
	for i, v := range s.Shift {
		b[i] = v - s.Precision[i]*s.Prior[i]
	}
	s.A = s.Damped(b)
	s.F = s.Values(s.A)
	s.LogDetB = s.LogDet()
	return nil
}

// Marginals computes the posterior variances, and uses up the factors. Then it calls what rows returns for each row, on
// all processors.
func (s *Sites) Marginals(ctx context.Context, rows func() func(i int)) error {
	var err error
	if s.Variances, s.Lower, err = s.Approximation.Variances(ctx, s.flat()); err != nil {
		return err
	}
	s.eachRow(rows())
	return nil
}

// flat returns the rows of such small precisions that their variances have to be computed by themselves.
func (s *Sites) flat() []int {
	const small = 1e-6
	var rows []int
	for i, t := range s.Precision {
		if math.Abs(t)*s.K.At(i, i) < small {
			rows = append(rows, i)
		}
	}
	return rows
}

// Memory passes memory and sites from an evaluation to the next one. The zero value is ready to use.
type Memory struct {
	Workspace
	y, precision, shift []float64 // the sites of data y
}

// Take returns sites to begin at, nil for none, and forgets them. There are none where there may be several fixed
// points: the result would depend on earlier evaluations.
func (w *Memory) Take(m gplib.Model, d gplib.Data) (precision, shift []float64) {
	if w.y != nil && len(w.y) == len(d.Y) && &w.y[0] == &d.Y[0] && lik.LogConcave(m.Lik) {
		precision, shift = w.precision, w.shift
	}
	w.y = nil
	return precision, shift
}

// Keep keeps the sites for the next evaluation.
func (w *Memory) Keep(s *Sites) { w.y, w.precision, w.shift = s.Data.Y, s.Precision, s.Shift }

// Gradient writes the derivatives of the negative log evidence at fixed sites, with rows that add to dst those of
// row i's log likelihood by the parameters of the likelihood.
func (s *Sites) Gradient(ctx context.Context, grad []float64, row func(dst []float64, i int)) error {
	clear(grad)
	mean, kernel, own := s.Model.Layout().Split(grad)
	if err := s.AddGrad(ctx, mean, kernel, s.Lower, nil); err != nil {
		return err
	}
	if len(own) == 0 {
		return nil
	}
	by := make([]float64, len(own))
	for i := range s.F {
		row(by, i)
	}
	for p, v := range by {
		own[p] -= v
	}
	return nil
}
