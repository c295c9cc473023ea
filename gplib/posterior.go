package gplib

import (
	"encoding"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// Posterior is a Gaussian process conditioned on data. What some can do
// besides is [Differentiable], [Extendable] and [Savable]; [Sample] and [Draw]
// sample from all. Package posteriortest checks one.
type Posterior interface {
	// Predict returns the marginal distributions of f and y at x.
	Predict(x cov.Inputs) (Prediction, error)
	// Covariance returns the joint mean (length x.Len()) and covariance of
	// the latent f at x.
	Covariance(x cov.Inputs) ([]float64, *mat.SymDense, error)
	// Data is the data conditioned on.
	Data() Data
}

// Differentiable is a posterior with derivatives by the coordinates of its
// inputs. They fail where the covariance function or the mean has none (see
// [cov.InputGrad]), which the error names, and where inputs have no coordinates.
type Differentiable interface {
	Posterior
	// MeanGradient returns the derivatives of the posterior mean of f at the m
	// points x by their d coordinates, m × d.
	MeanGradient(x cov.Inputs) (*mat.Dense, error)
	// VarGradient is MeanGradient for the posterior variance of f.
	VarGradient(x cov.Inputs) (*mat.Dense, error)
}

// Extendable is a posterior that takes more data in less time than
// conditioning anew takes, its parameters as they are.
type Extendable interface {
	Posterior
	// Extend returns the posterior given more data too. The receiver is not
	// changed.
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
