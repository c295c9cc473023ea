package rkhs

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// Extend returns the posterior given k more observations too, their features
// added to the moments: O(kd² + d³) time. See [gplib.Extendable].
func (p *Posterior) Extend(more gplib.Data) (gplib.Posterior, error) {
	if err := more.Check(); err != nil {
		return nil, err
	}
	if err := p.model.CheckAt(more.X, p.data.X); err != nil {
		return nil, fmt.Errorf("rkhs: Extend: %w", err)
	}
	q := *p
	var err error
	if p.data.Len() > 0 {
		if q.data, err = p.data.Join(more); err != nil {
			return nil, err
		}
	}
	all := *p.moments
	all.g, all.c = mat.DenseCopyOf(all.g), slices.Clone(all.c)
	residuals := p.model.Residuals(more)
	forBlocks(more.X, func(lo int, block cov.Inputs) {
		all.add(p.kernel.at(block), residuals[lo:lo+block.Len()])
	})
	linalg.MirrorLower(all.g)
	q.moments = &all
	if q.solution, err = all.at(p.solution.v); err != nil {
		return nil, err
	}
	return &q, nil
}

// MeanGradient returns the derivatives of the posterior mean of f at the points
// x by their coordinates, x.Len() × Map().In(), by one backward pass through
// the map; see [gplib.Differentiable]. At a kink of a unit its derivative is 0.
func (p *Posterior) MeanGradient(x cov.Inputs) (*mat.Dense, error) {
	grad, err := p.inputGradient(x, func(phi *mat.Dense) {
		for i := range rowsIn(phi) {
			copy(phi.RawRowView(i), p.solution.w)
		}
	})
	if err != nil {
		return nil, err
	}
	return grad, gplib.AddInputGrad(grad, p.model.Mean, x)
}

// VarGradient is [Posterior.MeanGradient] for the posterior variance of f:
// 2vF⁻¹φ passed back.
func (p *Posterior) VarGradient(x cov.Inputs) (*mat.Dense, error) {
	return p.inputGradient(x, func(phi *mat.Dense) {
		half := mat.DenseCopyOf(phi.T())
		p.solution.chol.Solve(half)
		phi.Scale(2*p.solution.v, half.T())
	})
}

// inputGradient returns the derivatives of functions of φ by the coordinates of
// x. seed replaces phi by their derivatives by φ.
func (p *Posterior) inputGradient(x cov.Inputs, seed func(phi *mat.Dense)) (*mat.Dense, error) {
	if err := p.model.CheckAt(x, p.data.X); err != nil {
		return nil, err
	}
	n, d := x.(*cov.Matrix).Dims()
	grad := mat.NewDense(n, d, nil)
	forBlocks(x, func(lo int, block cov.Inputs) {
		part := grad.Slice(lo, lo+block.Len(), 0, d).(*mat.Dense)
		p.kernel.addInputGrad(part, block, func(phi *mat.Dense) *mat.Dense {
			s := mat.DenseCopyOf(phi)
			seed(s)
			return s
		})
	})
	return grad, nil
}
