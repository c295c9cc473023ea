package laplace

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/internal/form"
	"krigo/gplib/internal/normal"
)

// Posterior is Laplace's approximation of the posterior of a model with a likelihood. It
// implements [gplib.Differentiable], [gplib.Extendable], [gplib.Savable] and [gplib.LeaveOneOuter].
// Predictions hold the likelihood ([gplib.Prediction].Lik): Mean and Var are those of the latent f,
// and MeanY, QuantileY and IntervalY those of a new observation.
//
// A posterior of a cancelled fit of 1000 observations or more looks for the mode at its first use: that
// takes O(n³) time, and may fail.
type Posterior struct{ approximation }

// approximation has the methods of a normal approximation.
type approximation = normal.Posterior

// Condition returns the posterior of m, which has a likelihood, given d, without learning. It
// takes O(n³) time for each Newton step and two n × n matrices.
func Condition(m gplib.Model, d gplib.Data) (*Posterior, error) {
	return conditionFrom(m, d, nil)
}

// conditionFrom looks for the mode from a guess of the latent values, nil for rough ones.
func conditionFrom(m gplib.Model, d gplib.Data, guess []float64) (*Posterior, error) {
	p, err := later(m, d, guess)
	if err != nil {
		return nil, err
	}
	if _, err := p.Given(); err != nil {
		return nil, err
	}
	return p, nil
}

// later does conditionFrom, and looks for the mode at the first use of the posterior. The arguments are
// checked at once.
func later(m gplib.Model, d gplib.Data, guess []float64) (*Posterior, error) {
	if err := kind.Check(m, d); err != nil {
		return nil, err
	}
	return newPosterior(m, d, sync.OnceValues(func() (*normal.Approximation, error) {
		s, err := atMode(context.Background(), m, d, guess)
		if err != nil {
			return nil, err
		}
		return &s.Approximation, nil
	})), nil
}

func newPosterior(m gplib.Model, d gplib.Data, given func() (*normal.Approximation, error)) *Posterior {
	return &Posterior{normal.NewPosterior("laplace", m, d, given)}
}

// Extend returns the posterior given additional data, at the same parameters: Newton's method goes
// on from the mode of these data, mostly in a few steps.
func (p *Posterior) Extend(more gplib.Data) (gplib.Posterior, error) {
	all, mean, err := p.Join(more)
	if err != nil {
		return nil, err
	}
	s, err := p.Given()
	if err != nil {
		return nil, err
	}
	q, err := conditionFrom(p.Model(), all, slices.Concat(s.F, mean))
	if err != nil {
		return nil, err
	}
	return q, nil
}

// formatVersion is the version of a [Posterior]'s binary form: the model, the data, the mode and its
// weights.
const formatVersion = 1

func init() { gplib.RegisterPosterior(&Posterior{}) }

// MarshalBinary returns the posterior's binary form, which [gplib.Load] reads. It fails for parts of
// the model that cannot be described and for inputs that cannot be written.
func (p *Posterior) MarshalBinary() ([]byte, error) {
	s, err := p.Given()
	if err != nil {
		return nil, err
	}
	f := form.New(p, formatVersion)
	f.Given(p.Model(), form.Data(s.Data))
	f.Floats("mode", s.F)
	f.Floats("weights", s.A)
	return f.Seal()
}

// UnmarshalBinary replaces p by the posterior of a binary form, in O(n³) time. It fails if b is not
// such a form, is of a newer version, or is inconsistent; p is unchanged then.
func (p *Posterior) UnmarshalBinary(b []byte) error {
	return form.RestoreGiven(p, b, formatVersion, readPosterior)
}

func readPosterior(m gplib.Model, d gplib.Data, r *form.Reader) (*Posterior, error) {
	f, a := r.Vector("mode", d.Len()), r.Vector("weights", d.Len())
	if r.Err() != nil {
		return nil, r.Err()
	}
	if err := kind.Check(m, d); err != nil {
		return nil, err
	}
	ctx := context.Background()
	s, err := newLatent(ctx, m, d, new(workspace))
	if err != nil {
		return nil, err
	}
	if gap := floats.Distance(f, s.Values(a), math.Inf(1)); !(gap <= consistent*(1+floats.Norm(f, math.Inf(1)))) {
		return nil, fmt.Errorf("the mode is not that of its weights")
	}
	s.F, s.A, s.value = f, a, s.objective(f, a)
	return newPosterior(m, d, func() (*normal.Approximation, error) { return &s.Approximation, nil }), s.finish(ctx)
}

// consistent is the difference of latent values from their weights in a file, in a file of another
// machine too.
const consistent = 1e-6
