package gplib

import (
	"fmt"
	"math"
)

// MAP is an objective plus the negative log prior density of the free
// parameters' natural values: its minimum is the maximum of the posterior
// density (type-II MAP) where Objective is [LML]. Parameters without a prior
// have a flat one, fixed ones count as constants. Learners add priors by
// themselves where a model has one.
type MAP struct {
	// Objective is what priors are added to; nil is [LML].
	Objective Objective
}

// Name is that of Objective and "plus priors".
func (o MAP) Name() string { return o.objective().Name() + " plus priors" }

func (o MAP) objective() Objective {
	if o.Objective == nil {
		return LML{}
	}
	return o.Objective
}

// Eval returns the value and, where grad is not nil, the gradient with
// respect to the natural values of m.Params().
func (o MAP) Eval(m Model, d Data, grad []float64) (float64, error) {
	value, err := o.objective().Eval(m, d, grad)
	if err != nil {
		return 0, err
	}
	prior, slopes := m.LogPrior()
	if math.IsNaN(prior) || math.IsInf(prior, 0) {
		return 0, fmt.Errorf("gplib: the log prior density is %v at %v", prior, m)
	}
	if grad != nil {
		for i, s := range slopes {
			grad[i] -= s
		}
	}
	return value - prior, nil
}

// LogPrior returns the log prior density of the free parameters that have a
// prior, at their natural values, and its derivatives by all parameters.
func (m Model) LogPrior() (value float64, grad []float64) {
	ps := m.Params()
	grad = make([]float64, len(ps))
	for i, p := range ps {
		if p.Prior == nil || p.Fixed {
			continue
		}
		v, slope := p.Prior.LogDensity(p.Value)
		value += v
		grad[i] = slope
	}
	return value, grad
}

// HasPriors tells whether a free parameter has a prior.
func (m Model) HasPriors() bool {
	for _, p := range m.Params() {
		if p.Prior != nil && !p.Fixed {
			return true
		}
	}
	return false
}
