// Package vi learns models with a likelihood (package lik) by a variational approximation: the posterior of
// the latent values f is replaced by the normal distribution q that is closest to it in the
// Kullback-Leibler divergence from q (Opper and Archambeau 2009, Neural Computation 21, 786-792).
//
//	data, err := gplib.NewData(x, counts)
//	m, err := gplib.AutoLik(data, lik.Poisson())
//	fit, err := vi.Learner{}.Fit(ctx, m, data, nil)
//
// # The bound
//
// q maximises the evidence lower bound, which is at most log p(y):
//
//	ELBO = Σ_i E log p(y_i|f_i) - KL(q‖N(m, K)),  f_i ~ N(μ_i, v_i).
//
// The best q has the precision K⁻¹ + W with a diagonal W and the mean μ = m + Ka: 2n numbers (equations 10 and
// 11 there). With b = E log p(y_i|f_i) as a function of μ_i and v_i,
//
//	a_i = ∂b/∂μ_i = E ∂log p/∂f,  W_i = -2 ∂b/∂v_i = -E ∂²log p/∂f²,
//	KL = [log|I + KW| - Σ W_i v_i + aᵀKa]/2.
//
// [lik.Observed].Expected has b and its derivatives, in closed form or by sums over f.
//
// # The steps
//
// A step goes from the sites of all rows, the precisions W and shifts a + Wμ, towards those of the equations above.
// It is a step of natural gradients (Khan and Lin 2017, Artificial Intelligence and Statistics, section 3), and takes
// one Cholesky factor of I + W½KW½ and its inverse. A step that lowers the bound, or after which K⁻¹ + W is not
// positive definite, is halved. So the bound rises for likelihoods that are not log-concave, too, such as Student's
// t, whose W may have negative elements; it may then have several maxima, and a fit warns.
//
// # Learning
//
// [ELBO] is the negative bound at the best q. Since q does not move it to first order, the gradient is that at a
// fixed q. Where steps do not reach a maximum, an evaluation and a posterior are errors, or the fit warns.
//
// # How good it is
//
// The bound is below the log marginal likelihood by the divergence. q is narrower than the posterior: for labels under
// a wide prior its probabilities have errors between those of Laplace's approximation and of expectation propagation
// (Nickisch and Rasmussen 2008, JMLR 9, 2035-2078). Unlike the one, it needs no derivatives at a mode, so it takes
// [lik.Laplace], and unlike the other, its steps always have a direction that ascends.
package vi
