package inducing

import (
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// MeanGradient returns the derivatives of the posterior mean of f at the points
// x by their d coordinates, x.Len() × d, in O(md) time a point; see
// [gplib.Differentiable].
func (p *Posterior) MeanGradient(x cov.Inputs) (*mat.Dense, error) {
	if err := p.checkAt(x); err != nil {
		return nil, err
	}
	return p.model.MeanGradient(x, p.sparse.Points, p.weights)
}

// VarGradient is [Posterior.MeanGradient] for the posterior variance of f, in
// O(m² + md) time a point.
func (p *Posterior) VarGradient(x cov.Inputs) (*mat.Dense, error) {
	if err := p.checkAt(x); err != nil {
		return nil, err
	}
	return p.model.VarGradient(x, p.sparse.Points, p.reduction)
}

// Weights returns the weights of the inducing points; see [gplib.Weighted].
func (p *Posterior) Weights() (gplib.Weights, error) {
	z := inUnitsOf(p.sparse.Points, p.data.X)
	return gplib.Weights{Model: p.model, Z: z, W: p.weights, Solve: p.reduction}, nil
}

// reduction replaces B by AB, where the data subtract k(x, Z) A k(Z, x) from the prior
// variance.
func (p *Posterior) reduction(b *mat.Dense) {
	p.kzz.SolveHalf(b)
	rest := mat.DenseCopyOf(b)
	p.inner.Solve(rest)
	b.Sub(b, rest)
	p.kzz.SolveHalfTrans(b)
}
