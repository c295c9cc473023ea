package mcmc

import (
	"errors"
	"fmt"
	"math"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/optim"
)

// Hyperparameters is the posterior density of a model's free parameters. Its
// coordinates are those of [optim.Space], which learners use too; the Jacobian
// of that map is part of the density.
type Hyperparameters struct {
	objective gplib.Objective
	model     gplib.Model
	data      gplib.Data
	space     *optim.Space
	free      []int
	names     []string
}

// Hyper returns the density exp(-objective)·prior of the free parameters of m
// given d. A nil objective is [gplib.LML], for which the density is that of
// type-I inference; of other objectives it is a generalised (Gibbs)
// posterior. Priors are those of the model. A parameter with neither a prior nor
// bounds set by the user gets a weak prior, scaled to the data, by
// [gplib.Model.WithWeakPriors], so that the posterior is proper; models of draws
// ([Hyperparameters.Model]) have these priors. A parameter with user's bounds
// ([gplib.Model.Bound]) and no prior has a flat prior of the natural value between
// them.
func Hyper(objective gplib.Objective, m gplib.Model, d gplib.Data) (*Hyperparameters, error) {
	target := gplib.MAP{Objective: objective}
	if _, err := target.Eval(m, d, nil); err != nil {
		return nil, fmt.Errorf("mcmc: %w", err)
	}
	m, err := m.WithWeakPriors(d)
	if err != nil {
		return nil, fmt.Errorf("mcmc: Hyper: %w", err)
	}
	space, err := optim.NewSpace(m.Params())
	if err != nil {
		return nil, fmt.Errorf("mcmc: %w", err)
	}
	h := &Hyperparameters{objective: target, model: m, data: d, space: space}
	for i, p := range m.Params() {
		if !p.Fixed {
			h.free, h.names = append(h.free, i), append(h.names, p.Name)
		}
	}
	if len(h.free) == 0 {
		return nil, errors.New("mcmc: Hyper: the model has no free parameters")
	}
	return h, nil
}

// Concurrent returns true for objectives of package gplib on few data: an
// evaluation on many already uses all processors.
func (h *Hyperparameters) Concurrent() bool {
	return gplib.Stateless(h.objective) && h.data.Len() <= 500
}

// Names returns the names of the free parameters.
func (h *Hyperparameters) Names() []string { return append([]string(nil), h.names...) }

// Positive reports which of the free parameters are learned on a scale other
// than their own: the logarithm, or close to it where they are small.
func (h *Hyperparameters) Positive() []bool {
	positive, params := make([]bool, len(h.free)), h.model.Params()
	for k, i := range h.free {
		positive[k] = params[i].Transform != cov.Identity
	}
	return positive
}

// Start returns the coordinates of the model's parameters.
func (h *Hyperparameters) Start() []float64 { return h.space.Start() }

// LogDensity returns the log density of u up to a constant, -objective + log prior + log |∂θ/∂u|, and writes its
// gradient to grad, both of the length of Start. It is -Inf, and grad is unchanged, where the objective fails.
func (h *Hyperparameters) LogDensity(grad, u []float64) float64 {
	theta := h.space.Natural(u)
	natural := make([]float64, len(theta))
	value, err := h.objective.Eval(h.model.With(theta), h.data, natural)
	if err != nil {
		return math.Inf(-1)
	}
	h.space.Chain(grad, natural, u)
	for j := range grad {
		grad[j] = -grad[j]
	}
	return h.space.LogJacobian(grad, u) - value
}

// Natural returns the natural values of the free parameters at u.
func (h *Hyperparameters) Natural(u []float64) []float64 {
	theta := h.space.Natural(u)
	values := make([]float64, len(h.free))
	for j, i := range h.free {
		values[j] = theta[i]
	}
	return values
}

// Model returns the model at one draw, the natural values of its free
// parameters, with the priors of the density.
func (h *Hyperparameters) Model(draw []float64) (gplib.Model, error) {
	if len(draw) != len(h.free) {
		return gplib.Model{}, fmt.Errorf("mcmc: Model: %d values for %d free parameters", len(draw), len(h.free))
	}
	return h.at(draw), nil
}

func (h *Hyperparameters) at(draw []float64) gplib.Model {
	theta := h.model.Theta()
	for j, i := range h.free {
		theta[i] = draw[j]
	}
	return h.model.With(theta)
}
