// Package ep learns models with a likelihood (package lik) by expectation propagation: each row's
// likelihood is replaced by a site, the exponential of a parabola in its latent value f, so that the
// marginal distributions of f have the means and variances that they would have with the row's own
// likelihood (Minka 2001; Rasmussen and Williams 2006, section 3.6).
//
//	data, err := gplib.NewData(x, labels) // 0 and 1
//	m, err := gplib.AutoFor(ep.Learner{}, data)
//	fit, err := ep.Learner{}.Fit(ctx, m, data, nil)
//	p, err := fit.Predict(grid)
//	p.MeanY() // the probabilities of the label 1
//
// # The sites
//
// With the precisions T and shifts ν of the sites the posterior of f has the precision K⁻¹ + T and the
// mean m + Ka, where a = ν - Tμ. A sweep divides each site out of its marginal distribution, which
// leaves the cavity N(f; c, v), multiplies it by the likelihood, and takes the moments of the product
// ([lik.Observed].Tilted). All sites change at once, as in van Gerven et al. 2009, so that a sweep takes one Cholesky
// factor of I + T½KT½ and its inverse. Steps of the sites are halved where the error grows.
//
// # Learning
//
// [LML] is the negative of the approximate log marginal likelihood at the fixed point. With Ẑ_i the
// integral of the product of row i,
//
//	log Z = Σ_i [log Ẑ_i + log(1 + T_i v_i)/2 + v_i a_i²/2] - log|I + KT|/2 - aᵀ(μ-m)/2,
//
// which equals equation 3.65 of Rasmussen and Williams 2006 and has no differences of large numbers.
// The sites do not move it to first order, so that the gradient is that at fixed sites (section 5.5.2).
//
// # How good it is
//
// For labels it is close to the exact posterior: much closer than Laplace's approximation, whose
// probabilities are too close to 1/2 (Nickisch and Rasmussen 2008, JMLR 9, 2035-2078). It takes about
// three times as long. For log-concave likelihoods ([lik.LogConcave]) sites have positive precisions, and sweeps
// mostly converge; nothing guarantees it. For others, such as Student's t, a fit warns.
package ep
