// Package cov holds covariance functions (kernels) of Gaussian processes and the
// algebra that joins them.
//
// A covariance function is a [Func]: an immutable value with named parameters, Gram
// matrices and analytic derivatives. Functions are made by constructors and joined by
// [Sum], [Product] and [Scale]:
//
//	k := cov.Sum(
//		cov.Scale(4, cov.SE(2.5)),      // 4·exp(-r²/(2·2.5²))
//		cov.Scale(1, cov.Periodic(1, 1)),
//	)
//
// Write your own function as a [Formula], which is compiled, or with [Custom]. [Fix],
// [Bound], [Tie], [WithPrior] and [WithTransform] say how learners may move parameters,
// and [Describe] makes data of a function. Constructors return no errors, so that they
// nest; [Func.Check] returns what was wrong.
//
// Inputs are opaque ([Inputs]), so that a covariance function may be defined on strings
// ([Strings], [Categories]) or [Graphs] as well as on the rows of a matrix ([Points]).
package cov

import "gonum.org/v1/gonum/mat"

// Inputs is a finite, ordered set of points at which a Gaussian process is
// evaluated. Each covariance function accepts certain kinds of Inputs; see
// [Func.Check].
type Inputs interface {
	// Len is the number of points.
	Len() int
	// Subset returns the points at the given positions, in that order. Positions are in
	// [0, Len()) and may repeat.
	Subset(index []int) Inputs
}

// Func is a covariance function k(x, x'; θ). It is immutable: [Func.With]
// returns a changed copy. θ always stands for natural (untransformed) values,
// in the order of [Func.Params].
//
// Gram, Diag and AddGrad presume inputs that Check accepts and destinations
// of the right size; they panic otherwise, as gonum/mat does. The entry
// points of gplib check first and return errors.
type Func interface {
	// Params lists the parameters, θ, in a fixed order. The slice is the
	// caller's own.
	Params() []Param
	// With returns a copy of the function with parameter values theta,
	// len(theta) == len(Params()). Names, transforms, bounds and the rest
	// are kept. It does not check bounds.
	With(theta []float64) Func
	// Check returns an error if the function cannot take x (its kind, its dimension).
	Check(x Inputs) error
	// Gram writes k(a_i, b_j) into dst, which is a.Len() × b.Len(). When a
	// and b are the same value the result is exactly symmetric.
	Gram(dst *mat.Dense, a, b Inputs)
	// Diag writes k(a_i, a_i) into dst, of length a.Len().
	Diag(dst []float64, a Inputs)
	// AddGrad adds Σ_ij w_ij ∂k(a_i, b_j)/∂θ_p to grad[p] for every
	// parameter. w is a.Len() × b.Len(). No derivative matrix is stored.
	AddGrad(grad []float64, w *mat.Dense, a, b Inputs)
	// MulVec writes K(a, b)·v into dst and, where dgrad is not nil, (∂K(a, b)/∂θ_p)·v
	// into dgrad[p], without ever storing K: the memory used is O(a.Len()), the time
	// O(a.Len()·b.Len()·(1+len(dgrad))). len(v) == b.Len(), len(dst) == len(dgrad[p])
	// == a.Len(). dgrad is nil or has one slice per parameter.
	MulVec(dst []float64, dgrad [][]float64, a, b Inputs, v []float64)
}
