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
// at most log p(y) (equation 7 there). The best q has n numbers λ_i >= 0 (equations 8 and 9):
//
//	Σ⁻¹ = L⁻¹ + diag(λ),  μ = log c + L(λ - 1/2),  λ_i = (1 + R_i α_i² - R_i (A⁻¹)_ii)/2,
//
// with A = K + R and α = A⁻¹(y - m).
//
// # The steps
//
// Steps are those of Newton's method for the last equation. Where one does not raise the bound, a step is that of
// Fisher scoring, or of the equation itself: its right side less λ has a product with the gradient that is never
// negative. Such a step is halved until the bound rises.
//
// # Learning
//
// [Bound] is the negative bound at the best q. Since q does not move it to first order, the gradient is that at a fixed
// q. Where steps do not reach a maximum, an evaluation and a posterior are errors.
//
// # Predictions
//
// f at a new point is normal, given R; g is normal, given q. A new observation is a mixture of normal distributions,
// with the variance of f plus exp(E g + Var g/2). [gplib.Prediction] has this variance, and takes the observation for
// normal.
//
// An evaluation takes some 15 to 100 steps, each two Cholesky factors, an inverse and a linear system of n × n, and
// memory for ten such matrices.
package hetero
