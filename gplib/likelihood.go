package gplib

import (
	"context"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/internal/evidence"
	"krigo/gplib/linalg"
)

// Objective is a function of a model's hyper-parameters, to be minimised.
type Objective interface {
	// Name is the standard term, such as "negative log marginal likelihood".
	Name() string
	// Eval returns the objective's value at the model's parameters. Where
	// grad is not nil it has length len(m.Params()) and receives the
	// derivatives with respect to the natural values.
	Eval(m Model, d Data, grad []float64) (float64, error)
}

// bounded is an objective of this package. Its evaluation ends soon after ctx does, with its error,
// and may leave grad unchanged where the value is above limit: a gradient is two thirds of the time
// of an evaluation.
type bounded interface {
	evalWithin(ctx context.Context, limit float64, m Model, d Data, grad []float64) (float64, error)
}

// evalWithin returns o.Eval, within bounds where o knows of them. What embeds an objective of this package
// has an Eval of its own.
func evalWithin(ctx context.Context, limit float64, o Objective, m Model, d Data, grad []float64) (float64, error) {
	switch o.(type) {
	case LML, LOO, KFold, HoldOut, MAP:
		return o.(bounded).evalWithin(ctx, limit, m, d, grad)
	}
	if e, ok := o.(Evidence); ok {
		return e.EvalWithin(ctx, limit, m, d, grad)
	}
	return o.Eval(m, d, grad)
}

// Stateless reports whether evaluations of o may run at the same time: they share
// nothing. Only objectives of this package and an [Evidence] are known to.
func Stateless(o Objective) bool {
	switch o := o.(type) {
	case LML, LOO, KFold, HoldOut:
		return true
	case MAP:
		return Stateless(o.objective())
	case Evidence:
		return true
	}
	return false
}

// LML is the negative log marginal likelihood
//
//	-log p(y|X, θ) = rᵀC⁻¹r/2 + log|C|/2 + (n/2) log 2π,
//
// with C = K + diag(s) and r = y - m(X) (Rasmussen and Williams 2006, equation 2.30;
// the gradient is equation 5.9). One evaluation takes O(n³) time and one n × n matrix.
// Where C needs jitter, the jitter of [linalg.Factorize] is added to it.
type LML struct{}

// Name returns "negative log marginal likelihood".
func (LML) Name() string { return "negative log marginal likelihood" }

// Eval returns the value and, where grad is not nil, the gradient with
// respect to the natural values of m.Params().
func (o LML) Eval(m Model, d Data, grad []float64) (float64, error) {
	return o.evalWithin(context.Background(), math.Inf(1), m, d, grad)
}

func (LML) evalWithin(ctx context.Context, limit float64, m Model, d Data, grad []float64) (float64, error) {
	g, err := evaluationOf(ctx, m, d, grad)
	if err != nil {
		return 0, err
	}
	defer returnSquare(g.matrix)
	terms, err := g.terms(m, g.residual)
	if err != nil {
		return 0, err
	}
	value := -terms.Sum()
	if grad != nil && value <= limit {
		err = g.lmlGrad(grad)
	}
	return value, err
}

// LMLTerms are the terms of a log marginal likelihood (Rasmussen and Williams 2006,
// section 5.4.1).
type LMLTerms struct {
	// DataFit is -rᵀC⁻¹r/2, the only one with the observations in it: the nearer 0,
	// the better they fit.
	DataFit float64
	// Complexity is -log|C|/2, the larger the fewer functions the model allows for.
	Complexity float64
	// Constant is -(n/2) log 2π.
	Constant float64
}

// Sum returns the log marginal likelihood.
func (t LMLTerms) Sum() float64 { return t.DataFit + t.Complexity + t.Constant }

// Terms returns the terms whose sum is -[LML.Eval]. A posterior has them without
// another factorisation: [Exact.Terms].
func (LML) Terms(m Model, d Data) (LMLTerms, error) {
	g, err := evaluationOf(context.Background(), m, d, nil)
	if err != nil {
		return LMLTerms{}, err
	}
	defer returnSquare(g.matrix)
	return g.terms(m, g.residual)
}

// terms returns the terms of m with the residuals r = y - m(X).
func (s *solved) terms(m Model, residual []float64) (LMLTerms, error) {
	t := LMLTerms{
		DataFit:    -floats.Dot(residual, s.alpha) / 2,
		Complexity: -s.chol.LogDet() / 2,
		Constant:   -float64(len(residual)) * math.Log(2*math.Pi) / 2,
	}
	if err := evidence.Check("gplib", -t.Sum(), m); err != nil {
		return LMLTerms{}, err
	}
	return t, nil
}

// gram is C = K + diag(s) of a model on data, factorised, with r = y - m(X).
type gram struct {
	solved
	ctx      context.Context
	model    Model
	data     Data
	matrix   *mat.Dense // of the factor
	residual []float64
}

// evaluationOf checks the arguments of an objective's Eval and factorises.
func evaluationOf(ctx context.Context, m Model, d Data, grad []float64) (*gram, error) {
	if err := m.checkAll(d); err != nil {
		return nil, err
	}
	if err := evidence.CheckGrad("gplib", grad, len(m.Params())); err != nil {
		return nil, err
	}
	return factorize(ctx, m, d)
}

