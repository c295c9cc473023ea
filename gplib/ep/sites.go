package ep

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/internal/normal"
	"krigo/gplib/lik"
	"krigo/gplib/parallel"
)

// Bounds of the sweeps.
const (
	mostSweeps = 200
	patience   = 30 // sweeps without progress
	// tight is the difference of the moments of a latent value, relative to its standard deviation and variance, at
	// which sweeps end: that of the log marginal likelihood is of the order of its square. Above
	// loose a posterior is an error, and between both a warning.
	tight = 1e-9
	loose = 1e-3
	// leastPart is the smallest part of a step.
	leastPart = 1.0 / 64
)

// ErrNotConverged is wrapped by the errors of sweeps that do not reach a fixed point.
var ErrNotConverged = errors.New("ep: expectation propagation did not converge")

// sites is the approximation, at the fixed point after find.
type sites struct {
	normal.Approximation
	precision, shift []float64 // of exp(shift f - precision f²/2)
	tilted           []lik.Tilted
	variances        []float64  // of the posterior
	cavity           []float64  // variances
	inverse          *mat.Dense // R, its lower triangle; the factors are used up
	logDet           float64    // log|I + KT|
	gap              float64    // the largest difference of moments
	sweeps           int
}

// newSites evaluates the covariance function and the mean, in the memory of w.
func newSites(ctx context.Context, m gplib.Model, d gplib.Data, w *normal.Workspace) (*sites, error) {
	a, err := normal.New(ctx, m, d, w)
	n := d.Len()
	return &sites{Approximation: a, precision: make([]float64, n), shift: make([]float64, n), tilted: make([]lik.Tilted, n)}, err
}

// find sweeps until the sites stay the same, from those given or, if nil, from the posterior of each row
// alone. Where it does not converge, s is the last state and s.gap is above tight.
func (s *sites) find(ctx context.Context, precision, shift []float64) error {
	if precision == nil {
		s.alone()
	} else {
		copy(s.precision, precision)
		copy(s.shift, shift)
	}
	part, last, best, since := 1.0, math.Inf(1), math.Inf(1), 0
	for s.sweeps = 1; s.sweeps <= mostSweeps && since < patience; s.sweeps++ {
		if err := s.solve(ctx); err != nil {
			return err
		}
		if err := s.moments(ctx); err != nil {
			return err
		}
		if s.gap <= tight {
			return nil
		}
		if s.gap > last {
			part = math.Max(part/2, leastPart)
		}
		if since++; s.gap < best {
			best, since = s.gap, 0
		}
		last = s.gap
		for i, t := range s.tilted {
			s.precision[i] += part * (t.Precision - s.precision[i])
			s.shift[i] += part * (t.Shift - s.shift[i])
		}
	}
	return nil
}

// alone sets the sites as if each row were the only one.
func (s *sites) alone() {
	for i, m := range s.Prior {
		t := lik.Observed{Lik: s.Model.Lik, Mean: m, Var: s.K.At(i, i)}.Tilted(s.Data.Y[i])
		s.precision[i], s.shift[i] = t.Precision, t.Shift
	}
}

// solve computes the posterior mean at the sites, with the factors.
func (s *sites) solve(ctx context.Context) error {
	if err := s.Curve(ctx, s.K, s.precision, true); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return fmt.Errorf("%w: %w, under %v", ErrNotConverged, err, s.Model)
	}
	b := make([]float64, len(s.shift))
	for i, v := range s.shift {
		b[i] = v - s.precision[i]*s.Prior[i]
	}
	s.A = s.Damped(b)
	s.F = s.Values(s.A)
	s.logDet = s.LogDet()
	return nil
}

// moments computes cavities and the moments of the products with the likelihood. It uses up the factors.
func (s *sites) moments(ctx context.Context) error {
	var err error
	if s.variances, s.inverse, err = s.Variances(ctx, s.flat()); err != nil {
		return err
	}
	mean, variance := s.Cavity(s.variances)
	s.cavity = variance
	const cost = 5000 // operations for a row
	parallel.Rows(len(mean), cost*len(mean), func() func(_, lo, hi int) {
		return func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				s.tilted[i] = lik.Observed{Lik: s.Model.Lik, Mean: mean[i], Var: variance[i]}.Tilted(s.Data.Y[i])
			}
		}
	})
	s.gap = 0
	for i, t := range s.tilted {
		v := s.variances[i]
		gap := math.Max(math.Abs(t.Mean-s.F[i])/math.Sqrt(v), math.Abs(t.Var/v-1))
		if math.IsNaN(gap) || math.IsInf(gap, 0) {
			return fmt.Errorf("%w: row %d has the mean %v and the variance %v with its likelihood, under %v", ErrNotConverged, i, t.Mean, t.Var, s.Model)
		}
		s.gap = math.Max(s.gap, gap)
	}
	return nil
}

// flat returns the rows of such small precisions that their variances have to be computed by themselves.
func (s *sites) flat() []int {
	const small = 1e-6
	var rows []int
	for i, t := range s.precision {
		if math.Abs(t)*s.K.At(i, i) < small {
			rows = append(rows, i)
		}
	}
	return rows
}

// logEvidence returns log Z.
func (s *sites) logEvidence() float64 {
	sum := -s.logDet/2 - floats.Dot(s.A, s.F)/2 + floats.Dot(s.A, s.Prior)/2
	for i, t := range s.tilted {
		v := s.cavity[i]
		sum += t.Log + math.Log1p(s.precision[i]*v)/2 + v*s.A[i]*s.A[i]/2
	}
	return sum
}

// converged returns an error unless the moments agree to a tolerance.
func (s *sites) converged(tol float64) error {
	if s.gap <= tol {
		return nil
	}
	return fmt.Errorf("%w: after %d sweeps the moments of a latent value differ by %.2g of its standard deviation, under %v",
		ErrNotConverged, s.sweeps-1, s.gap, s.Model)
}
