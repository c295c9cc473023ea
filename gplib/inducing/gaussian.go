package inducing

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/linalg"
)

// Gaussian returns the posterior under a given q(v) = N(mean, Q) of the whitened
// values at the inducing points, f(Z) = Cv with C Cᵀ = K_ZZ + εI: what a
// stochastic variational method learns (Hensman, Fusi and Lawrence 2013). mean
// has length m, q is m × m and positive definite; it is used up. d, which may
// be empty, is kept only to be told.
func (s Sparse) Gaussian(m gplib.Model, d gplib.Data, mean []float64, q *mat.Dense) (*Posterior, error) {
	if err := m.Check(s.Points); err != nil {
		return nil, fmt.Errorf("inducing: Gaussian: %w", err)
	}
	if err := s.checkPoints(m); err != nil {
		return nil, err
	}
	p := &Posterior{sparse: s, model: m, data: d}
	var err error
	if p.kzz, err = s.factorizePoints(m); err != nil {
		return nil, err
	}
	size := p.kzz.Len()
	if r, c := q.Dims(); len(mean) != size || r != size || c != size {
		return nil, fmt.Errorf("inducing: Gaussian: a mean of length %d and a covariance of %d × %d for %d inducing points", len(mean), r, c, size)
	}
	covariance, err := linalg.Factorize(q)
	if err != nil {
		return nil, fmt.Errorf("inducing: Gaussian: the covariance: %w", err)
	}
	precision := covariance.Invert()
	b := make([]float64, size)
	linalg.MulVec(b, precision, mean)
	inner, err := linalg.Factorize(precision)
	if err != nil {
		return nil, fmt.Errorf("inducing: Gaussian: the precision: %w", err)
	}
	p.setGaussian(inner, b)
	p.certify()
	return p, nil
}
