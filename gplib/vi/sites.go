package vi

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/internal/normal"
	"krigo/gplib/lik"
)

// Bounds of the steps.
const (
	mostSteps = 300
	// tight is how far the sites are from those of the best q, in standard deviations and variances of the latent
	// values, where steps end: the bound is lower by about its square. Rounding may end them before. Up to
	// nearly an evaluation of the bound is taken; above loose a posterior is an error, and between both a warning.
	tight  = 1e-9
	nearly = 1e-6
	loose  = 1e-3
)

// ErrNotConverged is wrapped by the errors of steps that do not reach a maximum of the bound.
var ErrNotConverged = errors.New("vi: the variational approximation did not converge")

// sites is q, the best one after find.
type sites struct {
	normal.Sites
	expected []lik.Expected
	bound    float64 // the evidence lower bound
	size     float64 // of its terms
}

// newSites evaluates the covariance function and the mean, in the memory of w.
func newSites(ctx context.Context, m gplib.Model, d gplib.Data, w *normal.Workspace) (*sites, error) {
	s, err := normal.NewSites(ctx, m, d, w)
	return &sites{Sites: s, expected: make([]lik.Expected, d.Len())}, err
}

// find ascends from the sites given or, if nil, from those of each row alone. Where it does not converge, s is the
// best state and s.Gap is above tight.
func (s *sites) find(ctx context.Context, precision, shift []float64) error {
	if err := s.begin(ctx, precision, shift); err != nil {
		return err
	}
	_, count, err := normal.Ascend(ctx, s.place(), tight, mostSteps, func(at []float64) (normal.Place, error) {
		copy(s.Precision, at)
		copy(s.Shift, at[len(s.Precision):])
		if err := s.evaluate(ctx); err != nil {
			return normal.Place{}, err
		}
		return s.place(), nil
	})
	s.Sweeps = count
	return err
}

// begin evaluates the first sites. Where their negative precisions have no posterior, it leaves these out.
func (s *sites) begin(ctx context.Context, precision, shift []float64) error {
	s.Begin(precision, shift)
	err := s.evaluate(ctx)
	if err == nil || ctx.Err() != nil {
		return err
	}
	for i, v := range s.Precision {
		if v < 0 {
			s.Precision[i], s.Shift[i] = 0, 0
		}
	}
	if err = s.evaluate(ctx); err != nil && ctx.Err() == nil {
		return fmt.Errorf("%w: %w", ErrNotConverged, err)
	}
	return err
}

// place returns the sites, precisions before shifts, and those of the next step.
func (s *sites) place() normal.Place {
	n := len(s.F)
	p := normal.Place{
		At: append(slices.Clone(s.Precision), s.Shift...), Way: make([]float64, 2*n), Units: append(slices.Clone(s.Variances), s.Variances...),
		Bound: s.bound, Size: s.size, Gap: s.Gap,
	}
	for i, e := range s.expected {
		w := -2 * e.ByVar
		p.Way[i], p.Way[n+i] = w-s.Precision[i], e.ByMean+w*s.F[i]-s.Shift[i]
		p.Units[n+i] = math.Sqrt(s.Variances[i])
	}
	return p
}

// evaluate computes q of the sites with the bound and the gap, and uses up the factors.
func (s *sites) evaluate(ctx context.Context) error {
	if err := s.Solve(ctx); err != nil {
		return err
	}
	err := s.Marginals(ctx, func() func(i int) {
		return func(i int) {
			s.expected[i] = lik.Observed{Lik: s.Model.Lik, Mean: s.F[i], Var: s.Variances[i]}.Expected(s.Data.Y[i])
		}
	})
	if err != nil {
		return err
	}
	quadratic := floats.Dot(s.A, s.F) - floats.Dot(s.A, s.Prior)
	s.bound, s.size, s.Gap = -(s.LogDetB+quadratic)/2, (math.Abs(s.LogDetB)+math.Abs(quadratic))/2, 0
	for i, e := range s.expected {
		v, w := s.Variances[i], s.Precision[i]
		s.bound += e.Value + w*v/2
		s.size += math.Abs(e.Value) + math.Abs(w*v)/2
		gap := math.Max(math.Abs(e.ByMean-s.A[i])*math.Sqrt(v), math.Abs(-2*e.ByVar-w)*v)
		if math.IsNaN(gap) || math.IsInf(gap, 0) {
			return fmt.Errorf("row %d has the expected log likelihood %v with the derivatives %v and %v at the mean %v and the variance %v, under %v",
				i, e.Value, e.ByMean, e.ByVar, s.F[i], v, s.Model)
		}
		s.Gap = math.Max(s.Gap, gap)
	}
	if math.IsNaN(s.bound) || math.IsInf(s.bound, 0) {
		return fmt.Errorf("the evidence lower bound is %v under %v", s.bound, s.Model)
	}
	return nil
}

// converged returns an error unless q is the best to a tolerance.
func (s *sites) converged(tol float64) error {
	if s.Gap <= tol {
		return nil
	}
	return fmt.Errorf("%w: after %d steps %s, under %v", ErrNotConverged, s.Sweeps, gapOf(&s.Sites), s.Model)
}

// gapOf says how far sites are from the best.
func gapOf(s *normal.Sites) string {
	return fmt.Sprintf("a latent value is %.2g of its standard deviation or variance away from the maximum of the evidence lower bound", s.Gap)
}

// atMaximum returns the best sites with the factors.
func atMaximum(ctx context.Context, m gplib.Model, d gplib.Data, precision, shift []float64) (*normal.Sites, error) {
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
	return &s.Sites, s.Solve(ctx)
}
