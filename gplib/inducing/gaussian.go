package inducing

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// Gaussian returns the posterior under a given q(v) = N(mean, Q) of the whitened
// values at the inducing points, f(Z) = Cv with C Cᵀ = K_ZZ + εI: the result of
// stochastic variational methods (Hensman, Fusi and Lawrence 2013). mean has
// length m, q is m × m and positive definite; it is overwritten. d, which may be
// empty, is kept only for Data; the posterior of a model with a likelihood cannot be extended without it.
func (s Sparse) Gaussian(m gplib.Model, d gplib.Data, mean []float64, q *mat.Dense) (*Posterior, error) {
	if err := m.CheckLik(s.Points); err != nil {
		return nil, fmt.Errorf("inducing: Gaussian: %w", err)
	}
	check := s.checkPoints(m)
	if d.X != nil && d.Len() > 0 {
		check = s.checkAny(m, d)
	} else if m.Lik != nil && s.Approximation != VFE {
		check = s.needsNoise(m)
	}
	if check != nil {
		return nil, check
	}
	size := s.Points.Len()
	if r, c := q.Dims(); len(mean) != size || r != size || c != size {
		return nil, fmt.Errorf("inducing: Gaussian: a mean of length %d and a covariance of %d × %d for %d inducing points", len(mean), r, c, size)
	}
	covariance, err := linalg.Factorize(q)
	if err != nil {
		return nil, fmt.Errorf("inducing: Gaussian: the covariance: %w", err)
	}
	g := &gaussian{precision: covariance.Invert(), eta: make([]float64, size)}
	linalg.MulVec(g.eta, g.precision, mean)
	kzz, err := s.factorizePoints(m)
	if err != nil {
		return nil, err
	}
	return g.posterior(s, m, d, kzz)
}

// gaussian is q(v) = N(P⁻¹η, P⁻¹).
type gaussian struct {
	precision *mat.Dense // P, both triangles
	eta       []float64
}

// newGaussian returns the prior of m inducing points.
func newGaussian(m int) *gaussian {
	g := &gaussian{mat.NewDense(m, m, nil), make([]float64, m)}
	addScaledDiagonal(g.precision, 1)
	return g
}

// gaussian returns q of the posterior: P = LLᵀ, η = Lc.
func (p *Posterior) gaussian() *gaussian {
	lower := p.inner.Lower()
	g := &gaussian{mat.NewDense(len(p.c), len(p.c), nil), make([]float64, len(p.c))}
	linalg.Gemm(blas.NoTrans, blas.Trans, 1, lower, lower, 0, g.precision)
	p.inner.MulHalf(g.eta, p.c)
	return g
}

// add adds the sites of rows: weight·V diag(precision) Vᵀ to P and weight·V shift to η.
func (g *gaussian) add(weight float64, v *mat.Dense, precision, shift []float64) {
	m, n := v.Dims()
	scaled, b := mat.NewDense(m, n, nil), make([]float64, m)
	scaleColumns(scaled, v, precision)
	linalg.Gemm(blas.NoTrans, blas.Trans, weight, scaled, v, 1, g.precision)
	linalg.MulVec(b, v, shift)
	floats.AddScaled(g.eta, weight, b)
}

func (g *gaussian) clone() *gaussian {
	return &gaussian{mat.DenseCopyOf(g.precision), append([]float64(nil), g.eta...)}
}

// decay moves q by the fraction rate of the way to the prior. With add after it,
// of the weight rate·n/s for s of n rows, it is a step of natural gradients
// (Hensman, Fusi and Lawrence 2013, section 3.2; Salimbeni, Eleftheriadis and
// Hensman 2018).
func (g *gaussian) decay(rate float64) {
	floats.Scale(1-rate, g.precision.RawMatrix().Data)
	addScaledDiagonal(g.precision, rate)
	floats.Scale(1-rate, g.eta)
}

// factor returns L.
func (g *gaussian) factor() (*linalg.Cholesky, error) {
	inner, err := linalg.Factorize(mat.DenseCopyOf(g.precision))
	if err == nil && inner.Jitter() > 0 {
		err = errors.New("it is not positive definite")
	}
	if err != nil {
		return nil, fmt.Errorf("inducing: the precision of q of %d inducing points: %w", len(g.eta), err)
	}
	return inner, nil
}

