// Package rkhs learns Gaussian processes whose covariance function is the
// inner product of d learned features, k(x, x') = φ(x)ᵀφ(x'), such as the last
// layer of a network, from minibatches:
//
//	N. Shoham and H. Avron, Unbiased stochastic optimization for Gaussian
//	processes on finite dimensional RKHS, 2025, arXiv:2508.20588.
//
// With Z the features of all n rows and F = ZᵀZ + vI, the negative log
// marginal likelihood is, up to a constant, half the minimum over w of
//
//	l = ‖Zw-y‖²/v + ‖w‖² + log|F| + (n-d) log v,
//
// a sum over rows except log|F|. A minibatch's own likelihood ([BSGD])
// overrates that term. [MINIMAX] and [SCGD] estimate its gradient without bias,
// [VariableProjection] and [MinMin] are improvements, [NOLD] leaves it out as a
// control, and [SVGP] bounds the likelihood instead.
//
//	network := feature.MLP{Inputs: 8, Widths: []int{128, 128}}
//	model := gplib.Model{Cov: rkhs.Linear(network, 1), Noise: gplib.Gaussian(0.1)}
//	fit, err := rkhs.SCGD{Training: rkhs.Training{Batch: 32}}.Fit(ctx, model, data, nil)
//	p, err := fit.Posterior.Predict(x)
//
// Standardise inputs and observations first ([dataset.Standardise]), and whiten
// the inputs ([dataset.Whiten]): where they are correlated, a network fits in
// far fewer epochs. The value of a step of the trace is the exact likelihood of
// the training rows, streamed, divided by their number; an iteration is one epoch
// or several (see [Training].Epochs). The posterior is exact and takes O(nd²)
// time; rows may come from a [dataset.RowReader] ([RowLearner]).
//
// # Few rows
//
// A network has more weights than a small set has rows, and its likelihood gets
// better long after its predictions get worse. So a part of a small set is held out
// ([Training].HoldOut). It decides which point of the run is best, when the run has
// converged, and the noise, so that intervals have their nominal coverage. If an
// exact Gaussian process of some rows predicts those held out better, a warning
// says so. A fit that ends with its last epoch has converged if the last half of
// its epochs, or the last fifth with rows held out, gained no more than
// Settings.Tol a row, 0.01 by default.
//
// The mean function is learned at each evaluation by generalised least squares.
// Parameters of the network may be fixed, bounded or have priors.
//
// # Which to use
//
// [VariableProjection] mostly ends lowest, and lower than [SCGD]. [MINIMAX]
// comes close, and mostly so does [NOLD]: on many sets the gain over [BSGD]
// comes from not overrating the log-determinant rather than from estimating
// it. At μ = 1, the paper's choice, MINIMAX is NOLD within noise. [AdaDelta]
// reaches lower likelihood losses than [Adam] on some sets. But a lower loss does
// not promise a lower error: if the network overfits, predictive densities keep
// getting worse, and BSGD's heavy log-determinant regularises: hold rows out.
//
// # Where the paper errs
//
// Its identity for the quadratic form lacks a square. Its SCGD step omits the
// factor n/s and takes the gradient before F̃ is updated, unlike the method it
// cites; this package has both orders. Its F-form of BSGD needs n replaced by s
// within the sums. A = F is stationary in MINIMAX only from μ = ‖F‖‖F⁻¹‖ on,
// which is 10⁵ to 10⁹ for networks.
package rkhs
