package hetero

import (
	"context"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Learner learns the parameters of a model whose noise is a process ([gplib.NoiseProcess]), those of the process too,
// by the minimum of [Bound], with the model's priors. It is [gplib.LBFGS] on that objective: the same comparison of
// starts, stopping rule and defaults. The posterior is a [Posterior].
type Learner struct{}

// method is the descent of [gplib.LBFGS] for such models.
type method struct{ gplib.Method }

var _ gplib.NoiseProcessMethod = method{}

// TakesNoiseProcess implements [gplib.NoiseProcessMethod].
func (method) TakesNoiseProcess() {}

// Begin implements [gplib.Method].
func (l method) Begin(f *gplib.Fitting) error {
	if err := f.Model.CheckNoiseProcess(f.Data); err != nil {
		return err
	}
	if err := l.Method.Begin(f); err != nil {
		return err
	}
	f.Name = "Variational heteroscedastic"
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

// Fit learns the parameters of m from d. s may be nil.
func (Learner) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, method{gplib.LBFGS{Objective: Bound{}}.Method()}, m, d, s)
}

// Auto returns the model of [gplib.Auto] with a noise process, whose logarithm has [cov.SE] of variance 1 and one
// lengthscale.
func (Learner) Auto(d gplib.Data) (gplib.Model, error) {
	m, err := gplib.Auto(d)
	if err != nil {
		return gplib.Model{}, err
	}
	m.Noise = gplib.NoiseProcess(1, cov.Scale(1, cov.SE(1)))
	return m.FromData(d), nil
}
