package vi

import (
	"context"
	"errors"
	"math"

	"krigo/gplib"
	"krigo/gplib/internal/evidence"
	"krigo/gplib/internal/normal"
	"krigo/gplib/lik"
)

// ELBO is the negative of the evidence lower bound of a model with a likelihood, at the normal distribution of the
// latent values that maximises it (the package comment has the formula): an upper bound of the
// negative log marginal likelihood. The gradient is exact at the maximum. One evaluation takes O(n³)
// time for each of ten to forty steps, and two n × n matrices. It is an error where steps do not reach a maximum.
type ELBO struct{}

// Name returns "negative evidence lower bound".
func (ELBO) Name() string { return "negative evidence lower bound" }

// Eval returns the value and, where grad is not nil, the gradient with respect to the natural
// values of m.Params(). m must have a likelihood.
func (o ELBO) Eval(m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	return o.EvalWithin(context.Background(), math.Inf(1), m, d, grad)
}

// EvalWithin implements [gplib.Evidence].
func (ELBO) EvalWithin(ctx context.Context, limit float64, m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	return evaluate(ctx, limit, m, d, grad, new(normal.Memory))
}

// Successive implements [gplib.Successive]: an evaluation takes the memory of the last one and, if the
// likelihood is log-concave, begins at its sites.
func (ELBO) Successive() gplib.Evidence { return normal.Successive(ELBO{}, evaluate) }

// evaluate evaluates [ELBO].
func evaluate(ctx context.Context, limit float64, m gplib.Model, d gplib.Data, grad []float64, w *normal.Memory) (float64, error) {
	if err := errors.Join(kind.Check(m, d), evidence.CheckGrad("vi", grad, len(m.Params()))); err != nil {
		return 0, err
	}
	s, err := newSites(ctx, m, d, &w.Workspace)
	if err != nil {
		return 0, err
	}
	precision, shift := w.Take(m, d)
	if err := errors.Join(s.find(ctx, precision, shift), s.converged(nearly)); err != nil {
		return 0, err
	}
	w.Keep(&s.Sites)
	value := -s.bound
	if grad != nil && value <= limit {
		err = s.Gradient(ctx, grad, func(dst []float64, i int) {
			lik.Observed{Lik: m.Lik, Mean: s.F[i], Var: s.Variances[i]}.ExpectedParams(dst, d.Y[i])
		})
	}
	return value, err
}
