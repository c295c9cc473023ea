package hetero

import (
	"context"
	"math"

	"krigo/gplib"
	"krigo/gplib/internal/evidence"
)

// Bound is the negative of the evidence lower bound of a model whose noise is a process ([gplib.NoiseProcess]), at the
// best q: an upper bound of the negative log marginal likelihood (the package comment has the formula). The gradient is
// exact at the maximum. One evaluation takes O(n³) time for each of some dozens of steps. It is an error where steps do
// not reach a maximum.
type Bound struct{}

// Name returns "negative evidence lower bound".
func (Bound) Name() string { return "negative evidence lower bound" }

// Eval returns the value and, where grad is not nil, the gradient with respect to the natural values of m.Params().
func (o Bound) Eval(m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	return o.EvalWithin(context.Background(), math.Inf(1), m, d, grad)
}

// EvalWithin implements [gplib.Evidence].
func (Bound) EvalWithin(ctx context.Context, limit float64, m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	if err := evidence.CheckGrad("hetero", grad, len(m.Params())); err != nil {
		return 0, err
	}
	s, err := newState(ctx, m, d)
	if err != nil {
		return 0, err
	}
	if err := s.find(nil); err != nil {
		return 0, err
	}
	if grad != nil && -s.bound <= limit {
		err = s.addGrad(grad)
	}
	return -s.bound, err
}
