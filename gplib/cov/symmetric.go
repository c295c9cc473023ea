package cov

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
	"krigo/internal/panictrace"
)

// AddGradSymmetric adds Σ_ij w_ij ∂k(a_i, a_j)/∂θ_p to grad[p] for every parameter of k, for a w
// that need not be stored: weights writes w_ij + w_ji into dst[j-lo] for j in [lo, lo+len(dst)),
// all of them at most i, and 2w_ii where j is i. It is called from several goroutines. The sum
// equals that of [Func.AddGrad], with half the weights read. A Func made outside this package gets
// a symmetric w as a matrix. It checks ctx between blocks of rows and returns its error if ctx ends
// first.
func AddGradSymmetric(ctx context.Context, k Func, grad []float64, a Inputs, weights func(dst []float64, i, lo int)) error {
	if f, ok := k.(function); ok {
		checkLen("AddGradSymmetric: grad", len(grad), len(f.params()))
		return addGradSymmetric(ctx, f.on(a), grad, a, weights)
	}
	n, own := a.Len(), make([]float64, len(grad))
	w := mat.NewDense(n, n, nil)
	for i := range n {
		row := w.RawRowView(i)[:i+1]
		weights(row, i, 0)
		floats.Scale(0.5, row)
	}
	linalg.MirrorLower(w)
	if err := await(ctx, func() { k.AddGrad(own, w, a, a) }); err != nil {
		return err
	}
	floats.Add(grad, own)
	return nil
}

// GramLower writes k(a_i, a_j) into the lower triangle of dst, n × n, with the diagonal; the strict
// upper one has no meaning then. It checks ctx between blocks of rows and returns its error if ctx
// ends first.
func GramLower(ctx context.Context, k Func, dst *mat.Dense, a Inputs) error {
	if f, ok := k.(function); ok {
		checkDims("GramLower: dst", dst, a.Len(), a.Len())
		return gramLower(ctx, f.on(a), dst, a)
	}
	n := a.Len()
	own := mat.NewDense(n, n, nil)
	if err := await(ctx, func() { k.Gram(own, a, a) }); err != nil {
		return err
	}
	dst.Copy(own)
	return nil
}

// await calls f, which takes no context, and leaves it running if ctx ends first.
// A panic of f becomes one here.
func await(ctx context.Context, f func()) error {
	if ctx.Done() == nil {
		f()
		return nil
	}
	type panicked struct {
		value  any
		resume func()
	}
	done, panics := make(chan struct{}), make(chan panicked, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				panics <- panicked{p, panictrace.Recovered()}
			}
		}()
		f()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case p := <-panics:
		p.resume()
		panic(p.value)
	case <-ctx.Done():
		return ctx.Err()
	}
}
