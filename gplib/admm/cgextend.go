package admm

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Extend returns the posterior given more data too: conjugate gradients start at
// the α of the data so far, with 0 for more. See [gplib.Extendable].
func (p *CGPosterior) Extend(more gplib.Data) (gplib.Posterior, error) {
	if err := check(p.model, more); err != nil {
		return nil, err
	}
	all, err := p.data.Join(more)
	if err != nil {
		return nil, err
	}
	p.solve(nil)
	q := newCGPosterior(p.model, all)
	q.start = p.alpha
	if err := q.reach(context.Background()); err != nil {
		return nil, fmt.Errorf("admm: Extend: %w", err)
	}
	return q, nil
}

// MeanGradient returns the derivatives of the posterior mean of f at the m
// points x by their coordinates, m × d, in O(nmd) time; see
// [gplib.Differentiable].
func (p *CGPosterior) MeanGradient(x cov.Inputs) (*mat.Dense, error) {
	if err := p.model.CheckAt(x, p.data.X); err != nil {
		return nil, err
	}
	p.solve(nil)
	return p.model.MeanGradient(x, p.data.X, p.alpha)
}

// VarGradient is [CGPosterior.MeanGradient] for the posterior variance of f,
// with C⁻¹K(X, x) by conjugate gradients.
func (p *CGPosterior) VarGradient(x cov.Inputs) (*mat.Dense, error) {
	if err := p.model.CheckAt(x, p.data.X); err != nil {
		return nil, err
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.model.VarGradient(x, p.data.X, p.solveColumns)
}

// Weights returns the weights of the data; see [gplib.Weighted]. A is applied by conjugate
// gradients.
func (p *CGPosterior) Weights() (gplib.Weights, error) {
	p.solve(nil)
	return gplib.Weights{Model: p.model, Z: p.data.X, W: p.alpha, Solve: func(b *mat.Dense) {
		p.lock.Lock()
		defer p.lock.Unlock()
		p.solveColumns(b)
	}}, nil
}

// gradientTol is the tolerance of C⁻¹K(X, x), in the norm of C.
const gradientTol = 1e-7

// solveColumns replaces B by C⁻¹B, several columns at a time.
func (p *CGPosterior) solveColumns(b *mat.Dense) {
	n, m := b.Dims()
	for lo := 0; lo < m; lo += atOnce {
		part := b.Slice(0, n, lo, min(lo+atOnce, m)).(*mat.Dense)
		c := newColumnCG(mat.DenseCopyOf(part), p.op.mulCMany, p.op.preconditioner().forCMany())
		c.runTo(gradientTol, maxVariance)
		part.Copy(c.x)
	}
}
