// Package hetero learns models whose noise depends on the inputs in an unknown way ([gplib.NoiseProcess]):
//
//	y_i = f(x_i) + e_i,  e_i ~ N(0, exp(g_i)),  f ~ GP(m, k),  g ~ GP(log c, l),
//
// by the variational approximation of Lázaro-Gredilla and Titsias (2011, Proceedings of the 28th International
// Conference on Machine Learning, 841-848), in which f is integrated out exactly.
//
//	model := gplib.Model{
//		Cov:   cov.Scale(1, cov.SE(1)),
//		Noise: gplib.NoiseProcess(0.1, cov.Scale(1, cov.SE(1))),
//	}
//	fit, err := hetero.Learner{}.Fit(ctx, model, data, nil)
//
// # The bound
//
// The posterior of g at the data is replaced by a normal distribution q = N(μ, Σ). With the n × n matrices K of k and
// L of l and R = diag(exp(μ_i - Σ_ii/2)), the evidence lower bound is
//
//	log N(y|m, K + R) - tr(Σ)/4 - KL(q‖N(log c, L)),
//
// at most log p(y) (equation 7 there). The best q has n numbers λ_i > 0 (equations 8 and 9):
//
//	Σ⁻¹ = L⁻¹ + diag(λ),  μ = log c + L(λ - 1/2),  λ_i = (1 + R_i α_i² - R_i (A⁻¹)_ii)/2,
//
// with A = K + R and α = A⁻¹(y - m).
//
// # The steps
//
// A step goes from λ towards the right side of the last equation. Its product with the gradient of the bound by λ,
// (L + Σ∘Σ/2) times the step, is never negative, so that a part of it ascends, and extrapolation from earlier steps
// makes them few.
//
// # Learning
//
// [Bound] is the negative bound at the best q. Since q does not move it to first order, the gradient is that at a fixed
// q. Where steps do not reach a maximum, an evaluation and a posterior are errors.
//
// # Predictions
//
// f at a new point is normal, given R; g is normal, given q. A new observation is a mixture of normal distributions over
// g, with the variance of f plus exp(E g + Var g/2). [gplib.Prediction] has this variance, and takes the observation for
// normal. An evaluation and a step take two Cholesky factors and an inverse of n × n, and memory for five such matrices.
package hetero
