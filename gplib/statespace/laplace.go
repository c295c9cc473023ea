package statespace

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/internal/evidence"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
)

// Laplace is the negative of the approximate log marginal likelihood of [laplace.LML], for a model with a log-concave
// likelihood such as [lik.Poisson] or [lik.Bernoulli] and a covariance function with a state-space form ([Check]). Each
// step of Newton's method and the gradient take time proportional to the observations.
type Laplace struct{}

// Name returns the name of [laplace.LML].
func (Laplace) Name() string { return laplace.LML{}.Name() }

// Eval returns the value and, where grad is not nil, the gradient with respect to the natural values of m.Params().
func (o Laplace) Eval(m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	return o.EvalWithin(context.Background(), math.Inf(1), m, d, grad)
}

// EvalWithin implements [gplib.Evidence].
func (Laplace) EvalWithin(ctx context.Context, limit float64, m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	if err := evidence.CheckGrad("statespace", grad, len(m.Params())); err != nil {
		return 0, err
	}
	if m.Lik == nil {
		return 0, fmt.Errorf("statespace: the model has no likelihood (Lik is nil); statespace.LML takes Gaussian noise")
	}
	s, err := findMode(ctx, m, d)
	if err != nil {
		return 0, err
	}
	o := s.pseudo()
	value, err := s.costOf(ctx, o)
	if err != nil {
		return 0, err
	}
	if err := evidence.Check("statespace", value, m); err != nil {
		return 0, err
	}
	if grad == nil || value > limit {
		return value, nil
	}
	return value, s.gradient(ctx, o, grad)
}

// costOf returns -Ψ(f̂) + log|I + KW|/2, where log|I + KW| is log|K + W⁻¹| + log|W|.
func (s *latent) costOf(ctx context.Context, o *series) (float64, error) {
	at0 := *o
	at0.residual = make([]float64, len(o.residual))
	value, err := newEvaluation(s.space.fork(), len(o.t)).value(ctx, &at0, false)
	if err != nil {
		return 0, err
	}
	value -= s.value + float64(len(o.t))*math.Log(2*math.Pi)/2
	for _, noise := range o.noise {
		value -= math.Log(noise) / 2
	}
	return value, nil
}

// gradient writes the derivatives of the cost (Rasmussen and Williams 2006, algorithm 5.1). With C = K + W⁻¹, Σ for
// K - KC⁻¹K, s = Σ_ii ∂³ log p(y_i|f_i)/2 and g = C⁻¹W⁻¹s they are those by a parameter of K of
//
//	½tr(C⁻¹∂K) - ½aᵀ∂Ka - gᵀ∂Ka = q(a+g) + q(0) - q(g),  q(v) = ½tr(C⁻¹∂K) - ½vᵀ∂Kv,
//
// where q(v) is the derivative of the log density of observations Cv. Those by the mean are -(a+g)ᵀ∂m, and by the
// likelihood -Σ_i (∂ log p + Σ_ii ∂∂² log p/2 + (Kg)_i ∂∂ log p).
func (s *latent) gradient(ctx context.Context, o *series, grad []float64) error {
	clear(grad)
	c, err := s.conditioned(o)
	if err != nil {
		return err
	}
	b, err := c.backward()
	if err != nil {
		return err
	}
	n, noise := len(s.f), o.unsorted(o.noise)
	variance, g := make([]float64, n), mat.NewDense(n, 1, nil)
	for i, r := range noise {
		variance[i] = math.Max(r*(1-r*b.precision[i]), 0)
		g.Set(i, 0, r*variance[i]*s.at[i].D3/2)
	}
	c.solve(g)
	implied := mat.Col(nil, 0, g)
	total := floats.AddTo(make([]float64, n), s.a, implied)
	mean, kernel, own := s.model.Layout().Split(grad)
	for _, part := range []struct {
		sign    float64
		weights []float64
	}{{1, total}, {1, make([]float64, n)}, {-1, implied}} {
		if err := s.addQuadratic(ctx, c, o, part.sign, part.weights, kernel); err != nil {
			return err
		}
	}
	if s.model.Mean != nil {
		floats.Scale(-1, total)
		s.model.Mean.AddGrad(mean, total, s.data.X)
	}
	c.multiply(g)
	by := make([]lik.Derivatives, len(own))
	for i, f := range s.f {
		clear(by)
		s.model.Lik.AddParams(by, s.data.Y[i], f)
		kg := g.At(i, 0) - noise[i]*implied[i]
		for p, d := range by {
			own[p] -= d.Value + variance[i]*d.D2/2 + kg*d.D1
		}
	}
	return nil
}

// addQuadratic adds sign times the derivatives q(v) of gradient, by the parameters of the covariance function, to grad.
func (s *latent) addQuadratic(ctx context.Context, c *conditioned, o *series, sign float64, v, grad []float64) error {
	product := mat.NewDense(len(v), 1, append([]float64(nil), v...))
	c.multiply(product)
	observed := newSeries(s.times, mat.Col(nil, 0, product), o.unsorted(o.noise))
	space := s.space.fork()
	e := newEvaluation(space, len(v))
	if _, err := e.value(ctx, observed, true); err != nil {
		return err
	}
	scratch := make([]float64, len(v))
	if err := e.gradient(ctx, observed, scratch, scratch); err != nil {
		return err
	}
	by := make([]float64, len(grad))
	space.addGrad(by)
	floats.AddScaled(grad, sign, by)
	return nil
}
