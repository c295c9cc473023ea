package laplace

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/internal/evidence"
	"krigo/gplib/internal/normal"
	"krigo/gplib/lik"
	"krigo/gplib/linalg"
)

// LML is the negative of the approximate log marginal likelihood
//
//	log q(y|X, θ) = log p(y|f̂) - (f̂-m)ᵀK⁻¹(f̂-m)/2 - log|I + KW|/2
//
// of a model with a likelihood, at the mode f̂ of the latent values (Rasmussen and Williams 2006,
// equation 3.32). The gradient is exact (section 5.5.1): it includes the change of the mode. One
// evaluation takes O(n³) time, for one Cholesky factor where Newton's method begins, one at the mode and
// further ones where the steps go far, and two n × n matrices.
type LML struct{}

// Name returns "negative log marginal likelihood (Laplace)".
func (LML) Name() string { return "negative log marginal likelihood (Laplace)" }

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
// likelihood is log-concave, looks for the mode where that was.
func (LML) Successive() gplib.Evidence { return normal.Successive(LML{}, evaluate) }

// workspace passes memory and the mode from an evaluation to the next one. The zero value is ready to use.
type workspace struct {
	normal.Workspace
	y, f []float64 // the mode of data y
}

// guess returns latent values to look for the mode from. Those of another mode are none where there may
// be several: the result would depend on earlier evaluations.
func (w *workspace) guess(m gplib.Model, d gplib.Data) []float64 {
	if w.f != nil && len(w.y) == len(d.Y) && &w.y[0] == &d.Y[0] && lik.LogConcave(m.Lik) {
		return w.f
	}
	return m.Lik.Latent(d.Y)
}

// evaluate evaluates [LML].
func evaluate(ctx context.Context, limit float64, m gplib.Model, d gplib.Data, grad []float64, w *workspace) (float64, error) {
	if err := errors.Join(kind.Check(m, d), evidence.CheckGrad("laplace", grad, len(m.Params()))); err != nil {
		return 0, err
	}
	s, err := newLatent(ctx, m, d, w)
	if err != nil {
		return 0, err
	}
	if err := s.find(ctx, w.guess(m, d)); err != nil {
		return 0, err
	}
	w.y, w.f = d.Y, s.F
	value := -s.logEvidence()
	if err := evidence.Check("laplace", value, m); err != nil {
		return 0, err
	}
	if grad != nil && value <= limit {
		err = s.gradient(ctx, grad)
	}
	return value, err
}

// atMode returns the latent values at their mode. guess is where to look for it; nil is rough latent
// values.
func atMode(ctx context.Context, m gplib.Model, d gplib.Data, guess []float64) (*latent, error) {
	s, err := newLatent(ctx, m, d, new(workspace))
	if err != nil {
		return nil, err
	}
	if guess == nil {
		guess = m.Lik.Latent(d.Y)
	}
	return s, s.find(ctx, guess)
}

// gradient writes the derivatives of the negative log evidence (algorithm 5.1). With Σ = (K⁻¹+W)⁻¹,
// s = Σ_ii ∂³ log p(y_i|f_i)/2, the derivatives by f̂, and g = (I - R K)s, those by a parameter of K
// are Σ_ij w_ij ∂K_ij with w = (aaᵀ - R + gaᵀ + agᵀ)/2, those by one of the mean (a + g)ᵀ∂m, and
// those by one of the likelihood Σ_i (∂ log p + Σ_ii ∂∂² log p/2 + (K g)_i ∂∂ log p). It uses up the
// factor of B.
func (s *latent) gradient(ctx context.Context, grad []float64) error {
	clear(grad)
	mean, kernel, own := s.Model.Layout().Split(grad)
	n := len(s.F)
	by := s.byParams(len(own))
	direct := s.fewDirect(by)
	variances, inverse, err := s.Variances(ctx, direct)
	if err != nil {
		return err
	}
	slope := make([]float64, n)
	for i, d := range s.at {
		slope[i] = variances[i] * d.D3 / 2
	}
	ks, g, kg := make([]float64, n), make([]float64, n), make([]float64, n)
	linalg.MulVec(ks, s.K, slope)
	normal.MulLower(g, inverse, ks)
	floats.SubTo(g, slope, g)
	linalg.MulVec(kg, s.K, g)
	if err := s.AddGrad(ctx, mean, kernel, inverse, g); err != nil {
		return err
	}
	for i, row := range by {
		for p, d := range row {
			own[p] -= d.Value + variances[i]*d.D2/2 + kg[i]*d.D1
		}
	}
	return nil
}

// byParams returns the derivatives of each row's log likelihood by the parameters of the likelihood.
func (s *latent) byParams(count int) [][]lik.Derivatives {
	by := make([][]lik.Derivatives, len(s.F))
	for i, f := range s.F {
		by[i] = make([]lik.Derivatives, count)
		s.Model.Lik.AddParams(by[i], s.Data.Y[i], f)
	}
	return by
}

// fewDirect returns the rows whose curvature is so small, compared with its derivatives, that their
// variance has to be computed by itself.
func (s *latent) fewDirect(by [][]lik.Derivatives) []int {
	const small = 1e-3
	var rows []int
	for i, d := range s.at {
		largest := math.Abs(d.D3)
		for _, p := range by[i] {
			largest = math.Max(largest, math.Abs(p.D2))
		}
		if s.W[i] < small*largest {
			rows = append(rows, i)
		}
	}
	return rows
}
