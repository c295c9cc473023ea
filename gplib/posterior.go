package gplib

import (
	"encoding"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// Posterior is a Gaussian process conditioned on data. Some also implement
// [Differentiable], [Extendable] or [Savable]; [Sample] and [Draw] sample from all.
// Package posteriortest checks one.
type Posterior interface {
	// Predict returns the marginal distributions of f and y at x.
	Predict(x cov.Inputs) (Prediction, error)
	// Covariance returns the joint mean (length x.Len()) and covariance of
	// the latent f at x.
	Covariance(x cov.Inputs) ([]float64, *mat.SymDense, error)
	// Data is the data conditioned on.
	Data() Data
}

// Differentiable is a posterior with derivatives by the coordinates of its inputs. They
// fail if the covariance function or the mean is not differentiable (see
// [cov.InputGrad]), which the error names, or if inputs have no coordinates.
type Differentiable interface {
	Posterior
	// MeanGradient returns the derivatives of the posterior mean of f at the m
	// points x by their d coordinates, m × d.
	MeanGradient(x cov.Inputs) (*mat.Dense, error)
	// VarGradient is MeanGradient for the posterior variance of f.
	VarGradient(x cov.Inputs) (*mat.Dense, error)
}

// Extendable is a posterior that takes more data in less time than a new conditioning,
// with the same parameters.
type Extendable interface {
	Posterior
	// Extend returns the posterior given additional data. The receiver is not changed.
	Extend(more Data) (Posterior, error)
}

// Savable is a posterior that [Save] writes and [Load] reads. Its methods have
// pointer receivers, and its package calls [RegisterPosterior].
type Savable interface {
	Posterior
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

// Prediction holds the marginal predictive distributions at some inputs.
// Variances are never negative.
type Prediction struct {
	X    cov.Inputs
	Mean []float64
	// Var is the variance of the latent f; VarY adds the noise.
	Var, VarY []float64
}

// Interval returns the bounds of the central interval that holds the latent f with
// probability p, at each point. p is a number from 0, where both bounds are the mean,
// to 1, where they are infinite; other values are clamped to [0, 1].
func (q Prediction) Interval(p float64) (lower, upper []float64) { return interval(q.Mean, q.Var, p) }

// IntervalY returns [Prediction.Interval] for a new observation y.
func (q Prediction) IntervalY(p float64) (lower, upper []float64) { return interval(q.Mean, q.VarY, p) }

// Std returns the standard deviation of the latent f at each point.
func (q Prediction) Std() []float64 { return roots(q.Var) }

// StdY returns the standard deviation of a new observation at each point.
func (q Prediction) StdY() []float64 { return roots(q.VarY) }

// String says the size.
func (q Prediction) String() string {
	return fmt.Sprintf("prediction at %d points", len(q.Mean))
}

func interval(mean, variance []float64, p float64) (lower, upper []float64) {
	lower, upper = make([]float64, len(mean)), make([]float64, len(mean))
	z := halfWidth(p)
	for i, m := range mean {
		w := 0.0
		if variance[i] > 0 {
			w = z * math.Sqrt(variance[i])
		}
		lower[i], upper[i] = m-w, m+w
	}
	return lower, upper
}

// halfWidth returns the z with P(|N(0, 1)| < z) = p.
func halfWidth(p float64) float64 {
	switch {
	case !(p > 0):
		return 0
	case p >= 1:
		return math.Inf(1)
	}
	return math.Sqrt2 * math.Erfinv(p)
}

func roots(v []float64) []float64 {
	s := make([]float64, len(v))
	for i, x := range v {
		s[i] = math.Sqrt(x)
	}
	return s
}

// MeanGradient returns the derivatives of m(x) + Σ_j w_j k(x, z_j) at the points
// x by their coordinates, x.Len() × d: those of a posterior mean.
func (m Model) MeanGradient(x, z cov.Inputs, w []float64) (*mat.Dense, error) {
	points, err := coordinates(x)
	if err != nil {
		return nil, err
	}
	grad := mat.NewDense(points.Len(), points.Dim(), nil)
	if err := cov.InputGrad(grad, m.Cov, x, z, w); err != nil {
		return nil, fmt.Errorf("gplib: gradient by inputs: %w", err)
	}
	return grad, AddInputGrad(grad, m.Mean, x)
}

// VarGradient returns the derivatives of k(x, x) - k(x, z) A k(z, x) at each of
// the points x by its coordinates, x.Len() × d: those of a posterior variance.
// solve replaces z.Len() × s numbers B by AB; A is symmetric. The mean function
// does not matter.
func (m Model) VarGradient(x, z cov.Inputs, solve func(b *mat.Dense)) (*mat.Dense, error) {
	points, err := coordinates(x)
	if err != nil {
		return nil, err
	}
	n, d := points.Dims()
	grad, ones := mat.NewDense(n, d, nil), make([]float64, n)
	floats.AddConst(1, ones)
	if err := cov.AddInputGradDiag(grad, m.Cov, ones, x); err != nil {
		return nil, fmt.Errorf("gplib: gradient by inputs: %w", err)
	}
	for lo := 0; lo < n; lo += predictBlock {
		hi := min(lo+predictBlock, n)
		block := cov.Block(x, lo, hi)
		cross := mat.NewDense(z.Len(), hi-lo, nil)
		m.Cov.Gram(cross, z, block)
		solve(cross)
		weights := mat.DenseCopyOf(cross.T())
		weights.Scale(-2, weights)
		if err := cov.AddInputGrad(grad.Slice(lo, hi, 0, d).(*mat.Dense), m.Cov, weights, block, z); err != nil {
			return nil, fmt.Errorf("gplib: gradient by inputs: %w", err)
		}
	}
	return grad, nil
}

// coordinates returns an error unless x has coordinates.
func coordinates(x cov.Inputs) (*cov.Matrix, error) {
	points, ok := x.(*cov.Matrix)
	if !ok {
		return nil, fmt.Errorf("gplib: gradient by inputs: %T has no coordinates", x)
	}
	return points, nil
}
