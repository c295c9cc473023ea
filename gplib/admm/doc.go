// Package admm learns the hyper-parameters of a Gaussian process by hold-out
// cross-validation without ever factorising a matrix: GPCV-ADMM of
//
//	W. Xu, F. Yin, J. Zhang, Z.-Q. Luo and S. Cui, Gaussian processes with
//	hyper-parameters by cross-validation and ADMM, 2019,
//
// whose equation numbers the comments cite. [HoldOut] is the method,
// [Adjoint] the exact hold-out error minimised by L-BFGS at the same O(n²)
// cost, [Paper] the settings of the paper.
//
//	learner := admm.HoldOut{Split: admm.LastBlock(96)}
//	fit, err := learner.Fit(ctx, model, data, nil)
//	p, err := fit.Posterior.Predict(cov.Line(grid))
package admm
