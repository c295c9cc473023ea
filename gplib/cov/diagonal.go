package cov

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/parallel"
)

// diagonalGrad is a body with its own [AddGradDiag].
type diagonalGrad interface {
	addGradDiag(grad, w []float64, a Inputs)
}

// AddGradDiag adds Σ_i w_i ∂k(a_i, a_i)/∂θ_p to grad[p] for every parameter of k:
// [Func.AddGrad] with the weights diag(w), in O(n) evaluations. w has length a.Len().
// For a Func made outside this package it computes blocks of the Gram matrix, 32
// evaluations per point.
func AddGradDiag(k Func, grad, w []float64, a Inputs) {
	checkLen("AddGradDiag: w", len(w), a.Len())
	checkLen("AddGradDiag: grad", len(grad), len(k.Params()))
	f, ok := k.(function)
	if !ok {
		addGradDiagBlocks(k, grad, w, a)
		return
	}
	if len(grad) == 0 {
		return
	}
	own := f.on(a)
	if b, ok := own.(diagonalGrad); ok {
		b.addGradDiag(grad, w, a)
		return
	}
	_ = sumBlocks(context.Background(), grad, len(w), len(w), func() func(part []float64, lo, hi int) {
		rows, value := own.rows(a, a), make([]float64, 1)
		return func(part []float64, first, last int) {
			for i := first; i < last; i++ {
				rows.value(value, i, i, i+1)
				rows.grad(part, w[i:i+1])
			}
			settle(rows)
		}
	})
}

func addGradDiagBlocks(k Func, grad, w []float64, a Inputs) {
	for lo := 0; lo < len(w); lo += parallel.RowBlock {
		hi := min(lo+parallel.RowBlock, len(w))
		index := make([]int, hi-lo)
		diag := mat.NewDense(hi-lo, hi-lo, nil)
		for j := range index {
			index[j] = lo + j
			diag.Set(j, j, w[lo+j])
		}
		block := a.Subset(index)
		k.AddGrad(grad, diag, block, block)
	}
}
