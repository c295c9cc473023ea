package mcmc

import (
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Mixture is the posterior of f averaged over models, such as draws of their
// parameters: its mean is the mean of the models' exact posterior means, its variance
// the mean of their variances plus the variance of their means (the law of total
// variance). Intervals treat the mixture as normal.
type Mixture struct {
	models     []gplib.Model
	data       gplib.Data
	components []func() (*gplib.Exact, error)
	chains     *Chains
}

var _ gplib.Posterior = (*Mixture)(nil)

// keptMemory is the most bytes that factors of the components may take; beyond it
// each prediction computes them again.
const keptMemory = 1 << 28

// newMixture returns the average over models of equal weight given data. Its
// models are conditioned at the first use, in O(n³) time each; where their factors
// would take more than 256 MB, at every use.
func newMixture(models []gplib.Model, d gplib.Data) (*Mixture, error) {
	p := &Mixture{models: models, data: d}
	kept := 8*d.Len()*d.Len()*len(models) <= keptMemory
	for i, m := range models {
		if _, err := gplib.ConditionLater(m, d); err != nil {
			return nil, fmt.Errorf("mcmc: model %d of a mixture: %w", i, err)
		}
		condition := func() (*gplib.Exact, error) { return gplib.Condition(m, d) }
		if kept {
			condition = sync.OnceValues(condition)
		}
		p.components = append(p.components, condition)
	}
	return p, nil
}

// Chains returns all draws of the fit by [Learner].
func (p *Mixture) Chains() *Chains {
	if p == nil {
		return nil
	}
	return p.chains
}

// Data returns the data conditioned on.
func (p *Mixture) Data() gplib.Data { return p.data }

// String returns the size in words.
func (p *Mixture) String() string {
	return fmt.Sprintf("mixture of %d posteriors given %d observations", len(p.models), p.data.Len())
}

// Each calls use with the posterior of each model, one after another, until it fails.
func (p *Mixture) Each(use func(e *gplib.Exact) error) error {
	for i, condition := range p.components {
		e, err := condition()
		if err == nil {
			err = use(e)
		}
		if err != nil {
			return fmt.Errorf("mcmc: model %d of a mixture: %w", i, err)
		}
	}
	return nil
}

// Predict returns the mean and the variance of f and y at the m points x, in O(n²m)
// time a model.
func (p *Mixture) Predict(x cov.Inputs) (gplib.Prediction, error) {
	var parts []gplib.Prediction
	err := p.Each(func(e *gplib.Exact) error {
		q, err := e.Predict(x)
		parts = append(parts, q)
		return err
	})
	if err != nil {
		return gplib.Prediction{}, err
	}
	m, share := x.Len(), 1/float64(len(parts))
	all := gplib.Prediction{X: x, Mean: make([]float64, m), Var: make([]float64, m), VarY: make([]float64, m)}
	for _, q := range parts {
		floats.AddScaled(all.Mean, share, q.Mean)
		floats.AddScaled(all.Var, share, q.Var)
		floats.AddScaled(all.VarY, share, q.VarY)
	}
	for _, q := range parts {
		for i, mean := range q.Mean {
			between := share * math.Pow(mean-all.Mean[i], 2)
			all.Var[i] += between
			all.VarY[i] += between
		}
	}
	return all, nil
}

// Covariance returns the joint mean and covariance of the latent f at x.
func (p *Mixture) Covariance(x cov.Inputs) ([]float64, *mat.SymDense, error) {
	var means [][]float64
	within := mat.NewSymDense(x.Len(), nil)
	err := p.Each(func(e *gplib.Exact) error {
		mean, c, err := e.Covariance(x)
		if err != nil {
			return err
		}
		means = append(means, mean)
		within.AddSym(within, c)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	share, all := 1/float64(len(means)), make([]float64, x.Len())
	for _, mean := range means {
		floats.AddScaled(all, share, mean)
	}
	within.ScaleSym(share, within)
	for _, mean := range means {
		gap := floats.SubTo(make([]float64, len(all)), mean, all)
		within.SymRankOne(within, share, mat.NewVecDense(len(gap), gap))
	}
	return all, within, nil
}
