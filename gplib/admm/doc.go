// Package admm learns the hyper-parameters of a Gaussian process by hold-out
// cross-validation without factorising a matrix: GPCV-ADMM of
//
//	L. Xu, F. Yin, J. Zhang, Z.-Q. Luo and S. Cui, A general O(n²)
//	hyper-parameter optimization for Gaussian process regression with
//	cross-validation and non-linearly constrained ADMM, 2019, arXiv:1906.02387,
//
// whose equation numbers the comments cite. [HoldOut] is the method and [KFold]
// its form for K-fold cross-validation, [Adjoint] minimises the exact error of
// either by BFGS at the same O(n²) cost, [Paper] gives the settings of the
// paper.
//
//	learner := admm.HoldOut{Split: admm.LastBlock(96)}
//	fit, err := learner.Fit(ctx, model, data, nil)
//	p, err := fit.Posterior.Predict(cov.Line(grid))
//
// An iteration takes O(n²) time: the only matrix that is factorised is C, if it is
// stored and either has at most 400 training points or took conjugate gradients 40 steps
// at one θ, which cost as much. The posterior of the result is exact and takes one
// factorisation, O(n³), at the end; above n = 8192, or with [MatrixFree], it is a
// [CGPosterior], which takes O(n) memory.
//
// [Continuation] fits to few observations first. [Stochastic] validates each
// step on a part of V. [GradientDescent] is the paper's baseline.
//
// # Which to use
//
// ADMM alone creeps where many parameters or little noise make the problem
// ill-conditioned: with z held, a θ-step may change Cz by no more than the penalty
// allows, about F/(ρ‖y_T‖²) on the log scale, while at a small ρ the constraint takes
// some 1/ρ iterations to close. [HoldOut] therefore hands over to the iteration of
// [Adjoint], in which z follows θ, when it creeps. The same holds for K folds:
// consensus arrives where Adjoint does, after far more rounds; the naive mean of
// the folds does not, least of all where F has many minima.
//
// # Where the paper errs
//
// Equation 18 lacks the noise, and 17 drops terms that hold it alone. Equation
// 12 is one gradient step, where the authors' code minimises by coordinates.
// The n_T steps of conjugate gradients that the paper allows are O(n³): a cap
// and a preconditioner make them O(n²). Its first theorem concerns joint
// minimisation and its second exact subproblems; neither proves this scheme.
// Cross-validation and maximum likelihood are not equivalent under Gaussian
// noise.
package admm
