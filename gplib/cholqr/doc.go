// Package cholqr learns sparse Gaussian-process regression with inducing
// points picked from the training set: CholQR of
//
//	Y. Cao, M. A. Brubaker, D. J. Fleet and A. Hertzmann, Efficient
//	Optimization for Sparse Gaussian Process Regression, NIPS 2013,
//
// whose equation numbers the comments cite. [Hybrid] is the method: it
// exchanges inducing points and moves hyper-parameters by one objective, which
// never rises.
//
//	learner := cholqr.Hybrid{M: 50}
//	fit, err := learner.Fit(ctx, model, data, nil)
//	p := fit.Posterior.(*cholqr.Posterior)
//	fmt.Println(p.Index(), p.Certificate().Gap())
//
// An attempted exchange of one of m points takes O(n(m+z)) time: a partial
// Cholesky and a QR factorisation are updated by rotations, candidates are
// picked by estimates from z information pivots, and evaluated exactly and
// together, O(nm) each. Points are picked, not moved, so that inputs may be
// strings, graphs or fingerprints.
//
// # Where the authors' code errs
//
// Its exact gain lacks σ² in ρ² (equation 14), so that some of the exchanges
// that it accepts raise the objective. Its estimates leave the inducing points
// out of yᵀQ, and divide an estimate for ‖w_j‖² by d_j; here the diagonal of the
// estimate is corrected (see Hybrid.Reductions).
//
// # Which objective
//
// [VAR] is a bound, and more points never make it worse. [MLE] is not a bound:
// it may favour inducing points that nearly coincide and a noise that is too
// small, and its result depends much more on the start.
package cholqr
