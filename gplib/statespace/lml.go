package statespace

import (
	"context"
	"fmt"
	"math"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/internal/evidence"
)

// LML is the negative log marginal likelihood of [gplib.LML], in time proportional to the n observations: an
// evaluation takes O(n s²) time for a state of s numbers, and one with the gradient about four times as long. The
// gradient keeps the states of about √n rows, at least 16, so that it takes O(n + √n s²) memory: with 256 numbers and
// a million rows about 1.5 GB. The model has Gaussian noise and a covariance function with a state-space form; see
// [Check].
type LML struct{}

// Name returns "negative log marginal likelihood".
func (LML) Name() string { return gplib.LML{}.Name() }

// Eval returns the value and, where grad is not nil, the gradient with respect to the natural values of
// m.Params().
func (o LML) Eval(m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	return o.EvalWithin(context.Background(), math.Inf(1), m, d, grad)
}

// EvalWithin implements [gplib.Evidence].
func (LML) EvalWithin(ctx context.Context, limit float64, m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	if err := evidence.CheckGrad("statespace", grad, len(m.Params())); err != nil {
		return 0, err
	}
	s, o, err := setUp(m, d)
	if err != nil {
		return 0, err
	}
	p := newEvaluation(s, len(o.t))
	value, err := p.value(ctx, o, grad != nil)
	if err != nil {
		return 0, err
	}
	if err := evidence.Check("statespace", value, m); err != nil {
		return 0, err
	}
	if grad == nil || value > limit {
		return value, nil
	}
	byResidual, byNoise := make([]float64, d.Len()), make([]float64, d.Len())
	if err := p.gradient(ctx, o, byResidual, byNoise); err != nil {
		return 0, err
	}
	clear(grad)
	mean, kernel, noise := m.Layout().Split(grad)
	s.addGrad(kernel)
	m.Noise.AddGrad(noise, o.unsorted(byNoise), d.X)
	if m.Mean != nil {
		by := o.unsorted(byResidual)
		for i := range by {
			by[i] = -by[i]
		}
		m.Mean.AddGrad(mean, by, d.X)
	}
	return value, nil
}

// unsorted returns values of the observations by rows of the data.
func (s *series) unsorted(values []float64) []float64 {
	if s.order == nil {
		return values
	}
	rows := make([]float64, len(values))
	for i, row := range s.order {
		rows[row] = values[i]
	}
	return rows
}

// Check returns an error that says why a model cannot be learned from inputs x in a state space, or nil. The model
// has Gaussian noise or a log-concave likelihood, and its covariance function is made of sums, products and powers of
// cov.Matern12, cov.Matern32, cov.Matern52, cov.SHO, cov.Periodic, cov.Cosine, cov.Constant, cov.Linear and
// cov.PolynomialBasis of one input.
func Check(m gplib.Model, x cov.Inputs) error {
	_, _, err := spaceOf(m, x)
	return err
}

// spaceOf returns the state space of a model on inputs.
func spaceOf(m gplib.Model, x cov.Inputs) (*space, *cov.Matrix, error) {
	if err := checkModel(m, x); err != nil {
		return nil, nil, err
	}
	points, err := pointsOf(x)
	if err != nil {
		return nil, nil, err
	}
	s, err := newSpace(m.Cov, points.Dim())
	if err != nil {
		return nil, nil, err
	}
	return s, points, nil
}

// checkModel checks all but the covariance function's form.
func checkModel(m gplib.Model, x cov.Inputs) error {
	if m.Lik == nil {
		return m.Check(x)
	}
	if err := m.CheckLik(x); err != nil {
		return err
	}
	return takesLikelihood(m)
}

// pointsOf returns x as points of a matrix, or an error that says what takes other inputs.
func pointsOf(x cov.Inputs) (*cov.Matrix, error) {
	points, ok := x.(*cov.Matrix)
	if !ok {
		return nil, fmt.Errorf("statespace: the inputs are %T, and a state space observes and predicts at points of a matrix; "+
			"gplib.Condition takes other inputs, such as strings and functionals", x)
	}
	return points, nil
}

// setUp returns the state space of a model and the observations in the order of time.
func setUp(m gplib.Model, d gplib.Data) (*space, *series, error) {
	if err := d.Check(); err != nil {
		return nil, nil, err
	}
	if err := m.Check(d.X); err != nil {
		return nil, nil, err
	}
	s, x, err := spaceOf(m, d.X)
	if err != nil {
		return nil, nil, err
	}
	noise := make([]float64, d.Len())
	m.Noise.Var(noise, d.X)
	o := newSeries(x.Column(s.column), m.Residuals(d), noise)
	s.origin = o.t[0]
	return s, o, nil
}
