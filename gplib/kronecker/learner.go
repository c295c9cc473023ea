package kronecker

import (
	"context"
	"fmt"

	"krigo/gplib"
)

// Learner learns the parameters of a model of several outputs by the maximum of the log marginal likelihood [LML], with
// the model's priors. It is [gplib.LBFGS] on that objective: the same comparison of starts, stopping rule and defaults,
// and so the same optimum as [gplib.Fit]. The posterior is a [Posterior]. Models and data that [Check] refuses are
// refused, with the reason. So are folds that leave out single rows: leave out whole points ([gplib.Compare] and
// widget.Race take your own folds).
type Learner struct{}

// Fit learns the parameters of m from d. s may be nil.
func (Learner) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, method{gplib.LBFGS{Objective: ofSomeRows{}}.Method()}, m, d, s)
}

// Auto returns an error: data do not say which of their inputs is the output.
func (Learner) Auto(gplib.Data) (gplib.Model, error) {
	return gplib.Model{}, fmt.Errorf("kronecker: no model is made from data alone, because they do not say which input is the number of the output; " +
		"write one, such as gplib.Model{Cov: cov.Product(cov.On(cov.SE(1), 0), cov.On(cov.Tasks(outputs, 1), 1)), Noise: gplib.Gaussian(0.1)}")
}

// method is the [gplib.Method] of one fit.
type method struct{ gplib.Method }

// Begin implements [gplib.Method].
func (l method) Begin(f *gplib.Fitting) error {
	if err := Check(f.Model, f.Data.X); err != nil {
		return err
	}
	if err := l.Method.Begin(f); err != nil {
		return err
	}
	f.Name, f.Exact = "L-BFGS, Kronecker product", true
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
