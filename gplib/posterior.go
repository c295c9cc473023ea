package gplib

import (
	"encoding"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/lik"
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

// Prediction holds the marginal predictive distributions at some inputs: of the latent f, which
// are normal, and of a new observation y, which are those of the likelihood. With Gaussian noise y
// has the mean of f. Variances are never negative.
type Prediction struct {
	X cov.Inputs
	// Mean and Var are the mean and the variance of the latent f, and VarY is the variance of a
	// new observation.
	Mean, Var, VarY []float64
	// Lik is the likelihood of the model; nil is Gaussian noise of the variance VarY - Var.
	Lik Likelihood
}

// NewPrediction returns the prediction at x of a latent f with the means and variances given, for
// a likelihood that is not nil.
func NewPrediction(x cov.Inputs, mean, variance []float64, l Likelihood) Prediction {
	q := Prediction{X: x, Mean: mean, Var: variance, VarY: make([]float64, len(mean)), Lik: l}
	for i := range q.VarY {
		_, q.VarY[i] = q.observed(i).Moments()
	}
	return q
}

// observed returns the distribution of a new observation at point i, of a likelihood.
func (q Prediction) observed(i int) lik.Observed {
	return lik.Observed{Lik: q.Lik, Mean: q.Mean[i], Var: q.Var[i]}
}

// MeanY returns the mean of a new observation at each point: the probability of the label 1, or
// the expected count.
func (q Prediction) MeanY() []float64 {
	mean := slices.Clone(q.Mean)
	if q.Lik != nil {
		for i := range mean {
			mean[i], _ = q.observed(i).Moments()
		}
	}
	return mean
}

// QuantileY returns the number below which a new observation is with probability p, at each point.
// Of whole numbers it is the smallest one such that an observation is at most it with probability
// p or more. It panics where p is not in [0, 1].
func (q Prediction) QuantileY(p float64) []float64 {
	mustBeProbability("QuantileY", p)
	at := make([]float64, len(q.Mean))
	for i := range at {
		switch {
		case q.Lik != nil:
			at[i] = q.observed(i).Quantile(p)
		case q.VarY[i] > 0:
			at[i] = q.Mean[i] + math.Sqrt(2*q.VarY[i])*math.Erfinv(2*p-1)
		default:
			at[i] = q.Mean[i]
		}
	}
	return at
}

// LogDensityY returns the log density of an observation at each point, or its log probability
// where observations are labels or counts. It fails where lengths differ or the likelihood does
// not allow an observation.
func (q Prediction) LogDensityY(y []float64) ([]float64, error) {
	if len(y) != len(q.Mean) {
		return nil, fmt.Errorf("gplib: LogDensityY: %d observations at %d points", len(y), len(q.Mean))
	}
	log := make([]float64, len(y))
	if q.Lik == nil {
		for i, v := range q.VarY {
			e := y[i] - q.Mean[i]
			log[i] = -(math.Log(2*math.Pi*v) + e*e/v) / 2
		}
		return log, nil
	}
	if err := lik.CheckTargets(q.Lik, y); err != nil {
		return nil, fmt.Errorf("gplib: LogDensityY: %w", err)
	}
	for i, v := range y {
		log[i] = q.observed(i).LogDensity(v)
	}
	return log, nil
}

// Interval returns the bounds of the central interval that holds the latent f with
// probability p, at each point. p is a number from 0, where both bounds are the mean,
// to 1, where they are infinite; it panics for others, such as 95 for 95 %.
func (q Prediction) Interval(p float64) (lower, upper []float64) {
	return interval("Interval", q.Mean, q.Var, p)
}

// IntervalY returns [Prediction.Interval] for a new observation y: with a likelihood the bounds
// are quantiles of (1-p)/2 and (1+p)/2, so that the interval need not be symmetric. It panics where
// p is not in [0, 1].
func (q Prediction) IntervalY(p float64) (lower, upper []float64) {
	if q.Lik == nil {
		return interval("IntervalY", q.Mean, q.VarY, p)
	}
	mustBeProbability("IntervalY", p)
	return q.QuantileY((1 - p) / 2), q.QuantileY((1 + p) / 2)
}

// Std returns the standard deviation of the latent f at each point.
func (q Prediction) Std() []float64 { return roots(q.Var) }

// StdY returns the standard deviation of a new observation at each point.
func (q Prediction) StdY() []float64 { return roots(q.VarY) }

// String says the size.
func (q Prediction) String() string {
	return fmt.Sprintf("prediction at %d points", len(q.Mean))
}

// mustBeProbability panics unless p, an argument of a method of predictions, is in [0, 1].
func mustBeProbability(method string, p float64) {
	if !(p >= 0 && p <= 1) {
		panic(fmt.Sprintf("gplib: %s: the probability is %v; pass one from 0 to 1, such as 0.95", method, p))
	}
}

func interval(method string, mean, variance []float64, p float64) (lower, upper []float64) {
	mustBeProbability(method, p)
	lower, upper = make([]float64, len(mean)), make([]float64, len(mean))
	z := math.Sqrt2 * math.Erfinv(p) // P(|N(0, 1)| < z) = p
	for i, m := range mean {
		w := 0.0
		if variance[i] > 0 {
			w = z * math.Sqrt(variance[i])
		}
		lower[i], upper[i] = m-w, m+w
	}
	return lower, upper
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
