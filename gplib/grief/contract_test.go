package grief

import (
	"testing"

	"krigo/gplib"
	"krigo/gplib/learntest"
	"krigo/gplib/mcmc"
)

func TestLearnersKeepTheContract(t *testing.T) {
	x, y := someData(t, 40, 2, 1)
	for name, l := range map[string]gplib.Learner{
		"type II": TypeII{Functions: 8}, "type II from the model": TypeII{Functions: 8, Exact: -1},
		"type I": TypeI{Functions: 8, Chains: 2}, "NUTS": TypeI{Functions: 8, Chains: 1, Sampler: mcmc.NUTS{}},
		"quadrature": Quadrature{Functions: 8},
	} {
		t.Run(name, func(t *testing.T) { learntest.Check(t, l, someModel(2), gplib.Data{X: x, Y: y}) })
	}
}
