package vi

import (
	"krigo/gplib"
	"krigo/gplib/internal/form"
	"krigo/gplib/internal/normal"
)

// Posterior is the variational normal approximation of the posterior of a model with a likelihood. It
// implements [gplib.Differentiable], [gplib.Extendable], [gplib.Savable] and [gplib.LeaveOneOuter].
// Predictions hold the likelihood ([gplib.Prediction].Lik): Mean and Var are those of the latent f,
// and MeanY, QuantileY and IntervalY those of a new observation. A row is left out by dividing its site out of the
// marginal distribution of its latent value.
//
// A posterior of a cancelled fit of 1000 observations or more is computed at its first use: that
// takes O(n³) time, and may fail.
type Posterior struct{ sited }

// sited has the methods of a normal approximation.
type sited = normal.SitePosterior

// Condition returns the posterior of m, which has a likelihood, given d, without learning. It
// takes O(n³) time for each step and two n × n matrices. It fails where steps do not reach a maximum of the bound.
func Condition(m gplib.Model, d gplib.Data) (*Posterior, error) {
	return own(method.Condition(m, d, nil, nil))
}

func own(p *sited, err error) (*Posterior, error) {
	if err != nil {
		return nil, err
	}
	return &Posterior{*p}, nil
}

// Extend returns the posterior given additional data, at the same parameters: steps go on from the sites of
// these data.
func (p *Posterior) Extend(more gplib.Data) (gplib.Posterior, error) {
	q, err := own(p.Extended(more))
	if err != nil {
		return nil, err
	}
	return q, nil
}

func init() { gplib.RegisterPosterior(&Posterior{}) }

// MarshalBinary returns the posterior's binary form, which [gplib.Load] reads. It fails for parts of
// the model that cannot be described and for inputs that cannot be written.
func (p *Posterior) MarshalBinary() ([]byte, error) { return p.Marshal(p) }

// UnmarshalBinary replaces p by the posterior of a binary form, in O(n³) time. It fails if b is not
// such a form, is of a newer version, or is inconsistent; p is unchanged then.
func (p *Posterior) UnmarshalBinary(b []byte) error {
	return form.RestoreGiven(p, b, normal.SiteFormat, func(m gplib.Model, d gplib.Data, r *form.Reader) (*Posterior, error) {
		return own(method.Read(m, d, r))
	})
}
