package reproduce

import (
	"context"
	"fmt"
	"slices"
	"time"

	"krigo/gplib"
	"krigo/gplib/admm"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
	"krigo/gplib/grief"
	"krigo/gplib/inducing"
	"krigo/gplib/rkhs"
)

// robustLearner is a learner at its default settings.
type robustLearner struct {
	name    string
	learner gplib.Learner
	network bool // takes rkhs kernels
	quick   bool
}

var robustLearners = []robustLearner{
	{"exact", gplib.LBFGS{}, false, true},
	{"admm.HoldOut", admm.HoldOut{}, false, false},
	{"admm.KFold", admm.KFold{}, false, false},
	{"grief.TypeII", grief.TypeII{}, false, false},
	{"grief.Quadrature", grief.Quadrature{}, false, true},
	{"cholqr.Hybrid", cholqr.Hybrid{}, false, true},
	{"inducing.Subset", inducing.Subset{}, false, true},
	{"inducing.Continuous", inducing.Continuous{}, false, false},
	{"rkhs.MINIMAX", rkhs.MINIMAX{}, true, false},
	{"rkhs.SCGD", rkhs.SCGD{}, true, false},
}

// learnersOf returns the learners that options choose.
func learnersOf(o Options) []robustLearner {
	return slices.DeleteFunc(slices.Clone(robustLearners), func(l robustLearner) bool {
		return o.Quick && !l.quick || o.Methods != nil && !slices.Contains(o.Methods, l.name)
	})
}

func learnerNames() []string {
	return names(robustLearners, func(l robustLearner) string { return l.name })
}

// model returns the starting point of a user without knowledge of the data.
func (l robustLearner) model(d int, mean gplib.Mean) gplib.Model {
	m := standardModel(d)
	m.Mean = mean
	if l.network {
		m.Cov = rkhs.Linear(perceptron(d), 1)
	}
	return m
}

// dimension returns the dimension of inputs in a matrix.
func dimension(d gplib.Data) int { return d.X.(*cov.Matrix).Dim() }

// attempt fits, within a time limit, and predicts at x. A panic is an error.
func (l robustLearner) attempt(ctx context.Context, limit time.Duration, m gplib.Model, d gplib.Data, x cov.Inputs) (fit *gplib.Result, p gplib.Prediction, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if fit, err = l.learner.Fit(limited, m, d, nil); err != nil {
		return nil, p, err
	}
	p, err = fit.Predict(x)
	return fit, p, err
}

// patience is the time of a fit.
const patience = 2 * time.Minute