// addNoise adds diag(s).
func addNoise(c *mat.Dense, noise Noise, x cov.Inputs) {
	s := make([]float64, x.Len())
	noise.Var(s, x)
	for i, v := range s {
		c.Set(i, i, c.At(i, i)+v)
	}
}

// factorize takes a matrix that returnSquare takes back.
func factorize(ctx context.Context, m Model, d Data) (*gram, error) {
	n := d.Len()
	c := borrowSquare(n)
	fill := func() error { return cov.GramLower(ctx, m.Cov, c, d.X) }
	err := fill()
	if err != nil {
		returnSquare(c)
		return nil, err
	}
	addNoise(c, m.Noise, d.X)
	chol, err := linalg.FactorizeLower(ctx, c, fill)
	if err != nil {
		returnSquare(c)
		if ctx.Err() != nil {
			return nil, err
		}
		return nil, fmt.Errorf("gplib: covariance matrix of %d points under %v: %w", n, m, err)
	}
	g := &gram{solved: solved{chol, make([]float64, n)}, ctx: ctx, model: m, data: d, matrix: c, residual: m.Residuals(d)}
	chol.SolveVec(g.alpha, g.residual)
	return g, nil
}

// lmlGrad writes ∂(-log p)/∂θ. With W = (C⁻¹ - ααᵀ)/2 it is Σ_ij W_ij ∂C_ij/∂θ
// for the parameters of C, and -αᵀ∂m/∂β for those of the mean. It uses up
// the factor.
func (g *gram) lmlGrad(grad []float64) error {
	clear(grad)
	mean, kernel, noise := g.model.Layout().Split(grad)
	inverse, err := g.chol.InvertLower(g.ctx)
	if err != nil {
		return err
	}
	twice := func(dst []float64, i, lo int) {
		linalg.AddScaledTo(dst, inverse.RawRowView(i)[lo:], -g.alpha[i], g.alpha[lo:])
	}
	if err := cov.AddGradSymmetric(g.ctx, g.model.Cov, kernel, g.data.X, twice); err != nil {
		return err
	}
	diag, minus := make([]float64, len(g.alpha)), make([]float64, len(g.alpha))
	for i := range diag {
		twice(diag[i:i+1], i, i)
	}
	floats.Scale(0.5, diag)
	g.model.Noise.AddGrad(noise, diag, g.data.X)
	if g.model.Mean != nil {
		g.model.Mean.AddGrad(mean, floats.ScaleTo(minus, -1, g.alpha), g.data.X)
	}
	return nil
}

// addGrad adds Σ_ij w_ij ∂C_ij/∂θ for the parameters of C and Σ_i v_i ∂m_i/∂β
// for those of the mean.
func (g *gram) addGrad(grad []float64, w *mat.Dense, v []float64) {
	mean, kernel, noise := g.model.Layout().Split(grad)
	g.model.Cov.AddGrad(kernel, w, g.data.X, g.data.X)
	diag := make([]float64, len(v))
	for i := range diag {
		diag[i] = w.At(i, i)
	}
	g.model.Noise.AddGrad(noise, diag, g.data.X)
	if g.model.Mean != nil {
		g.model.Mean.AddGrad(mean, v, g.data.X)
	}
}

// MAP is an objective plus the negative log prior density of the free parameters'
// natural values: its minimum is the maximum of the posterior density (type-II MAP)
// where Objective is [LML]. Parameters without a prior have a flat one, fixed ones
// count as constants. Learners add the priors of a model automatically, so that they
// need no MAP: a MAP of a MAP counts the priors once.
type MAP struct {
	// Objective is the objective without priors; nil is [LML].
	Objective Objective
}

// Name returns the name of Objective and "plus priors".
func (o MAP) Name() string { return o.objective().Name() + " plus priors" }

func (o MAP) objective() Objective {
	switch inner := o.Objective.(type) {
	case nil:
		return LML{}
	case MAP:
		return inner.objective()
	}
	return o.Objective
}

// Eval returns the value and, where grad is not nil, the gradient with
// respect to the natural values of m.Params().
func (o MAP) Eval(m Model, d Data, grad []float64) (float64, error) {
	return o.evalWithin(context.Background(), math.Inf(1), m, d, grad)
}

func (o MAP) evalWithin(ctx context.Context, limit float64, m Model, d Data, grad []float64) (float64, error) {
	prior, slopes := m.LogPrior()
	value, err := evalWithin(ctx, limit+prior, o.objective(), m, d, grad)
	if err != nil {
		return 0, err
	}
	if math.IsNaN(prior) || math.IsInf(prior, 0) {
		return 0, fmt.Errorf("gplib: the log prior density is %v at %v", prior, m)
	}
	if grad != nil {
		for i, s := range slopes {
			grad[i] -= s
		}
	}
	return value - prior, nil
}

// squares keeps the memory of matrices after an evaluation, so that the evaluations of
// a fit, one after another, allocate it once.
var squares sync.Pool

// borrowSquare returns an n × n matrix of any content.
func borrowSquare(n int) *mat.Dense {
	if data, ok := squares.Get().(*[]float64); ok && cap(*data) >= n*n {
		return mat.NewDense(n, n, (*data)[:n*n])
	}
	return linalg.Uncleared(n, n)
}

// returnSquare gives back an unused matrix.
func returnSquare(m *mat.Dense) {
	data := m.RawMatrix().Data
	squares.Put(&data)
}
