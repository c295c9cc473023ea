// Package laplace learns models with a likelihood (package lik) by Laplace's approximation: the
// posterior of the latent values f at the data is replaced by the normal distribution about its
// mode that has the same curvature there (Rasmussen and Williams 2006, sections 3.4 and 5.5.1).
//
//	data, err := gplib.NewData(x, labels) // 0 and 1
//	m, err := gplib.AutoFor(laplace.Learner{}, data)
//	fit, err := laplace.Learner{}.Fit(ctx, m, data, nil)
//	p, err := fit.Predict(grid)
//	p.MeanY() // the probabilities of the label 1
//
// # The mode
//
// Newton's method finds the mode f̂ with the weights a = K⁻¹(f - m), which are the derivatives of
// the log likelihood there (algorithm 3.1). With W the negative second derivatives it factorises
// B = I + W½KW½, whose eigenvalues are 1 or more. It begins at one step from rough latent values
// ([lik.Func].Latent), and halves steps until the objective
//
//	Ψ(f) = log p(y|f) - (f-m)ᵀK⁻¹(f-m)/2
//
// rises. The factor of one step is the preconditioner of the next ones, which conjugate gradients solve
// in O(n²) time an iteration, until these need more than ten.
//
// A likelihood that is not log-concave has negative elements of W (Student's t far from an
// observation; Vanhatalo, Jylänki and Vehtari 2009, section 4). They are a second, small factor:
// with W = W₊ - W₋, Σ₊ = (K⁻¹+W₊)⁻¹ and D = I - W₋½Σ₊W₋½,
//
//	(K⁻¹+W)⁻¹ = Σ₊ + Σ₊W₋½D⁻¹W₋½Σ₊,  log|I+KW| = log|B| + log|D|,
//
// where D is positive definite at a maximum. Far from one it need not be; a step then leaves W₋
// out.
//
// # Learning
//
// [LML] is the negative of the approximate log marginal likelihood, log q(y|X, θ) = Ψ(f̂) - log|I+KW|/2
// (equation 3.32), with its exact derivatives with respect to the parameters of mean, covariance
// function and likelihood: they hold that the mode moves, too (algorithm 5.1). [Learner] minimises
// it as [gplib.LBFGS] does for Gaussian noise, with the same comparison of starts.
//
// # How good it is
//
// For Gaussian noise the approximation is exact. For labels the posterior is skew, and its mean is
// further from 0 than its mode: the probabilities predicted are somewhat too close to 1/2, the more
// so the larger the variance of f is (Nickisch and Rasmussen 2008, JMLR 9, 2035-2078). Package ep
// is closer there.
package laplace
