package kronecker

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/internal/evidence"
)

// LML is the negative log marginal likelihood of [gplib.LML], in O(t n³) time for t outputs at n points, with the
// gradient too. See [Check] for the models and data it takes.
type LML struct{}

// Name returns "negative log marginal likelihood".
func (LML) Name() string { return gplib.LML{}.Name() }

// Eval returns the value and, where grad is not nil, the gradient with respect to the natural values of m.Params().
func (o LML) Eval(m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	return o.EvalWithin(context.Background(), math.Inf(1), m, d, grad)
}

// EvalWithin implements [gplib.Evidence].
func (LML) EvalWithin(ctx context.Context, limit float64, m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	if err := evidence.CheckGrad("kronecker", grad, len(m.Params())); err != nil {
		return 0, err
	}
	if err := d.Check(); err != nil {
		return 0, err
	}
	g, err := gridOf(m, d.X)
	if err != nil {
		return 0, err
	}
	f, err := factorize(ctx, m, d, g)
	if err != nil {
		return 0, err
	}
	value := f.value()
	if err := evidence.Check("kronecker", value, m); err != nil {
		return 0, err
	}
	if grad == nil || value > limit {
		return value, nil
	}
	clear(grad)
	mean, kernel, noise := m.Layout().Split(grad)
	byNoise, err := f.gradient(ctx, kernel)
	if err != nil {
		return 0, err
	}
	m.Noise.AddGrad(noise, byNoise, d.X)
	if m.Mean != nil {
		by := f.alpha()
		floats.Scale(-1, by)
		m.Mean.AddGrad(mean, by, d.X)
	}
	return value, nil
}

// ofSomeRows is [LML] that takes some of the rows of a grid, too: a fit compares starts by at most 1000 rows, with the
// dense process.
type ofSomeRows struct{ LML }

// Eval implements [gplib.Objective].
func (o ofSomeRows) Eval(m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	return o.EvalWithin(context.Background(), math.Inf(1), m, d, grad)
}

// EvalWithin implements [gplib.Evidence].
func (o ofSomeRows) EvalWithin(ctx context.Context, limit float64, m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	value, err := o.LML.EvalWithin(ctx, limit, m, d, grad)
	if errors.Is(err, errIncomplete) {
		return gplib.LML{}.Eval(m, d, grad)
	}
	return value, err
}
