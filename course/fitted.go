package course

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"krigo/gplib"
)

// Fitted returns an [Answer] that is a fit of m to d, or what makes one: a *gplib.Result, a
// gplib.Model with learned parameters, or a gplib.Learner, which then fits. Its negative
// log marginal likelihood is computed again from the parameters, and may exceed the lowest
// that L-BFGS finds from five starts by at most slack, in nats.
func Fitted(slack float64, m gplib.Model, d gplib.Data) Answer {
	best := sync.OnceValues(func() (*gplib.Result, error) {
		return gplib.Fit(context.Background(), m, d, &gplib.Settings{Restarts: 4, Src: rand.NewPCG(1, 2)})
	})
	return Judged("a *gplib.Result, a gplib.Model or a gplib.Learner", func(a any, _ *rand.Rand) ([]float64, error) {
		learned, err := modelOf(a, m, d)
		if err != nil {
			return nil, err
		}
		theta := learned.Theta()
		return theta, allFinite(theta)
	}, func(theta []float64, _ *rand.Rand) error {
		if want := len(m.Theta()); len(theta) != want {
			return fmt.Errorf("it has %d parameters, want the %d of the model", len(theta), want)
		}
		value, err := gplib.LML{}.Eval(m.With(theta), d, nil)
		if err != nil {
			return err
		}
		r, err := best()
		if err != nil {
			return uncomputed(err)
		}
		if excess := value - r.Value; !(excess <= slack) {
			return fmt.Errorf("a better fit is there: the negative log marginal likelihood is %.3g, which is %.2g more than it need be", value, excess)
		}
		return nil
	})
}

// modelOf returns the model that an answer has learned.
func modelOf(answer any, m gplib.Model, d gplib.Data) (gplib.Model, error) {
	switch a := answer.(type) {
	case *gplib.Result:
		if a == nil {
			return m, errors.New("there is no result")
		}
		return a.Model, nil
	case gplib.Model:
		if a.Cov == nil {
			return m, errors.New("the model has no Cov")
		}
		return a, nil
	case gplib.Learner:
		r, err := a.Fit(context.Background(), m, d, &gplib.Settings{Src: rand.NewPCG(1, 2)})
		if err != nil {
			return m, err
		}
		return r.Model, nil
	}
	return m, fmt.Errorf("the answer is %s, want a *gplib.Result, a gplib.Model or a gplib.Learner", kindOf(answer))
}
