package gplib

import (
	"context"
	"fmt"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// Exact is the exact posterior of a model given data (Rasmussen and Williams 2006,
// algorithm 2.1). It implements [Posterior].
//
// A posterior of [ConditionLater], or of a cancelled fit of 1000 observations or more,
// is factorised at its first use: that takes O(n³) time, and may fail.
type Exact struct {
	model Model
	data  Data
	// solve gives the factor and the weights, always the same.
	solve func() (*solved, error)
	later bool // solve may not have run
}

// solved is the factor of C = K + diag(s) and alpha = C⁻¹(y - m(X)).
type solved struct {
	chol  *linalg.Cholesky
	alpha []float64
}

// Condition returns the exact posterior of m given d, without learning. It
// takes O(n³) time and one n × n matrix.
func Condition(m Model, d Data) (*Exact, error) {
	return conditionContext(context.Background(), m, d)
}

func conditionContext(ctx context.Context, m Model, d Data) (*Exact, error) {
	e, err := later(ctx, m, d)
	if err != nil {
		return nil, err
	}
	if _, err := e.solve(); err != nil {
		return nil, err
	}
	e.later = false
	return e, nil
}

// ConditionLater does [Condition] but defers the factorisation to the first use of the
// posterior, which returns its error: for an interrupted learner. The arguments are
// checked at once.
func ConditionLater(m Model, d Data) (*Exact, error) {
	return later(context.Background(), m, d)
}

// later does [ConditionLater] with a factorisation that ends with ctx.
func later(ctx context.Context, m Model, d Data) (*Exact, error) {
	m = m.namedBy(d.X)
	if err := m.checkAll(d); err != nil {
		return nil, err
	}
	return &Exact{model: m, data: d, later: true, solve: sync.OnceValues(func() (*solved, error) {
		g, err := factorize(ctx, m, d)
		if err != nil {
			return nil, err
		}
		return &g.solved, nil
	})}, nil
}

// Data returns the data conditioned on.
func (e *Exact) Data() Data { return e.data }

// Model returns the model conditioned.
func (e *Exact) Model() Model { return e.model }

// Jitter returns the number added to the diagonal of the covariance matrix of the data:
// 0 if none was added, or if the matrix has no factor.
func (e *Exact) Jitter() float64 {
	f, err := e.solve()
	if err != nil {
		return 0
	}
	return f.chol.Jitter()
}

// Terms returns the terms of the log marginal likelihood of the model given the
// data, as [LML.Terms] does, from the factor of the posterior: in O(n) time.
func (e *Exact) Terms() (LMLTerms, error) {
	f, err := e.solve()
	if err != nil {
		return LMLTerms{}, err
	}
	return f.terms(e.model, e.model.Residuals(e.data))
}

// predictBlock is the number of points predicted at once; the memory of a
// prediction is n × predictBlock.
const predictBlock = 512

// Predict returns the marginal distributions of f and y at the m points x,
// in O(n²m) time.
func (e *Exact) Predict(x cov.Inputs) (Prediction, error) {
	if err := e.model.CheckAt(x, e.data.X); err != nil {
		return Prediction{}, err
	}
	f, err := e.solve()
	if err != nil {
		return Prediction{}, err
	}
	m := x.Len()
	p := Prediction{X: x, Mean: e.model.MeanAt(x), Var: make([]float64, m), VarY: make([]float64, m)}
	e.model.Cov.Diag(p.Var, x)
	for lo := 0; lo < m; lo += predictBlock {
		hi := min(lo+predictBlock, m)
		e.predictBlock(f, p.Mean[lo:hi], p.Var[lo:hi], cov.Block(x, lo, hi))
	}
	e.model.Noise.Var(p.VarY, x)
	floats.Add(p.VarY, p.Var)
	return p, nil
}

// predictBlock adds K(x, X)α to the mean and takes the squared columns of
// L⁻¹K(X, x) from the variance. Rounding cannot make it negative.
func (e *Exact) predictBlock(f *solved, mean, variance []float64, x cov.Inputs) {
	cross := e.cross(x)
	for i, a := range f.alpha {
		floats.AddScaled(mean, a, cross.RawRowView(i))
	}
	f.chol.SolveHalf(cross)
	linalg.SubtractSquares(variance, cross)
}

// cross returns K(X, x), n × m.
func (e *Exact) cross(x cov.Inputs) *mat.Dense {
	k := mat.NewDense(e.data.Len(), x.Len(), nil)
	e.model.Cov.Gram(k, e.data.X, x)
	return k
}

// Covariance returns the joint mean (length m) and covariance (m × m) of the
// latent f at the m points x. Its diagonal is never negative.
func (e *Exact) Covariance(x cov.Inputs) ([]float64, *mat.SymDense, error) {
	if err := e.model.CheckAt(x, e.data.X); err != nil {
		return nil, nil, err
	}
	f, err := e.solve()
	if err != nil {
		return nil, nil, err
	}
	m := x.Len()
	mean := e.model.MeanAt(x)
	cross := e.cross(x)
	for i, a := range f.alpha {
		floats.AddScaled(mean, a, cross.RawRowView(i))
	}
	f.chol.SolveHalf(cross)
	prior := mat.NewDense(m, m, nil)
	e.model.Cov.Gram(prior, x, x)
	linalg.Syrk(blas.Trans, -1, cross, 1, prior)
	linalg.MirrorLower(prior)
	c := mat.NewSymDense(m, prior.RawMatrix().Data)
	for i := range m {
		c.SetSym(i, i, max(c.At(i, i), 0))
	}
	return mean, c, nil
}

// MeanGradient returns the derivatives of the posterior mean of f at the m
// points x by their coordinates, m × d, in O(nmd) time; see [Differentiable].
func (e *Exact) MeanGradient(x cov.Inputs) (*mat.Dense, error) {
	if err := e.model.CheckAt(x, e.data.X); err != nil {
		return nil, err
	}
	f, err := e.solve()
	if err != nil {
		return nil, err
	}
	return e.model.MeanGradient(x, e.data.X, f.alpha)
}

// VarGradient returns [Exact.MeanGradient] for the posterior variance of f, in
// O(n²m + nmd) time.
func (e *Exact) VarGradient(x cov.Inputs) (*mat.Dense, error) {
	if err := e.model.CheckAt(x, e.data.X); err != nil {
		return nil, err
	}
	f, err := e.solve()
	if err != nil {
		return nil, err
	}
	return e.model.VarGradient(x, e.data.X, f.chol.Solve)
}

// ChainGradient returns the derivatives of a function of the posterior mean and variance of f at the m points x by
// their coordinates, m × d. by returns its derivatives by the mean and the variance at point i, which are its
// arguments. It takes O(n²m + nmd) time, as [Exact.VarGradient] does, in place of both gradients and
// [Exact.Predict].
func (e *Exact) ChainGradient(x cov.Inputs, by func(i int, mean, variance float64) (byMean, byVariance float64)) (*mat.Dense, error) {
	if err := e.model.CheckAt(x, e.data.X); err != nil {
		return nil, err
	}
	points, err := coordinates(x)
	if err != nil {
		return nil, err
	}
	f, err := e.solve()
	if err != nil {
		return nil, err
	}
	n, m := e.data.Len(), x.Len()
	mean, variance, cross := e.model.MeanAt(x), make([]float64, m), e.cross(x)
	e.model.Cov.Diag(variance, x)
	weights := mat.DenseCopyOf(cross.T())
	f.chol.Solve(cross)
	byMean, byVariance := make([]float64, m), make([]float64, m)
	for i := range m {
		row := weights.RawRowView(i)
		mean[i] += floats.Dot(row, f.alpha)
		for j, k := range row {
			variance[i] -= k * cross.At(j, i)
		}
		byMean[i], byVariance[i] = by(i, mean[i], max(variance[i], 0))
		for j := range n {
			row[j] = byMean[i]*f.alpha[j] - 2*byVariance[i]*cross.At(j, i)
		}
	}
	grad := mat.NewDense(m, points.Dim(), nil)
	if err := AddInputGrad(grad, e.model.Mean, x); err != nil {
		return nil, err
	}
	for i, w := range byMean {
		floats.Scale(w, grad.RawRowView(i))
	}
	if err := cov.AddInputGradDiag(grad, e.model.Cov, byVariance, x); err != nil {
		return nil, fmt.Errorf("gplib: gradient by inputs: %w", err)
	}
	if err := cov.AddInputGrad(grad, e.model.Cov, weights, x, e.data.X); err != nil {
		return nil, fmt.Errorf("gplib: gradient by inputs: %w", err)
	}
	return grad, nil
}

// Condition returns the posterior given m further observations, by a block update of
// the factor: O(n²m + m³) time, O(n²) for one observation. The parameters stay. e is
// not changed.
func (e *Exact) Condition(more Data) (*Exact, error) {
	if err := e.model.checkAll(more); err != nil {
		return nil, err
	}
	all, err := e.data.Join(more)
	if err != nil {
		return nil, err
	}
	f, err := e.solve()
	if err != nil {
		return nil, err
	}
	m := more.Len()
	b, d := e.cross(more.X), mat.NewDense(m, m, nil)
	e.model.Cov.Gram(d, more.X, more.X)
	addNoise(d, e.model.Noise, more.X)
	chol, err := f.chol.Extend(b, d)
	if err != nil {
		return nil, fmt.Errorf("gplib: conditioning %v on %d more points: %w", e.model, m, err)
	}
	updated := &solved{chol, make([]float64, all.Len())}
	chol.SolveVec(updated.alpha, e.model.Residuals(all))
	return &Exact{model: e.model, data: all, solve: func() (*solved, error) { return updated, nil }}, nil
}

// Extend returns [Exact.Condition] as [Extendable] has it.
func (e *Exact) Extend(more Data) (Posterior, error) {
	p, err := e.Condition(more)
	if err != nil {
		return nil, err
	}
	return p, nil
}
