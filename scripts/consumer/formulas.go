package main

import "math"

// hyperparameters are those of a Gaussian process with the squared exponential covariance
// function and noise of one variance.
type hyperparameters struct{ variance, lengthscale, noise float64 }

// covariance returns k(a, b).
func (h hyperparameters) covariance(a, b float64) float64 {
	return h.variance * math.Exp(-(a-b)*(a-b)/(2*h.lengthscale*h.lengthscale))
}

// gram returns K + noise·I.
func (h hyperparameters) gram(x []float64) [][]float64 {
	c := make([][]float64, len(x))
	for i := range x {
		c[i] = make([]float64, len(x))
		for j := range x {
			c[i][j] = h.covariance(x[i], x[j])
		}
		c[i][i] += h.noise
	}
	return c
}

// nlml returns the negative log marginal likelihood (Rasmussen and Williams 2006, equation 2.30).
func (h hyperparameters) nlml(x, y []float64) float64 {
	alpha, logDet := solve(h.gram(x), y)
	return dot(y, alpha)/2 + logDet/2 + float64(len(x))*math.Log(2*math.Pi)/2
}

// predict returns mean and variance of the latent function (equations 2.25 and 2.26).
func (h hyperparameters) predict(x, y []float64, at float64) (mean, variance float64) {
	k := make([]float64, len(x))
	for i := range x {
		k[i] = h.covariance(x[i], at)
	}
	alpha, _ := solve(h.gram(x), y)
	v, _ := solve(h.gram(x), k)
	return dot(k, alpha), h.covariance(at, at) - dot(k, v)
}

// solve solves a v = b by Gaussian elimination, which needs no pivots where a is positive definite,
// and returns the logarithm of a's determinant with v. It overwrites a.
func solve(a [][]float64, b []float64) (v []float64, logDet float64) {
	v = append(v, b...)
	n := len(v)
	for k := range n {
		logDet += math.Log(a[k][k])
		for i := k + 1; i < n; i++ {
			f := a[i][k] / a[k][k]
			for j := k; j < n; j++ {
				a[i][j] -= f * a[k][j]
			}
			v[i] -= f * v[k]
		}
	}
	for i := n - 1; i >= 0; i-- {
		v[i] = (v[i] - dot(a[i][i+1:], v[i+1:])) / a[i][i]
	}
	return v, logDet
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
