package softmax

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"krigo/gplib"
	"krigo/gplib/internal/normal"
	"krigo/gplib/lik"
)

// Learner learns the parameters of a model whose likelihood is a [lik.Categorical], by the maximum of the approximate
// log marginal likelihood [LML], with the model's priors. It is [gplib.LBFGS] on that objective: the same comparison of
// starts, stopping rule and defaults. The posterior of the result is a [Posterior]: [Classify] predicts by it.
type Learner struct{}

// method is the descent of [gplib.LBFGS] for classes.
type method struct{ normal.Method }

var _ gplib.ClassesMethod = method{}

// CheckModel implements [gplib.LikelihoodMethod].
func (method) CheckModel(m gplib.Model) error { return checkModel(m) }

// TakesClasses implements [gplib.ClassesMethod].
func (method) TakesClasses() {}

// Fit learns the parameters of m from d. s may be nil.
func (Learner) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	if err := checkModel(m); err != nil {
		return nil, err
	}
	kind := normal.Kind{Package: "softmax", Name: "Laplace (softmax)"}
	return gplib.Learn(ctx, method{normal.NewMethod(LML{}, normal.Method{Kind: kind, Later: posteriorLater})}, m, d, s)
}

// mostUnnamed is the number of classes that [Learner.Auto] takes observations for.
const mostUnnamed = 100

// Auto returns the model of [gplib.AutoLik] with a [lik.Categorical] whose classes are "0", "1", … up to the largest
// observation. It fails where observations are not whole numbers from 0 to 99, or are all 0.
func (Learner) Auto(d gplib.Data) (gplib.Model, error) {
	largest := 0.0
	for i, y := range d.Y {
		if !(y >= 0 && y < mostUnnamed) || y != math.Trunc(y) {
			return gplib.Model{}, fmt.Errorf("softmax: y[%d] is %v, and labels of unnamed classes are whole numbers from 0 to %d; "+
				"gplib.AutoLik takes a lik.Categorical of your own, and a table has Classes", i, y, mostUnnamed-1)
		}
		largest = math.Max(largest, y)
	}
	names := make([]string, int(largest)+1)
	for c := range names {
		names[c] = strconv.Itoa(c)
	}
	return gplib.AutoLik(d, lik.Categorical(names...))
}

func posteriorLater(m gplib.Model, d gplib.Data) (gplib.Posterior, func() (gplib.Findings, error), error) {
	p, err := later(m, d, nil)
	if err != nil {
		return nil, nil, err
	}
	return p, func() (gplib.Findings, error) {
		if _, err := p.given(); err != nil {
			return nil, err
		}
		return p.checkup()
	}, nil
}
