package gplib

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// MeanGradient returns the derivatives of the posterior mean of f at the m
// points x by their coordinates, m × d, in O(nmd) time; see [Differentiable].
func (e *Exact) MeanGradient(x cov.Inputs) (*mat.Dense, error) {
	if err := e.model.CheckAt(x, e.data.X); err != nil {
		return nil, err
	}
	f, err := e.solve()
	if err != nil {
		return nil, err
	}
	return e.model.MeanGradient(x, e.data.X, f.alpha)
}

// VarGradient is [Exact.MeanGradient] for the posterior variance of f, in
// O(n²m + nmd) time.
func (e *Exact) VarGradient(x cov.Inputs) (*mat.Dense, error) {
	if err := e.model.CheckAt(x, e.data.X); err != nil {
		return nil, err
	}
	f, err := e.solve()
	if err != nil {
		return nil, err
	}
	return e.model.VarGradient(x, e.data.X, f.chol.Solve)
}

// MeanGradient returns the derivatives of m(x) + Σ_j w_j k(x, z_j) at the points
// x by their coordinates, x.Len() × d: those of a posterior mean.
func (m Model) MeanGradient(x, z cov.Inputs, w []float64) (*mat.Dense, error) {
	points, err := coordinates(x)
	if err != nil {
		return nil, err
	}
	grad := mat.NewDense(points.Len(), points.Dim(), nil)
	if err := cov.InputGrad(grad, m.Cov, x, z, w); err != nil {
		return nil, fmt.Errorf("gplib: gradient by inputs: %w", err)
	}
	return grad, AddInputGrad(grad, m.Mean, x)
}

// VarGradient returns the derivatives of k(x, x) - k(x, z) A k(z, x) at each of
// the points x by its coordinates, x.Len() × d: those of a posterior variance.
// solve replaces z.Len() × s numbers B by AB; A is symmetric. The mean function
// does not matter.
func (m Model) VarGradient(x, z cov.Inputs, solve func(b *mat.Dense)) (*mat.Dense, error) {
	points, err := coordinates(x)
	if err != nil {
		return nil, err
	}
	n, d := points.Dims()
	grad, ones := mat.NewDense(n, d, nil), make([]float64, n)
	floats.AddConst(1, ones)
	if err := cov.AddInputGradDiag(grad, m.Cov, ones, x); err != nil {
		return nil, fmt.Errorf("gplib: gradient by inputs: %w", err)
	}
	for lo := 0; lo < n; lo += predictBlock {
		hi := min(lo+predictBlock, n)
		block := cov.Block(x, lo, hi)
		cross := mat.NewDense(z.Len(), hi-lo, nil)
		m.Cov.Gram(cross, z, block)
		solve(cross)
		weights := mat.DenseCopyOf(cross.T())
		weights.Scale(-2, weights)
		if err := cov.AddInputGrad(grad.Slice(lo, hi, 0, d).(*mat.Dense), m.Cov, weights, block, z); err != nil {
			return nil, fmt.Errorf("gplib: gradient by inputs: %w", err)
		}
	}
	return grad, nil
}

// coordinates wants points that have some.
func coordinates(x cov.Inputs) (*cov.Matrix, error) {
	points, ok := x.(*cov.Matrix)
	if !ok {
		return nil, fmt.Errorf("gplib: gradient by inputs: %T has no coordinates", x)
	}
	return points, nil
}
