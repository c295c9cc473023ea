package softmax

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/internal/evidence"
	"krigo/gplib/internal/normal"
	"krigo/gplib/lik"
	"krigo/gplib/linalg"
)

// LML is the negative of the approximate log marginal likelihood
//
//	log q(y|X, θ) = log p(y|f̂) - Σ_c f̂_cᵀK⁻¹f̂_c/2 - log|I + KW|/2
//
// of a model with classes, at the mode f̂ of the latent values (Rasmussen and Williams 2006, equation 3.44). The
// gradient is exact: it includes the change of the mode (section 5.5.1, with W of all classes). For C classes one
// evaluation takes O(Cn³) time, for C + 1 factors at each Newton step, and some 2C n × n matrices.
type LML struct{}

// Name returns "negative log marginal likelihood (Laplace, softmax)".
func (LML) Name() string { return "negative log marginal likelihood (Laplace, softmax)" }

// Eval returns the value and, where grad is not nil, the gradient with respect to the natural values of m.Params().
// The likelihood of m must be a [lik.Categorical].
func (o LML) Eval(m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	return o.EvalWithin(context.Background(), math.Inf(1), m, d, grad)
}

// EvalWithin implements [gplib.Evidence].
func (LML) EvalWithin(ctx context.Context, limit float64, m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	return evaluate(ctx, limit, m, d, grad, new(memory))
}

// Successive implements [gplib.Successive]: an evaluation looks for the mode where the last one was.
func (LML) Successive() gplib.Evidence { return normal.Successive(LML{}, evaluate) }

// memory passes the mode from an evaluation to the next one.
type memory struct {
	y []float64
	a *mat.Dense // the weights of the mode of data y
}

// guess returns the weights of the last mode, nil for other data or classes.
func (o *memory) guess(m gplib.Model, d gplib.Data) *mat.Dense {
	if o.a == nil || len(o.y) != len(d.Y) || &o.y[0] != &d.Y[0] || o.a.RawMatrix().Rows != len(lik.Classes(m.Lik)) {
		return nil
	}
	return o.a
}

// evaluate evaluates [LML].
func evaluate(ctx context.Context, limit float64, m gplib.Model, d gplib.Data, grad []float64, last *memory) (float64, error) {
	if err := check(m, d); err != nil {
		return 0, err
	}
	if err := evidence.CheckGrad("softmax", grad, len(m.Params())); err != nil {
		return 0, err
	}
	s, err := atMode(ctx, m, d, last.guess(m, d))
	if err != nil {
		return 0, err
	}
	last.y, last.a = d.Y, s.a
	value := -s.logEvidence()
	if err := evidence.Check("softmax", value, m); err != nil {
		return 0, err
	}
	if grad != nil && value <= limit {
		err = s.gradient(ctx, grad)
	}
	return value, err
}

// check returns an error that says why a model and data cannot be taken.
func check(m gplib.Model, d gplib.Data) error {
	if err := checkModel(m); err != nil {
		return err
	}
	return m.CheckClasses(d)
}

// checkModel implements [gplib.LikelihoodMethod].
func checkModel(m gplib.Model) error {
	switch {
	case m.Lik == nil:
		return fmt.Errorf("softmax: the model has no likelihood (the noise is %v); gplib.Fit takes Gaussian noise, "+
			`and lik.Categorical("a", "b", "c") is the likelihood of three classes`, m.Noise)
	case lik.Classes(m.Lik) == nil:
		return fmt.Errorf("softmax: the likelihood %v has one latent value at a row, and this is for classes (lik.Categorical); laplace.Learner takes it", m.Lik)
	case m.Mean != nil:
		return errors.New("softmax: the model has a mean, which would be that of all classes and so have no effect; set Mean to nil")
	}
	return nil
}

// atMode returns the latent values at their mode, from weights to begin at, or from 0 where these are nil or no better.
func atMode(ctx context.Context, m gplib.Model, d gplib.Data, guess *mat.Dense) (*latent, error) {
	s, err := newLatent(ctx, m, d)
	if err != nil {
		return nil, err
	}
	if guess != nil {
		f := s.like()
		s.times(f, guess)
		if s.objective(f, guess) > s.objective(s.f, s.a) {
			s.a.Copy(guess)
		}
	}
	return s, s.find(ctx)
}

// gradient writes the derivatives of the negative log evidence. With Σ = (K⁻¹+W)⁻¹, s the derivatives of
// -log|I+KW|/2 by f̂ and g = (I + WK)⁻¹s, those by a parameter of K are Σ_ij w_ij ∂K_ij with
// w = Σ_c (a_c a_cᵀ - R_cc + g_c a_cᵀ + a_c g_cᵀ)/2. It uses up the curvature.
func (s *latent) gradient(ctx context.Context, grad []float64) error {
	clear(grad)
	g := s.damped(s.slopes(s.atData()))
	r, err := s.diagonalBlocks(ctx)
	if err != nil {
		return err
	}
	_, kernel, _ := s.model.Layout().Split(grad)
	both := mat.NewDense(s.classes(), s.n, nil)
	both.Add(s.a, g)
	twice := func(dst []float64, i, lo int) {
		hi := lo + len(dst)
		copy(dst, r.RawRowView(i)[lo:hi])
		for c := range s.classes() {
			floats.AddScaled(dst, -both.At(c, i), s.a.RawRowView(c)[lo:hi])
			floats.AddScaled(dst, -s.a.At(c, i), g.RawRowView(c)[lo:hi])
		}
	}
	return cov.AddGradSymmetric(ctx, s.model.Cov, kernel, s.data.X, twice)
}

// slopes returns the derivatives of -log|I+KW|/2 by the latent values. Those of a row with the probabilities p and the
// posterior covariance V are -tr(V ∂W)/2 = -p_c (V_cc - Σ_a p_a V_aa - 2(Vp)_c + 2pᵀVp)/2, since W = diag(p) - ppᵀ.
func (s *latent) slopes(v []*mat.SymDense) *mat.Dense {
	d, p := s.like(), mat.NewVecDense(s.classes(), nil)
	vp := mat.NewVecDense(s.classes(), nil)
	for i, of := range v {
		mat.Col(p.RawVector().Data, i, s.p)
		vp.MulVec(of, p)
		mean, square := 0.0, mat.Dot(p, vp)
		for c := range s.classes() {
			mean += p.AtVec(c) * of.At(c, c)
		}
		for c := range s.classes() {
			d.Set(c, i, -p.AtVec(c)*(of.At(c, c)-mean-2*vp.AtVec(c)+2*square)/2)
		}
	}
	return d
}

// diagonalBlocks returns the lower triangle of Σ_c R_cc, and uses up the blocks E_c.
func (s *latent) diagonalBlocks(ctx context.Context) (*mat.Dense, error) {
	r := mat.NewDense(s.n, s.n, nil)
	for _, e := range s.e {
		floats.Add(r.RawMatrix().Data, e.RawMatrix().Data)
	}
	for c, e := range s.e {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s.sum.SolveHalf(e)
		linalg.Syrk(blas.Trans, -1, e, 1, r)
		s.e[c] = nil
	}
	return r, nil
}
