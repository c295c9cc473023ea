package cov

import (
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// AddGradSymmetric adds Σ_ij w_ij ∂k(a_i, a_j)/∂θ_p to grad[p] for every
// parameter of k, for a symmetric w that need not be stored: weights writes
// w_ij into dst[j-lo] for j in [lo, lo+len(dst)), all of them at most i. It is
// called from several goroutines. The sum is that of [Func.AddGrad], with
// half the weights read. A Func made outside this package gets w as a matrix.
func AddGradSymmetric(k Func, grad []float64, a Inputs, weights func(dst []float64, i, lo int)) {
	if f, ok := k.(function); ok {
		checkLen("AddGradSymmetric: grad", len(grad), len(f.params()))
		addGradSymmetric(f.body, grad, a, twice(weights))
		return
	}
	n := a.Len()
	w := mat.NewDense(n, n, nil)
	for i := range n {
		weights(w.RawRowView(i)[:i+1], i, 0)
	}
	linalg.MirrorLower(w)
	k.AddGrad(grad, w, a, a)
}