// moments returns the mean, the covariance, m × m, and the Kullback-Leibler divergence of q from the prior,
// (tr Q + μᵀμ - m + log|P|)/2.
func (g *gaussian) moments() (mean []float64, q *mat.Dense, divergence float64, err error) {
	inner, err := g.factor()
	if err != nil {
		return nil, nil, 0, err
	}
	mean = make([]float64, len(g.eta))
	inner.SolveVec(mean, g.eta)
	divergence = inner.LogDet() + floats.Dot(mean, mean) - float64(len(mean))
	q = inner.Invert()
	return mean, q, (divergence + mat.Trace(q)) / 2, nil
}

// posterior returns the posterior of q, with kzz the factor C.
func (g *gaussian) posterior(s Sparse, m gplib.Model, d gplib.Data, kzz *linalg.Cholesky) (*Posterior, error) {
	inner, err := g.factor()
	if err != nil {
		return nil, err
	}
	c := mat.NewDense(len(g.eta), 1, append([]float64(nil), g.eta...))
	inner.SolveHalf(c)
	p := &Posterior{sparse: s, model: m, data: d, kzz: kzz, inner: inner, c: c.RawMatrix().Data}
	p.setWeights()
	p.certify()
	return p, nil
}

// at returns the posterior of q, of the best one without a likelihood if nil.
func (s Sparse) at(m gplib.Model, d gplib.Data, q *gaussian) (*Posterior, error) {
	if q == nil {
		p, _, _, err := s.optimum(m, d)
		return p, err
	}
	kzz, err := s.factorizePoints(m)
	if err != nil {
		return nil, err
	}
	return q.posterior(s, m, d, kzz)
}

// optimum returns the posterior whose q maximises the bound, and the variational
// free energy with its trace bound, in one pass over the data by blocks: O(nm²)
// time and O(m²) memory. It is the posterior of [Sparse.Condition].
func (s Sparse) optimum(m gplib.Model, d gplib.Data) (p *Posterior, value, bound float64, err error) {
	kzz, err := s.factorizePoints(m)
	if err != nil {
		return nil, 0, 0, err
	}
	g := newGaussian(kzz.Len())
	err = eachBlock(d, func(block gplib.Data) error {
		f, err := s.projected(m, block, kzz)
		if err != nil {
			return err
		}
		precision, shift := f.gaussianSites()
		g.add(1, f.v, precision, shift)
		bound += weightedTrace(f.rest, f.noise)
		for i, r := range f.residual {
			value += math.Log(2*math.Pi*f.noise[i]) + r*r/f.noise[i]
		}
		return nil
	})
	if err != nil {
		return nil, 0, 0, err
	}
	if p, err = g.posterior(s, m, d, kzz); err != nil {
		return nil, 0, 0, err
	}
	value = (value + bound + p.inner.LogDet() - floats.Dot(p.c, p.c)) / 2
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return nil, 0, 0, fmt.Errorf("inducing: the %s is %v at %v", s.Name(), value, m)
	}
	return p, value, bound, nil
}

// passRows is the number of rows that a pass projects at once.
const passRows = 1024

// eachBlock calls f with all data, passRows rows at a time.
func eachBlock(d gplib.Data, f func(block gplib.Data) error) error {
	for lo := 0; lo < d.Len(); lo += passRows {
		hi := min(lo+passRows, d.Len())
		if err := f(gplib.Data{X: cov.Block(d.X, lo, hi), Y: d.Y[lo:hi]}); err != nil {
			return err
		}
	}
	return nil
}

// projected returns V, the diagonal of K - Q and, without a likelihood, residuals and noise of some data.
func (s Sparse) projected(m gplib.Model, d gplib.Data, kzz *linalg.Cholesky) (f *factors, err error) {
	f = &factors{sparse: s, model: m, data: d, prior: m.MeanAt(d.X), kzz: kzz}
	f.project()
	if m.Lik != nil {
		return f, nil
	}
	f.residual = floats.SubTo(make([]float64, d.Len()), d.Y, f.prior)
	if f.noise, err = noiseAt(m, d.X); err != nil {
		return nil, err
	}
	f.setLambda()
	return f, nil
}
