// Package statespace has exact Gaussian processes of one ordered input, such as time, in time and memory
// proportional to the observations: a million of them take a second. The package gplib needs the cube of their
// number.
//
//	data, err := gplib.NewData(cov.Line(times), y)
//	m := gplib.Model{Cov: cov.Sum(cov.Scale(1, cov.Matern32(10)), cov.Scale(1, cov.SHO(3, 5))), Noise: gplib.Gaussian(0.1)}
//	fit, err := statespace.Learner{}.Fit(ctx, m, data, nil)
//	p, err := fit.Predict(grid)
//
// # The state
//
// The process is a part of a state of s numbers with the Markov property (Hartikainen and Särkkä 2010; Särkkä and
// Solin 2019, chapter 12). [cov.Matern12], [cov.Matern32] and [cov.Matern52] have 1, 2 and 3 numbers, their
// derivatives in the unit of the lengthscale; [cov.SHO] has 2. [cov.Constant], [cov.Linear], [cov.PolynomialBasis],
// [cov.Cosine] and [cov.Periodic] are sums of functions with normal weights, which are a state that does not move;
// the periodic function has as many harmonics as leave out 1e-12 of its variance (Solin and Särkkä 2014). States of
// a sum are joined, those of a product are the Kronecker product. Others, such as [cov.SE], have no finite state,
// and [Check] names them. An observation takes O(s²) time: cov.Periodic(1, p) has 23 numbers, and its product with
// cov.Matern32 has 46.
//
// A model with a log-concave likelihood, such as counts ([lik.Poisson]), has Laplace's approximation in linear time:
// the likelihood near the mode of the latent values is that of normal pseudo-observations (Rasmussen and Williams
// 2006, section 3.4), so that each step to the mode and the gradient ([Laplace]) are passes over a state space.
// Values, gradients and predictions are those of package laplace but for rounding.
//
// # Computation
//
// The filter computes the Cholesky factor of the covariance matrix C of the observations in its semiseparable form
// (Foreman-Mackey, Agol, Ambikasaran and Angus 2017, section 5.1). Instead of the covariance P of the state it keeps
// the part S = P∞ - P of the stationary one that observations explain. So there is no covariance of driving noise,
// which loses its digits over short times, and rounding errors are those of a Cholesky factor: the relative error of
// a variance is 2⁻⁵² times the variance of the process over that of the noise. It is an error if less than 1e-12 of
// the variance of an observation is left, and if weights C⁻¹(y - m) times C differ from the residuals. After
// [Posterior.Extend] by later rows the weights are computed and compared when they are first needed: predictions after
// the last row need none.
//
// The gradient is exact: a reverse pass over stretches of observations, which filters each again from a
// checkpoint. Smoothing is that of Bryson and Frazier (1963), which inverts nothing. Times are irregular, may be
// equal, and need no order; missing observations are rows that are left out.
package statespace
