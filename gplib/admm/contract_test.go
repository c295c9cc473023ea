package admm

import (
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/learntest"
)

func TestLearnersKeepTheContract(t *testing.T) {
	d := draw(t, cov.SE(1), grid(30), 0.05, 1)
	for name, l := range map[string]gplib.Learner{
		"hold-out": HoldOut{}, "paper": Paper(), "adjoint": Adjoint{}, "stochastic": Stochastic{Batch: 5},
		"consensus": KFold{}, "naive": KFold{Scheme: Naive}, "continuation": Continuation{Smallest: 8, Growth: 2},
		"gradient descent": GradientDescent{},
	} {
		t.Run(name, func(t *testing.T) { learntest.Check(t, l, seModel(), d) })
	}
}
