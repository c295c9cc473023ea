// Package feature provides feature maps φ: R^p → R^d with learned parameters,
// evaluated and differentiated by minibatches as products of matrices.
//
// A [Map] is a description: sizes and kinds, no memory. Its parameters are one
// flat slice, so that an optimiser moves all of them at once. A [Pass] maps
// rows and carries derivatives back; it allocates nothing after its first
// batch of the largest size:
//
//	m := feature.Chain{feature.MLP{Inputs: 8, Widths: []int{128, 128}}, feature.Fourier{Inputs: 128, Features: 1000}}
//	theta, grad := make([]float64, m.Len()), make([]float64, m.Len())
//	m.Init(theta, rng)
//	pass := m.Pass(theta, grad)
//	phi := pass.Forward(x)      // s × 1000
//	pass.Backward(seed, false)  // seed = ∂L/∂φ; grad = ∂L/∂θ
//
// The package does not depend on covariance functions; package rkhs makes one
// from a map, and cov.Deep passes the points of a kernel through one.
package feature
