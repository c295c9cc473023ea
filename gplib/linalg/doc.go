// Package linalg holds the dense linear algebra of Gaussian processes: a
// Cholesky factor that states the jitter it needed, its updates, a partial one with
// pivots, conjugate gradients, a stochastic log-determinant, a fast
// exponential of slices, and the choice of BLAS and LAPACK.
//
//	chol, err := linalg.Factorize(k) // k's memory is taken over
//	chol.SolveVec(alpha, y)
//	logDet, jitter := chol.LogDet(), chol.Jitter()
//
// Large factors and products are computed by kernels for the processor, or by the
// system's BLAS and LAPACK, loaded without cgo; see [Variable].
package linalg
