package gplib

import (
	"math/rand/v2"

	"krigo/gplib/cov"
	"krigo/gplib/optim"
)

// Perturbed returns the model with its free parameters drawn around their
// values, for another start of a learner: normally distributed on the scale
// on which learners move, the logarithm of positive ones, with the standard
// deviation std, and inside their bounds. It is the model itself where a
// value lies outside its bounds.
func (m Model) Perturbed(std float64, rng *rand.Rand) Model {
	return perturbed(m, m.Params(), std, rng)
}

// perturbed draws within the bounds of ps, the parameters of m.
func perturbed(m Model, ps []cov.Param, std float64, rng *rand.Rand) Model {
	space, err := optim.NewSpace(ps)
	if err != nil {
		return m
	}
	u := space.Start()
	for j := range u {
		u[j] += std * rng.NormFloat64()
	}
	return m.With(space.Natural(u))
}
