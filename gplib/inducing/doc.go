// Package inducing implements sparse Gaussian-process regression: m inducing
// points represent n observations, in O(nm²) time and O(nm) memory.
//
// A [Sparse] value is one approximation, [VFE], [DTC] or [FITC], at given
// inducing points: an objective with analytic gradients, and by
// [Sparse.Condition] a posterior with a [Certificate], which bounds the loss
// against exact inference:
//
//	s := inducing.Sparse{Points: z}
//	p, err := s.Condition(model, data)
//	fmt.Println(p.Certificate().Gap()) // nats between bounds on log p(y)
//
// A [Selector] chooses points of the data: [Random], [IVM], [TitsiasGreedy],
// [CSI] and [GreedyVariance]. The learners choose points and hyper-parameters
// together: [Subset] by a selector, [Continuous] by the gradient with respect
// to the points' coordinates, [SVGP] by minibatches. [SubsetOfData] ignores the other data, and
// [CSIRegression] is ridge regression with validated hyper-parameters.
// [Sparse.Condition] by VFE and [SVGP] take models with a likelihood (package lik); the others need Gaussian noise.
//
//	learner := inducing.Subset{Size: 50, Selector: inducing.GreedyVariance{}}
//	fit, err := learner.Fit(ctx, model, data, nil)
//	c := fit.Posterior.(*inducing.Posterior).Certificate()
package inducing
