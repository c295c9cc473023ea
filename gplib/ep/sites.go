package ep

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/internal/normal"
	"krigo/gplib/lik"
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
	normal.Sites
	tilted []lik.Tilted
	cavity []float64 // variances
}

// newSites evaluates the covariance function and the mean, in the memory of w.
func newSites(ctx context.Context, m gplib.Model, d gplib.Data, w *normal.Workspace) (*sites, error) {
	s, err := normal.NewSites(ctx, m, d, w)
	return &sites{Sites: s, tilted: make([]lik.Tilted, d.Len())}, err
}

// find sweeps until the sites stay the same, from those given or, if nil, from the posterior of each row
// alone. Where it does not converge, s is the last state and s.Gap is above tight.
func (s *sites) find(ctx context.Context, precision, shift []float64) error {
	s.Begin(precision, shift)
	part, last, best, since := 1.0, math.Inf(1), math.Inf(1), 0
	for s.Sweeps = 1; s.Sweeps <= mostSweeps && since < patience; s.Sweeps++ {
		if err := s.solve(ctx); err != nil {
			return err
		}
		if err := s.moments(ctx); err != nil {
			return err
		}
		if s.Gap <= tight {
			return nil
		}
		if s.Gap > last {
			part = math.Max(part/2, leastPart)
		}
		if since++; s.Gap < best {
			best, since = s.Gap, 0
		}
		last = s.Gap
		for i, t := range s.tilted {
			s.Precision[i] += part * (t.Precision - s.Precision[i])
			s.Shift[i] += part * (t.Shift - s.Shift[i])
		}
	}
	return nil
}

// solve is [normal.Sites.Solve] with the errors of this package.
func (s *sites) solve(ctx context.Context) error {
	err := s.Solve(ctx)
	if errors.Is(err, normal.ErrNoPosterior) {
		return fmt.Errorf("%w: %w", ErrNotConverged, err)
	}
	return err
}

// moments computes cavities and the moments of the products with the likelihood. It uses up the factors.
func (s *sites) moments(ctx context.Context) error {
	var mean []float64
	err := s.Marginals(ctx, func() func(i int) {
		mean, s.cavity = s.Cavity(s.Variances)
		return func(i int) {
			s.tilted[i] = lik.Observed{Lik: s.Model.Lik, Mean: mean[i], Var: s.cavity[i]}.Tilted(s.Data.Y[i])
		}
	})
	if err != nil {
		return err
	}
	s.Gap = 0
	for i, t := range s.tilted {
		v := s.Variances[i]
		gap := math.Max(math.Abs(t.Mean-s.F[i])/math.Sqrt(v), math.Abs(t.Var/v-1))
		if math.IsNaN(gap) || math.IsInf(gap, 0) {
			return fmt.Errorf("%w: row %d has the mean %v and the variance %v with its likelihood, under %v", ErrNotConverged, i, t.Mean, t.Var, s.Model)
		}
		s.Gap = math.Max(s.Gap, gap)
	}
	return nil
}

// logEvidence returns log Z.
func (s *sites) logEvidence() float64 {
	sum := -s.LogDetB/2 - floats.Dot(s.A, s.F)/2 + floats.Dot(s.A, s.Prior)/2
	for i, t := range s.tilted {
		v := s.cavity[i]
		sum += t.Log + math.Log1p(s.Precision[i]*v)/2 + v*s.A[i]*s.A[i]/2
	}
	return sum
}

// converged returns an error unless the moments agree to a tolerance.
func (s *sites) converged(tol float64) error {
	if s.Gap <= tol {
		return nil
	}
	return fmt.Errorf("%w: after %d sweeps the moments of a latent value differ by %.2g of its standard deviation, under %v",
		ErrNotConverged, s.Sweeps-1, s.Gap, s.Model)
}

// atFixedPoint returns the sites with the factors.
func atFixedPoint(ctx context.Context, m gplib.Model, d gplib.Data, precision, shift []float64) (*normal.Sites, error) {
	s, err := newSites(ctx, m, d, new(normal.Workspace))
	if err != nil {
		return nil, err
	}
	if err := s.find(ctx, precision, shift); err != nil {
		return nil, err
	}
	if err := s.converged(loose); err != nil {
		return nil, err
	}
	return &s.Sites, s.solve(ctx)
}
