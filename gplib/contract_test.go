package gplib_test

import (
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/learntest"
)

func TestLBFGSKeepsTheContract(t *testing.T) {
	for _, o := range []gplib.Objective{nil, gplib.KFold{K: 4, Loss: gplib.SquaredError}, kinked{}} {
		learntest.Check(t, gplib.LBFGS{Objective: o}, model(cov.Scale(1, cov.SE(1))), sample(t, 30, 1))
	}
}

// TestTheExampleOfALearnerKeepsTheContract is for those who copy it.
func TestTheExampleOfALearnerKeepsTheContract(t *testing.T) {
	learntest.Check(t, compass{}, model(cov.Scale(1, cov.SE(1))), sample(t, 30, 1))
}

// kinked is the likelihood plus a kink, at which the simplex method goes on.
type kinked struct{}

func (kinked) Name() string { return "kinked" }

func (kinked) Eval(m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	k, err := kink{}.Eval(gplib.Model{Cov: cov.SE(m.Theta()[1]), Noise: gplib.Gaussian(m.Theta()[2])}, d, nil)
	value, lml := gplib.LML{}.Eval(m, d, grad)
	if err == nil {
		err = lml
	}
	return value + 1000*k, err
}
