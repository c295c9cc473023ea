package cov

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
	"krigo/gplib/parallel"
)

// chunk is the number of columns evaluated at once: the scratch of an
// evaluator stays in the first-level cache.
const chunk = 512

// forChunks calls f for consecutive ranges of [0, m).
func forChunks(m int, f func(lo, hi int)) {
	for lo := 0; lo < m; lo += chunk {
		f(lo, min(lo+chunk, m))
	}
}

// forPairs calls f for the columns [lo, hi) up to i of rows i in [first, last), until ctx ends. The rows
// share ranges of columns, which stay in the cache.
func forPairs(ctx context.Context, first, last int, f func(i, lo, hi int)) {
	forChunks(last, func(lo, hi int) {
		for i := max(first, lo); i < last && ctx.Err() == nil; i++ {
			f(i, lo, min(hi, i+1))
		}
	})
}

func gram(k body, dst *mat.Dense, a, b Inputs) {
	n, m := a.Len(), b.Len()
	parallel.Rows(n, n*m, func() func(_, lo, hi int) {
		rows := k.rows(a, b)
		return func(_, first, last int) {
			for i := first; i < last; i++ {
				row := dst.RawRowView(i)
				forChunks(m, func(lo, hi int) { rows.value(row[lo:hi], i, lo, hi) })
			}
		}
	})
}

// gramSymmetric evaluates the lower triangle and mirrors it.
func gramSymmetric(k body, dst *mat.Dense, a Inputs) {
	_ = gramLower(context.Background(), k, dst, a)
	linalg.MirrorLower(dst)
}

// gramLower evaluates the lower triangle, unless ctx ends before.
func gramLower(ctx context.Context, k body, dst *mat.Dense, a Inputs) error {
	n := a.Len()
	return parallel.RowsContext(ctx, n, n*n/2, func() func(_, lo, hi int) {
		rows := k.rows(a, a)
		return func(_, first, last int) {
			forPairs(ctx, first, last, func(i, lo, hi int) { rows.value(dst.RawRowView(i)[lo:hi], i, lo, hi) })
		}
	})
}

func addGrad(k body, grad []float64, w *mat.Dense, a, b Inputs) {
	n, m := a.Len(), b.Len()
	_ = sumBlocks(context.Background(), grad, n, n*m, func() func(part []float64, lo, hi int) {
		rows := k.rows(a, b)
		buf := make([]float64, chunk)
		return func(part []float64, first, last int) {
			for i := first; i < last; i++ {
				row := w.RawRowView(i)
				forChunks(m, func(lo, hi int) {
					rows.value(buf[:hi-lo], i, lo, hi)
					rows.grad(part, row[lo:hi])
				})
			}
			settle(rows)
		}
	})
}

// addGradSymmetric evaluates each pair once, with the weights of [AddGradSymmetric], unless ctx ends before.
func addGradSymmetric(ctx context.Context, k body, grad []float64, a Inputs, weights func(dst []float64, i, lo int)) error {
	n := a.Len()
	return sumBlocks(ctx, grad, n, n*n/2, func() func(part []float64, lo, hi int) {
		rows := k.rows(a, a)
		buf, both := make([]float64, chunk), make([]float64, chunk)
		return func(part []float64, first, last int) {
			forPairs(ctx, first, last, func(i, lo, hi int) {
				w := both[:hi-lo]
				weights(w, i, lo)
				if hi == i+1 {
					w[i-lo] /= 2
				}
				rows.value(buf[:hi-lo], i, lo, hi)
				rows.grad(part, w)
			})
			settle(rows)
		}
	})
}

// pairWeights gives w_ij + w_ji of a matrix.
func pairWeights(w *mat.Dense) func(dst []float64, i, lo int) {
	raw := w.RawMatrix()
	return func(dst []float64, i, lo int) {
		row := raw.Data[i*raw.Stride+lo:][:len(dst)]
		for j := range dst {
			dst[j] = row[j] + raw.Data[(lo+j)*raw.Stride+i]
		}
	}
}

// sumBlocks adds to grad the parts of all row blocks, in the order of the
// blocks, so that the sum does not depend on the goroutines.
func sumBlocks(ctx context.Context, grad []float64, n, pairs int, start func() func(part []float64, lo, hi int)) error {
	p := len(grad)
	parts := make([]float64, p*((n+parallel.RowBlock-1)/parallel.RowBlock))
	err := parallel.RowsContext(ctx, n, pairs, func() func(block, lo, hi int) {
		work := start()
		return func(block, lo, hi int) { work(parts[block*p:(block+1)*p], lo, hi) }
	})
	if err != nil {
		return err
	}
	for ; len(parts) > 0 && p > 0; parts = parts[p:] {
		floats.Add(grad, parts[:p])
	}
	return nil
}

func mulVec(k body, dst []float64, dgrad [][]float64, a, b Inputs, v []float64) {
	n, m := a.Len(), b.Len()
	parallel.Rows(n, n*m, func() func(_, lo, hi int) {
		rows := k.rows(a, b)
		buf, part := make([]float64, chunk), make([]float64, len(dgrad))
		return func(_, first, last int) {
			for i := first; i < last; i++ {
				sum := 0.0
				clear(part)
				forChunks(m, func(lo, hi int) {
					row := buf[:hi-lo]
					rows.value(row, i, lo, hi)
					sum += linalg.Dot(row, v[lo:hi])
					if dgrad != nil {
						rows.grad(part, v[lo:hi])
					}
				})
				settle(rows)
				dst[i] = sum
				for p := range dgrad {
					dgrad[p][i] = part[p]
				}
			}
		}
	})
}
