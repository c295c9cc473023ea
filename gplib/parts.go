package gplib

import (
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/lik"
	"krigo/gplib/mean"
	"krigo/gplib/noise"
)

// Mean is a mean function m(x; β). Like cov.Func it is immutable. Package mean lists
// the optional methods of your own.
type Mean = mean.Func

// ConstantMean returns the mean function m(x) = value, in the unit of y. Its
// parameter is "mean". A nil Mean is the zero function.
func ConstantMean(value float64) Mean { return mean.Constant(value) }

// LinearMean returns the mean function m(x) = c_0 + Σ_k c_k x_k of inputs of
// dimension len(coefficients)-1. Its parameters, any numbers, are "mean[0]",
// "mean[1]" and so on.
func LinearMean(coefficients ...float64) Mean { return mean.Linear(coefficients...) }

// PolynomialMean returns the mean function of powers up to a degree >= 1 of each
// coordinate, without products of coordinates:
//
//	m(x) = c_0 + Σ_k Σ_p c_{(k, p)} x_k^p,  p = 1 ... degree,
//
// with the coefficients in the order c_0, x_0, x_0², ..., x_1, x_1² ...:
// there are 1 + degree·d of them for inputs of dimension d. They are learned
// as point estimates; [UncertainMean] integrates over them.
func PolynomialMean(degree int, coefficients ...float64) Mean {
	return mean.Polynomial(degree, coefficients...)
}

// GroupMean returns a mean that is a constant for each group of observations, such as the outputs of
// several: the value of the group that is the inputs' coordinate dim, a whole number from 0 to
// len(values)-1. Its parameters are "mean[0]" and so on, in the unit of y.
func GroupMean(dim int, values ...float64) Mean { return mean.Group(dim, values...) }

// ShiftedMean returns the mean function m(x) + by, where by is not a parameter. A nil m
// is the zero function.
func ShiftedMean(m Mean, by float64) Mean { return mean.Shifted(m, by) }

// DifferentiableMean is a [Mean] that has derivatives by its inputs.
type DifferentiableMean = mean.Differentiable

// AddInputGrad adds ∂m/∂x_k at the points x to their rows of dst, x.Len() × d.
// It fails where m is from outside this library and no [DifferentiableMean].
func AddInputGrad(dst *mat.Dense, m Mean, x cov.Inputs) error {
	points, err := coordinates(x)
	if err != nil {
		return err
	}
	return mean.AddInputGrad(dst, m, points)
}

// Noise is the variance s(x; θ) of the observation noise. Package noise lists the
// optional methods of your own.
type Noise = noise.Func

// Likelihood is the likelihood p(y|f; θ) of a model without Gaussian noise. Package lik has the
// constructors.
type Likelihood = lik.Func

// Gaussian returns noise of one variance at every point, in the square of the unit of
// y. Its parameter is "noise.variance".
func Gaussian(variance float64) Noise { return noise.Gaussian(variance) }

// FixedGaussian returns [Gaussian] noise whose variance learners do not move.
func FixedGaussian(variance float64) Noise { return noise.FixedGaussian(variance) }

// BoundedGaussian returns [Gaussian] noise whose variance learners keep in [lo, hi].
// Its Check fails where the bounds exclude variance.
func BoundedGaussian(variance, lo, hi float64) Noise {
	return noise.BoundedGaussian(variance, lo, hi)
}

// PointNoise returns noise whose variance is known for each observation up to a common
// factor: scale times the inputs' coordinate dim, which is positive. The factor is the
// parameter "noise.scale"; it is fixed. Let the covariance function leave the
// coordinate alone with [cov.On].
func PointNoise(dim int, scale float64) Noise { return noise.Point(dim, scale) }

// NoiseProcess returns noise whose variance depends on the inputs in an unknown way: its logarithm is
// another Gaussian process,
//
//	s(x) = variance·exp(h(x)),  h ~ GP(0, k),
//
// with variance > 0 in the square of the unit of y, and k without a unit, such as
// cov.Scale(1, cov.SE(1)). Package hetero learns models with it; all other functions refuse them. Its
// parameters are "noise.variance" and those of k with the prefix "noise.log.".
func NoiseProcess(variance float64, k cov.Func) Noise { return noise.Process(variance, k) }

// GroupNoise returns noise of one variance for each group of observations, such as
// instruments. The inputs' coordinate dim is the group, a whole number from 0 to
// len(variances)-1. Its parameters are "noise.variance[0]" and so on.
func GroupNoise(dim int, variances ...float64) Noise { return noise.Group(dim, variances...) }
