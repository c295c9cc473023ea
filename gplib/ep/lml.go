package ep

import (
	"context"
	"errors"
	"fmt"
	"math"

	"krigo/gplib"
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
	return evaluate(ctx, limit, m, d, grad, new(workspace))
}

// Successive implements [gplib.Successive]: an evaluation takes the memory of the last one and, if the
// likelihood is log-concave, begins at its sites.
func (LML) Successive() gplib.Evidence { return &successive{} }

// successive is LML for evaluations one after another.
type successive struct {
	LML
	last workspace
}

func (o *successive) EvalWithin(ctx context.Context, limit float64, m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	return evaluate(ctx, limit, m, d, grad, &o.last)
}

// workspace is what evaluations leave to the next one. The zero value is ready to use.
type workspace struct {
	normal.Workspace
	y, precision, shift []float64 // the sites of data y
}

// start returns sites to begin at, nil for those of each row alone. Others are none where there may be several fixed
// points: the result would depend on earlier evaluations.
func (w *workspace) start(m gplib.Model, d gplib.Data) (precision, shift []float64) {
	if w.y != nil && len(w.y) == len(d.Y) && &w.y[0] == &d.Y[0] && lik.LogConcave(m.Lik) {
		return w.precision, w.shift
	}
	return nil, nil
}

// evaluate evaluates [LML].
func evaluate(ctx context.Context, limit float64, m gplib.Model, d gplib.Data, grad []float64, w *workspace) (float64, error) {
	if err := errors.Join(kind.Check(m, d), kind.CheckGrad(m, grad)); err != nil {
		return 0, err
	}
	s, err := newSites(ctx, m, d, &w.Workspace)
	if err != nil {
		return 0, err
	}
	precision, shift := w.start(m, d)
	w.y = nil
	if err := errors.Join(s.find(ctx, precision, shift), s.converged(tight)); err != nil {
		return 0, err
	}
	w.y, w.precision, w.shift = d.Y, s.precision, s.shift
	value := -s.logEvidence()
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return 0, fmt.Errorf("ep: the log marginal likelihood is %v at %v", -value, m)
	}
	if grad != nil && value <= limit {
		err = s.gradient(ctx, grad)
	}
	return value, err
}

// gradient writes the derivatives of the negative log evidence at fixed sites.
func (s *sites) gradient(ctx context.Context, grad []float64) error {
	clear(grad)
	mean, kernel, own := s.Model.Layout().Split(grad)
	if err := s.AddGrad(ctx, mean, kernel, s.inverse, nil); err != nil {
		return err
	}
	if len(own) == 0 {
		return nil
	}
	by := make([]float64, len(own))
	for i, v := range s.cavity {
		lik.Observed{Lik: s.Model.Lik, Mean: s.F[i] - s.A[i]*v, Var: v}.TiltedParams(by, s.Data.Y[i])
	}
	for p, v := range by {
		own[p] -= v
	}
	return nil
}
