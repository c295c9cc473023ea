// Package softmax learns models of three classes or more, whose likelihood is [lik.Categorical], by Laplace's
// approximation (Rasmussen and Williams 2006, section 3.5; Williams and Barber 1998, IEEE Transactions on Pattern
// Analysis and Machine Intelligence 20, 1342-1351).
//
//	data, classes, err := iris.Classes("species", "petal length", "petal width")
//	m, err := gplib.AutoLik(data, classes)
//	fit, err := softmax.Learner{}.Fit(ctx, m, data, nil)
//	p, err := softmax.Classify(fit, grid)
//	p.Prob // a row for each point, a column for each class
//
// # The model
//
// Each class c has a latent function f_c. They are independent before the data, with one covariance function and mean
// 0, and the probability of class c is exp(f_c) over the sum of these. Names, order and number of the classes are those
// of the likelihood. What all functions have in common has no effect: with two classes this is [lik.Bernoulli] of
// f_1 - f_0, whose covariance function is twice as large.
//
// # The mode
//
// The negative second derivatives W of the log likelihood couple the classes at a row: W = diag(p) - ppᵀ, with the
// probabilities p of its classes. With D_c the probabilities of class c at all rows, E_c = (K + D_c⁻¹)⁻¹ and
// S = Σ_c E_c,
//
//	(K + W⁻¹)⁻¹ = E - E S⁻¹E,  log|I + KW| = Σ_c log|I + D_c½KD_c½| + log|S|,
//
// where E has the blocks E_c, and E S⁻¹E the blocks E_c S⁻¹E_c': C + 1 factors of n × n matrices instead of one of
// Cn × Cn (algorithm 3.3; the determinant needs that of S, too). Newton's method halves steps until the objective
// rises. It is concave, so that there is one mode.
//
// # Learning
//
// [LML] is the negative of the approximate log marginal likelihood, with exact derivatives, which include the change of
// the mode. [Learner] minimises it as [gplib.LBFGS] does for Gaussian noise.
//
// # Predictions
//
// Given the data, the latent values at a point are normal, and dependent through S (algorithm 3.4). [Prediction] has
// their moments, and the means of the softmax over them: integrals over the C - 1 contrasts of the classes, whose
// error is measured and reported.
//
// The approximation is that of the posterior. Probabilities are somewhat too close to one another, as those of package
// laplace are to 1/2, the more so the larger the variance of f is.
package softmax
