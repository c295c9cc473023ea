// Package grief learns Gaussian processes from many rows by grid-structured
// eigenfunctions: GP-GRIEF of
//
//	T. W. Evans and P. B. Nair, Scalable Gaussian processes with
//	grid-structured eigenfunctions (GP-GRIEF), ICML 2018,
//
// whose equation numbers the comments cite. The inducing points are a full grid
// of m̄ points a dimension, m̄^d in all, which is never formed: the kernel on it
// is a Kronecker product, so that its p largest eigenvalues are products of
// one-dimensional ones. With their eigenfunctions φ_i the kernel is
//
//	k̃(x, z) = Σ_i w_i φ_i(x) φ_i(z)  (3),
//
// with all w_i = 1 for [TypeII], which learns the parameters of the kernel, and
// with w_i drawn from a posterior for [TypeI] and [Quadrature]. One pass over
// n rows takes O(n p²) time and O(p²) memory ([Sums]); after it nothing depends
// on n.
//
//	fit, err := grief.TypeII{}.Fit(ctx, model, data, nil)
//	fit, err := grief.TypeII{}.FitRows(ctx, model, rows, nil) // a dataset.RowReader
//	p, err := fit.Predict(x)
//	details, err := grief.Details(fit) // the basis, the weights, the chains
//	data, err := details.MarshalBinary() // to predict elsewhere
//
// The covariance function must be a product of one-dimensional ones; see
// [cov.Separate]. Inputs and observations should be standardised
// ([gplib.Standardised] does that, and [dataset.StandardiseRows] for rows).
//
// # Where the paper errs
//
// The variance of (2) omits the noise of the observation. φ̃_i of section 5 sums
// φ_j, not φ_i. As the grid grows, φ_i tends to the eigenfunction of the
// grid's measure, not to an eigenvector of K_XX as theorem 1 says. m̄^d is
// nominal: few distinct values of an input make the grid smaller. The
// authors' code samples without the Jacobian of its transform, adapts steps for
// ever, differentiates through changing sets of eigenvalues, and lets a
// negative eigenvalue of rounding become the largest; this package does none
// of that. Dividing the orthogonalised basis by its singular values, as the
// paper does, gives another model (see [Whitened]).
package grief
