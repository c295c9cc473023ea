package normal

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// Posterior is the common part of the posteriors of normal approximations. It implements [gplib.Differentiable],
// [gplib.Weighted] and [gplib.LeaveOneOuter].
type Posterior struct {
	method string // a prefix of errors
	model  gplib.Model
	data   gplib.Data
	// Given returns the approximation at the data, always the same.
	Given func() (*Approximation, error)
}

// NewPosterior returns a posterior of the method. Without names the inputs of m have those of the data.
func NewPosterior(method string, m gplib.Model, d gplib.Data, given func() (*Approximation, error)) Posterior {
	if x, ok := d.X.(*cov.Matrix); ok && len(m.Inputs) == 0 {
		m.Inputs = x.Names()
	}
	return Posterior{method, m, d, given}
}

// Data returns the data conditioned on.
func (p *Posterior) Data() gplib.Data { return p.data }

// Model returns the model conditioned.
func (p *Posterior) Model() gplib.Model { return p.model }

// Join returns the data and additional ones, with the mean of the latent values at these.
func (p *Posterior) Join(more gplib.Data) (all gplib.Data, mean []float64, err error) {
	if err := p.model.CheckData(more); err != nil {
		return all, nil, err
	}
	s, err := p.At(more.X)
	if err != nil {
		return all, nil, err
	}
	if all, err = p.data.Join(more); err != nil {
		return all, nil, err
	}
	mean = p.model.MeanAt(more.X)
	s.AddMean(mean, p.Cross(more.X))
	return all, mean, nil
}

// At returns the latent values at the data, and an error if the posterior cannot predict at x.
func (p *Posterior) At(x cov.Inputs) (*Approximation, error) {
	if err := p.model.CheckLik(x); err != nil {
		return nil, err
	}
	if err := cov.CheckLike(x, p.data.X); err != nil {
		return nil, fmt.Errorf("%s: %w", p.method, err)
	}
	return p.Given()
}

// predictBlock is the number of points predicted at once.
const predictBlock = 512

// Predict returns the marginal distributions of f and y at the m points x, in O(n²m) time (Rasmussen
// and Williams 2006, algorithm 3.2; the mean and variance of f are equations 3.21 and 3.24).
func (p *Posterior) Predict(x cov.Inputs) (gplib.Prediction, error) {
	s, err := p.At(x)
	if err != nil {
		return gplib.Prediction{}, err
	}
	m := x.Len()
	mean, variance := s.Model.MeanAt(x), make([]float64, m)
	s.Model.Cov.Diag(variance, x)
	for lo := 0; lo < m; lo += predictBlock {
		hi := min(lo+predictBlock, m)
		cross := p.Cross(cov.Block(x, lo, hi))
		s.AddMean(mean[lo:hi], cross)
		s.Subtract(variance[lo:hi], cross)
	}
	return gplib.NewPrediction(x, mean, variance, s.Model.Lik), nil
}

// Cross returns K(X, x), n × m.
func (p *Posterior) Cross(x cov.Inputs) *mat.Dense {
	k := mat.NewDense(p.data.Len(), x.Len(), nil)
	p.model.Cov.Gram(k, p.data.X, x)
	return k
}

// AddMean adds K(x, X)a, where cross is K(X, x).
func (s *Approximation) AddMean(mean []float64, cross *mat.Dense) {
	for i, a := range s.A {
		floats.AddScaled(mean, a, cross.RawRowView(i))
	}
}

// Covariance returns the joint mean (length m) and covariance (m × m) of the latent f at the m
// points x. Its diagonal is never negative.
func (p *Posterior) Covariance(x cov.Inputs) ([]float64, *mat.SymDense, error) {
	s, err := p.At(x)
	if err != nil {
		return nil, nil, err
	}
	m := x.Len()
	mean, cross := s.Model.MeanAt(x), p.Cross(x)
	s.AddMean(mean, cross)
	plus, minus := s.Halves(cross)
	joint := mat.NewDense(m, m, nil)
	s.Model.Cov.Gram(joint, x, x)
	linalg.Syrk(blas.Trans, -1, plus, 1, joint)
	if minus != nil {
		linalg.Syrk(blas.Trans, 1, minus, 1, joint)
	}
	linalg.MirrorLower(joint)
	c := mat.NewSymDense(m, joint.RawMatrix().Data)
	for i := range m {
		c.SetSym(i, i, math.Max(c.At(i, i), 0))
	}
	return mean, c, nil
}

// MeanGradient returns the derivatives of the posterior mean of f at the m points x by their
// coordinates, m × d; see [gplib.Differentiable].
func (p *Posterior) MeanGradient(x cov.Inputs) (*mat.Dense, error) {
	s, err := p.At(x)
	if err != nil {
		return nil, err
	}
	return p.model.MeanGradient(x, p.data.X, s.A)
}

// VarGradient returns [Posterior.MeanGradient] for the posterior variance of f.
func (p *Posterior) VarGradient(x cov.Inputs) (*mat.Dense, error) {
	s, err := p.At(x)
	if err != nil {
		return nil, err
	}
	return p.model.VarGradient(x, p.data.X, s.SolveAll)
}

// Weights returns the weights of the data; see [gplib.Weighted].
func (p *Posterior) Weights() (gplib.Weights, error) {
	s, err := p.Given()
	if err != nil {
		return gplib.Weights{}, err
	}
	return gplib.Weights{Model: p.model, Z: p.data.X, W: s.A, Solve: s.SolveAll}, nil
}

// LeaveOneOut returns the prediction of each observation from the others, at the learned parameters:
// the normal approximation of its likelihood is divided out of the posterior of its latent value
// (Vehtari et al. 2016, JMLR 17(103), section 3.1). It takes O(n³) time. What is left
// is at most as wide as the prior.
func (p *Posterior) LeaveOneOut() (gplib.Prediction, error) {
	s, err := p.Given()
	if err != nil {
		return gplib.Prediction{}, err
	}
	n := len(s.F)
	mean, variance := s.Cavity(s.VarianceOf(gplib.Spaced(n, n)))
	return gplib.NewPrediction(s.Data.X, mean, variance, s.Model.Lik), nil
}
