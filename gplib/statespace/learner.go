package statespace

import (
	"context"
	"fmt"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Learner learns the parameters of a model of one ordered input by the maximum of the log marginal likelihood [LML],
// with the model's priors, in time proportional to the observations. A model with a log-concave likelihood, such as
// counts, is learned by Laplace's approximation of it, [Laplace]. It is [gplib.LBFGS] on that objective: the same
// comparison of starts, stopping rule and defaults, and so the same optimum as [gplib.Fit]. The posterior is a
// [Posterior]. Models that [Check] refuses are refused, with the name of the function that has no state-space form.
// A short lengthscale of cov.Periodic makes a large state: the fit bounds it from below, for a state of at most 256
// numbers, and the result's warnings report a lengthscale that ends there.
type Learner struct{}

// Fit learns the parameters of m from d. s may be nil.
func (l Learner) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	objective := gplib.Objective(LML{})
	if m.Lik != nil {
		objective = Laplace{}
	}
	return gplib.Learn(ctx, method{gplib.LBFGS{Objective: objective}.Method()}, m, d, s)
}

// Auto returns the model of [gplib.Auto] for data of one input, and an error for others.
func (Learner) Auto(d gplib.Data) (gplib.Model, error) {
	m, err := gplib.Auto(d)
	if err != nil {
		return gplib.Model{}, err
	}
	if dim := d.X.(*cov.Matrix).Dim(); dim != 1 {
		return gplib.Model{}, fmt.Errorf("statespace: the data have %d inputs, and a state space has one; gplib.Auto(d) is a model of all, which gplib.Fit learns, "+
			"and cov.On(k, 0) reads the first", dim)
	}
	return m, nil
}

// method is the [gplib.Method] of one fit.
type method struct{ gplib.Method }

// CheckModel implements [gplib.LikelihoodMethod].
func (method) CheckModel(m gplib.Model) error { return takesLikelihood(m) }

// Begin implements [gplib.Method].
func (l method) Begin(f *gplib.Fitting) error {
	if err := Check(f.Model, f.Data.X); err != nil {
		return err
	}
	var err error
	if f.Model, err = withLeastLengths(f.Model, f.Data.X.(*cov.Matrix).Dim()); err != nil {
		return err
	}
	if err := l.Method.Begin(f); err != nil {
		return err
	}
	f.Name, f.Exact = "L-BFGS, state space", f.Model.Lik == nil
	data := f.Data
	f.Condition = func(learned gplib.Model) (gplib.Posterior, gplib.Findings, error) {
		p, err := Condition(learned, data)
		if err != nil {
			return nil, nil, err
		}
		return p, nil, nil
	}
	return nil
}
