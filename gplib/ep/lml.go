package ep

import (
	"context"
	"errors"
	"math"

	"krigo/gplib"
	"krigo/gplib/internal/evidence"
	"krigo/gplib/internal/normal"
	"krigo/gplib/lik"
)

// LML is the negative of the log marginal likelihood of a model with a likelihood, approximated by
// expectation propagation (the package comment has the formula). The gradient is exact at the fixed
// point. One evaluation takes O(n³) time for each of some ten sweeps, and two n × n matrices. It is an
// error where sweeps do not converge.
type LML struct{}

// Name returns "negative log marginal likelihood (EP)".
func (LML) Name() string { return "negative log marginal likelihood (EP)" }

// Eval returns the value and, where grad is not nil, the gradient with respect to the natural
// values of m.Params(). m must have a likelihood.
func (o LML) Eval(m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	return o.EvalWithin(context.Background(), math.Inf(1), m, d, grad)
}

// EvalWithin implements [gplib.Evidence].
func (LML) EvalWithin(ctx context.Context, limit float64, m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	return evaluate(ctx, limit, m, d, grad, new(normal.Memory))
}

// Successive implements [gplib.Successive]: an evaluation takes the memory of the last one and, if the
// likelihood is log-concave, begins at its sites.
func (LML) Successive() gplib.Evidence { return normal.Successive(LML{}, evaluate) }

// evaluate evaluates [LML].
func evaluate(ctx context.Context, limit float64, m gplib.Model, d gplib.Data, grad []float64, w *normal.Memory) (float64, error) {
	if err := errors.Join(kind.Check(m, d), evidence.CheckGrad("ep", grad, len(m.Params()))); err != nil {
		return 0, err
	}
	s, err := newSites(ctx, m, d, &w.Workspace)
	if err != nil {
		return 0, err
	}
	precision, shift := w.Take(m, d)
	if err := errors.Join(s.find(ctx, precision, shift), s.converged(tight)); err != nil {
		return 0, err
	}
	w.Keep(&s.Sites)
	value := -s.logEvidence()
	if err := evidence.Check("ep", value, m); err != nil {
		return 0, err
	}
	if grad != nil && value <= limit {
		err = s.gradient(ctx, grad)
	}
	return value, err
}

// gradient writes the derivatives of the negative log evidence at fixed sites.
func (s *sites) gradient(ctx context.Context, grad []float64) error {
	return s.Gradient(ctx, grad, func(dst []float64, i int) {
		v := s.cavity[i]
		lik.Observed{Lik: s.Model.Lik, Mean: s.F[i] - s.A[i]*v, Var: v}.TiltedParams(dst, s.Data.Y[i])
	})
}
