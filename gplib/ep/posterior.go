package ep

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"krigo/gplib"
	"krigo/gplib/internal/form"
	"krigo/gplib/internal/normal"
	"krigo/gplib/lik"
)

// Posterior is the approximation of the posterior of a model with a likelihood by expectation propagation. It
// implements [gplib.Differentiable], [gplib.Extendable], [gplib.Savable] and [gplib.LeaveOneOuter].
// Predictions hold the likelihood ([gplib.Prediction].Lik): Mean and Var are those of the latent f,
// and MeanY, QuantileY and IntervalY those of a new observation. A row left out is the cavity of its
// site.
//
// A posterior of a cancelled fit of 1000 observations or more sweeps at its first use: that
// takes O(n³) time, and may fail.
type Posterior struct {
	approximation
	sites func() (*sites, error)
}

// approximation has the methods of a normal approximation.
type approximation = normal.Posterior

// Condition returns the posterior of m, which has a likelihood, given d, without learning. It
// takes O(n³) time for each sweep and two n × n matrices. It fails where sweeps come to no fixed point.
func Condition(m gplib.Model, d gplib.Data) (*Posterior, error) {
	return conditionFrom(m, d, nil, nil)
}

// conditionFrom sweeps from sites, nil for those of each row alone.
func conditionFrom(m gplib.Model, d gplib.Data, precision, shift []float64) (*Posterior, error) {
	p, err := later(m, d, precision, shift)
	if err != nil {
		return nil, err
	}
	if _, err := p.sites(); err != nil {
		return nil, err
	}
	return p, nil
}

// later does conditionFrom, and sweeps at the first use of the posterior. The arguments are
// checked at once.
func later(m gplib.Model, d gplib.Data, precision, shift []float64) (*Posterior, error) {
	if err := kind.Check(m, d); err != nil {
		return nil, err
	}
	return newPosterior(m, d, sync.OnceValues(func() (*sites, error) { return atFixedPoint(m, d, precision, shift) })), nil
}

func newPosterior(m gplib.Model, d gplib.Data, given func() (*sites, error)) *Posterior {
	return &Posterior{normal.NewPosterior("ep", m, d, func() (*normal.Approximation, error) {
		s, err := given()
		if err != nil {
			return nil, err
		}
		return &s.Approximation, nil
	}), given}
}

// atFixedPoint returns the sites with the factors.
func atFixedPoint(m gplib.Model, d gplib.Data, precision, shift []float64) (*sites, error) {
	ctx := context.Background()
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
	return s, s.solve(ctx)
}

// Extend returns the posterior given additional data, at the same parameters: sweeps go on from the sites of
// these data.
func (p *Posterior) Extend(more gplib.Data) (gplib.Posterior, error) {
	all, mean, err := p.Join(more)
	if err != nil {
		return nil, err
	}
	s, err := p.sites()
	if err != nil {
		return nil, err
	}
	precision, shift := slices.Clone(s.precision), slices.Clone(s.shift)
	prior := make([]float64, more.Len())
	s.Model.Cov.Diag(prior, more.X)
	for i, v := range prior {
		t := lik.Observed{Lik: s.Model.Lik, Mean: mean[i], Var: v}.Tilted(more.Y[i])
		precision, shift = append(precision, t.Precision), append(shift, t.Shift)
	}
	q, err := conditionFrom(p.Model(), all, precision, shift)
	if err != nil {
		return nil, err
	}
	return q, nil
}

// formatVersion is the version of a [Posterior]'s binary form: the model, the data and the sites.
const formatVersion = 1

func init() { gplib.RegisterPosterior(&Posterior{}) }

// MarshalBinary returns the posterior's binary form, which [gplib.Load] reads. It fails for parts of
// the model that cannot be described and for inputs that cannot be written.
func (p *Posterior) MarshalBinary() ([]byte, error) {
	s, err := p.sites()
	if err != nil {
		return nil, err
	}
	f := form.New(p, formatVersion)
	f.JSON("model", p.Model())
	f.Data(s.Data.X, s.Data.Y, s.Data.Target)
	f.Floats("precision", s.precision)
	f.Floats("shift", s.shift)
	return f.Seal()
}

// UnmarshalBinary replaces p by the posterior of a binary form, in O(n³) time. It fails if b is not
// such a form, is of a newer version, or is inconsistent; p is unchanged then.
func (p *Posterior) UnmarshalBinary(b []byte) error {
	return form.Restore(p, b, formatVersion, readPosterior)
}

func readPosterior(r *form.Reader) (*Posterior, error) {
	var m gplib.Model
	r.JSON("model", &m)
	var d gplib.Data
	d.X, d.Y, d.Target = r.Data()
	precision, shift := r.Vector("precision", d.Len()), r.Vector("shift", d.Len())
	if r.Err() != nil {
		return nil, r.Err()
	}
	if err := kind.Check(m, d); err != nil {
		return nil, err
	}
	ctx := context.Background()
	s, err := newSites(ctx, m, d, new(normal.Workspace))
	if err != nil {
		return nil, err
	}
	s.precision, s.shift = precision, shift
	if err := s.solve(ctx); err != nil {
		return nil, fmt.Errorf("the sites have no posterior: %w", err)
	}
	return newPosterior(m, d, func() (*sites, error) { return s, nil }), nil
}
