// Package linalg holds the dense linear algebra of Gaussian processes: a Cholesky factor
// that reports its jitter, its updates, a partial one with pivots, conjugate gradients, a
// stochastic log-determinant, a fast exponential of slices, and the choice of BLAS and
// LAPACK.
//
//	chol, err := linalg.Factorize(k) // k's memory is taken over
//	chol.SolveVec(alpha, y)
//	logDet, jitter := chol.LogDet(), chol.Jitter()
//
// Products, factors and solves are tasks on tiles (package parallel) built of kernels for
// the processor, or for a system library, loaded without cgo; see [Variable].
package linalg
