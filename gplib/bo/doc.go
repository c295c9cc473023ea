// Package bo minimises functions that are expensive to evaluate, by Bayesian optimisation: a Gaussian process predicts
// the function, and an acquisition function of its mean and variance selects the next point.
//
//	space, err := bo.NewSpace(bo.Real("x", -5, 10), bo.Log("rate", 1e-4, 1), bo.Integer("depth", 1, 8))
//	o, err := bo.New(space, &bo.Settings{Seed: 1})
//	for range 40 {
//		x, err := o.Ask(ctx)
//		err = o.Tell(x, f(x))
//	}
//	best, err := o.Best()
//
// [Optimiser.Minimise] is this loop. A point is a slice of one number for each dimension, in natural units; the number
// of a categorical dimension is the position of its level ([Space.Level]).
//
// The model has a constant mean, a Matérn covariance function of smoothness 5/2 with one lengthscale for each
// coordinate, and noise, on inputs in the unit cube and standardised observations. It is learned by maximum a
// posteriori with the prior of Hvarfner et al. (2024), whose lengthscales grow with the square root of the dimension.
// The parameters are a function of the evaluations alone, so that equal seeds, evaluations and pending points give
// equal points, also of a run that was saved and resumed.
//
// The functions that a run minimises, constraints and failed evaluations:
//
//   - noise is learned, unless [Settings].Noiseless says that there is none;
//   - an outcome constraint is a number that Tell receives beside the value, and that is at most 0 where a point is
//     feasible; each has a model of its own;
//   - a failed evaluation ([Optimiser.TellFailed]) has no value. Where there are some, a Gaussian process of the labels
//     -1 (success) and 1 (failure), a least-squares classifier (Rasmussen and Williams 2006, section 6.5), adds the log
//     probability of success to the acquisition: it multiplies the expected improvement, while for UCB and Thompson the
//     weight of this penalty is arbitrary. To the model of the function they are as predicted.
package bo
