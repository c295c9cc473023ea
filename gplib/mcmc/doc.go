// Package mcmc draws from posterior densities by their gradients: the
// Metropolis-adjusted Langevin algorithm, Hamiltonian Monte Carlo and the
// no-U-turn sampler, with the diagnostics of Vehtari et al. (2021). Its
// first use is type-I inference, where hyper-parameters are integrated over
// rather than optimised:
//
//	posterior, err := mcmc.Hyper(gplib.LML{}, model, data) // with the model's priors
//	chains, err := mcmc.Sample(ctx, posterior, mcmc.NUTS{}, nil)
//	fmt.Println(chains) // mean, quantiles, R-hat and effective sample sizes
//
// [Learner] does that as a learner, whose predictions average over draws:
//
//	fit, err := mcmc.Learner{}.Fit(ctx, model, data, nil)
//	p, err := fit.Predict(x)
//
// Any log density with a gradient is a [Target]; see [Density]. [Latent] draws the latent values of a model
// with a likelihood by elliptical slice sampling, which needs no gradient.
package mcmc
