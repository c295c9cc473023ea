package gplib

import (
	"math/rand/v2"

	"krigo/gplib/optim"
)

// Perturbed is perturbed in the space of the parameters of m, and m itself if a value is outside its bounds.
func (m Model) Perturbed(std float64, rng *rand.Rand) Model {
	space, err := optim.NewSpace(m.Params())
	if err != nil {
		return m
	}
	return perturbed(m, space, std, rng)
}
