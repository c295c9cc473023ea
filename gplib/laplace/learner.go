package laplace

import (
	"context"

	"krigo/gplib"
	"krigo/gplib/internal/normal"
	"krigo/gplib/lik"
)

// Learner learns the parameters of a model with a likelihood, those of the likelihood too, by the
// maximum of the approximate log marginal likelihood [LML], with the model's priors. It is
// [gplib.LBFGS] on that objective: the same comparison of starts, stopping rule and defaults. An
// evaluation takes two or three Cholesky factors and the gradient ([LML.Successive]). The posterior
// is a [Posterior].
type Learner struct{}

var kind = normal.Kind{Package: "laplace", Name: "Laplace", Takes: lik.CheckSmooth}

// Fit learns the parameters of m from d. s may be nil.
func (l Learner) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, normal.NewMethod(LML{}, normal.Method{Kind: kind, Later: posteriorLater}), m, d, s)
}

// Auto returns the model of [gplib.AutoLik] with a likelihood that suits the observations:
// [lik.Bernoulli] where they are 0 and 1, [lik.Poisson] where they are whole numbers from 0, else
// [lik.StudentT]. Observations of two other values, such as -1 and 1, are an error that says how to
// code labels.
func (Learner) Auto(d gplib.Data) (gplib.Model, error) { return normal.Auto(d) }

func posteriorLater(m gplib.Model, d gplib.Data) (gplib.Posterior, func() (gplib.Findings, error), error) {
	p, err := later(m, d, nil)
	if err != nil {
		return nil, nil, err
	}
	return p, func() (gplib.Findings, error) {
		_, err := p.Given()
		return nil, err
	}, nil
}
