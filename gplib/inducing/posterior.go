package inducing

import (
	"fmt"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// Posterior is the sparse posterior of a model given data. It holds the data
// and m × m matrices; the mean at a point takes O(m) time and the variance
// O(m²). It implements [gplib.Extendable], [gplib.Differentiable] and
// [gplib.Savable].
type Posterior struct {
	sparse      Sparse
	model       gplib.Model
	data        gplib.Data
	kzz, inner  *linalg.Cholesky
	c           []float64
	weights     []float64 // C⁻ᵀL⁻ᵀc
	certificate func() Certificate
}

// Condition returns the sparse posterior of m given d, without learning. It
// takes O(nm²) time and three m × n matrices. VFE and DTC have the same
// posterior.
//
// With a likelihood, which only VFE takes, it is the q(f(Z)) of the highest evidence lower bound, found by natural
// gradients in some ten passes of O(nm²) time (Hensman, Matthews and Ghahramani 2015, Artificial Intelligence and
// Statistics; Khan and Lin 2017).
func (s Sparse) Condition(m gplib.Model, d gplib.Data) (*Posterior, error) {
	if m.Lik != nil {
		if err := s.checkAny(m, d); err != nil {
			return nil, err
		}
		return s.maximum(m, d, nil)
	}
	f, err := s.factorize(m, d)
	if err != nil {
		return nil, err
	}
	certificate, err := f.certificate()
	if err != nil {
		return nil, err
	}
	p := &Posterior{
		sparse: s, model: m, data: d, kzz: f.kzz, inner: f.inner, c: f.c,
		certificate: func() Certificate { return certificate },
	}
	p.setWeights()
	return p, nil
}

// certify delays the certificate to its first use.
func (p *Posterior) certify() {
	sparse, m, d := p.sparse, p.model, p.data
	p.certificate = sync.OnceValue(func() Certificate {
		f, err := sparse.factorize(m, d)
		if err != nil {
			return unknown
		}
		if c, err := f.certificate(); err == nil {
			return c
		}
		return unknown
	})
}

// Data returns the data conditioned on.
func (p *Posterior) Data() gplib.Data { return p.data }

// Model returns the model conditioned.
func (p *Posterior) Model() gplib.Model { return p.model }

// Points returns the inducing points.
func (p *Posterior) Points() cov.Inputs { return p.sparse.Points }

// Sparse returns the approximation.
func (p *Posterior) Sparse() Sparse { return p.sparse }

// Certificate bounds what the inducing points lose. After [Posterior.Extend] or
// UnmarshalBinary, the first call takes O(nm²) time. It is NaN where the
// posterior holds no data, and where the model has a likelihood.
func (p *Posterior) Certificate() Certificate { return p.certificate() }

// Jitter returns the jitter added to the diagonal of K_ZZ beyond that of
// [Sparse], because factorisation failed without it; mostly 0.
func (p *Posterior) Jitter() float64 { return p.kzz.Jitter() }

// predictBlock is the number of points predicted at once.
const predictBlock = 512

// Mean returns the posterior mean of f at x, in O(m) time a point.
func (p *Posterior) Mean(x cov.Inputs) ([]float64, error) {
	if err := p.checkAt(x); err != nil {
		return nil, err
	}
	mean := p.model.MeanAt(x)
	kernel := make([]float64, len(mean))
	p.model.Cov.MulVec(kernel, nil, x, p.sparse.Points, p.weights)
	floats.Add(mean, kernel)
	return mean, nil
}

// checkAt returns an error unless the posterior can predict at x.
func (p *Posterior) checkAt(x cov.Inputs) error {
	if err := p.model.CheckLik(x); err != nil {
		return err
	}
	if err := cov.CheckLike(x, inUnitsOf(p.sparse.Points, p.data.X)); err != nil {
		return fmt.Errorf("inducing: %w", err)
	}
	return nil
}

// Predict returns the marginal distributions of f and y at x, in O(m²) time a
// point.
func (p *Posterior) Predict(x cov.Inputs) (gplib.Prediction, error) {
	mean, err := p.Mean(x)
	if err != nil {
		return gplib.Prediction{}, err
	}
	n := x.Len()
	q := gplib.Prediction{X: x, Mean: mean, Var: make([]float64, n), VarY: make([]float64, n)}
	p.model.Cov.Diag(q.Var, x)
	for lo := 0; lo < n; lo += predictBlock {
		hi := min(lo+predictBlock, n)
		p.reduce(q.Var[lo:hi], cov.Block(x, lo, hi))
	}
	if p.model.Lik != nil {
		return gplib.NewPrediction(x, mean, q.Var, p.model.Lik), nil
	}
	p.model.Noise.Var(q.VarY, x)
	floats.Add(q.VarY, q.Var)
	return q, nil
}

// reduce subtracts ‖a‖² - ‖L⁻¹a‖² from the variances, a = C⁻¹k_x.
func (p *Posterior) reduce(variance []float64, x cov.Inputs) {
	a, b := p.halves(x)
	linalg.SubtractSquares(variance, a)
	linalg.AddSquares(variance, 1, b)
}

// halves returns C⁻¹K_Zx and L⁻¹C⁻¹K_Zx.
func (p *Posterior) halves(x cov.Inputs) (a, b *mat.Dense) {
	a = mat.NewDense(p.kzz.Len(), x.Len(), nil)
	p.model.Cov.Gram(a, p.sparse.Points, x)
	p.kzz.SolveHalf(a)
	b = mat.DenseCopyOf(a)
	p.inner.SolveHalf(b)
	return a, b
}

// Covariance returns the joint mean (length m) and covariance (m × m) of the
// latent f at the m points x. Its diagonal is never negative.
func (p *Posterior) Covariance(x cov.Inputs) ([]float64, *mat.SymDense, error) {
	mean, err := p.Mean(x)
	if err != nil {
		return nil, nil, err
	}
	m := x.Len()
	prior := mat.NewDense(m, m, nil)
	p.model.Cov.Gram(prior, x, x)
	a, b := p.halves(x)
	linalg.Syrk(blas.Trans, -1, a, 1, prior)
	linalg.Syrk(blas.Trans, 1, b, 1, prior)
	linalg.MirrorLower(prior)
	c := mat.NewSymDense(m, prior.RawMatrix().Data)
	for i := range m {
		c.SetSym(i, i, max(c.At(i, i), 0))
	}
	return mean, c, nil
}
