package grief

import (
	"fmt"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// MeanGradient returns the derivatives of the posterior mean of f at the points
// x by their d coordinates, x.Len() × d, in O(p d) time a point; see
// [gplib.Differentiable].
func (p *Posterior) MeanGradient(x cov.Inputs) (*mat.Dense, error) {
	grad, err := p.inputGradient(x, func(seed, _ *mat.Dense) {
		for i, c := range p.coef {
			fillRow(seed.RawRowView(i), c)
		}
	})
	if err != nil {
		return nil, err
	}
	return grad, gplib.AddInputGrad(grad, p.mean, x)
}

// VarGradient is [Posterior.MeanGradient] for the posterior variance of f, in
// O(p²) time a point. Where k̃ lacks no more than the noise has taken in, the
// variance has a kink; its derivative there is the one without the missing
// variance.
func (p *Posterior) VarGradient(x cov.Inputs) (*mat.Dense, error) {
	m, err := p.checkInputs(x)
	if err != nil {
		return nil, err
	}
	lacks := make([]float64, m.Len()) // 1 where something is added
	done := 0
	grad, err := p.inputGradient(x, func(seed, phi *mat.Dense) {
		_, n := phi.Dims()
		own := lacks[done : done+n]
		p.lacking(own, phi, cov.Block(m, done, done+n).(*cov.Matrix))
		for r, v := range own {
			if own[r] = 0; v > 0 {
				own[r] = 1
			}
		}
		done += n
		linalg.Gemm(blas.NoTrans, blas.NoTrans, 2, p.covariance, phi, 0, seed)
		for i := range p.coef {
			row := seed.RawRowView(i)
			for r, v := range phi.RawRowView(i) {
				row[r] -= 2 * own[r] * v
			}
		}
	})
	if err != nil {
		return nil, err
	}
	if err := cov.AddInputGradDiag(grad, p.basis.diag, lacks, x); err != nil {
		return nil, fmt.Errorf("grief: gradient by inputs: %w", err)
	}
	return grad, nil
}

// inputGradient returns the derivatives of functions of φ(x) by the coordinates
// of x. seed writes their derivatives by φ, p × B as Φᵀ, block by block.
func (p *Posterior) inputGradient(x cov.Inputs, seed func(dst, phi *mat.Dense)) (*mat.Dense, error) {
	m, err := p.checkInputs(x)
	if err != nil {
		return nil, err
	}
	n, d := m.Dims()
	grad, products := mat.NewDense(n, d, nil), newProducts(p.basis)
	for lo := 0; lo < n; lo += blockRows {
		hi := min(lo+blockRows, n)
		block := cov.Block(m, lo, hi).(*cov.Matrix)
		phi := products.functions(block)
		h := mat.NewDense(p.basis.Len(), hi-lo, nil)
		seed(h, phi)
		if err := products.addInputGrad(grad.Slice(lo, hi, 0, d).(*mat.Dense), block, h); err != nil {
			return nil, fmt.Errorf("grief: gradient by inputs: %w", err)
		}
	}
	return grad, nil
}

// addInputGrad adds the derivatives by the coordinates of x to grad, given those
// by the functions, h, after functions at x: with E_l those by Ψ_l, the weights
// of k_l(x, U_l) are E_l(Q_lΛ_l^-½)ᵀ.
func (p *products) addInputGrad(grad *mat.Dense, x *cov.Matrix, h *mat.Dense) error {
	out := make([]*mat.Dense, len(p.psi))
	for l, columns := range p.basis.columns {
		out[l] = mat.NewDense(columns, x.Len(), nil)
	}
	p.forColumns(x.Len(), func(v *prefixes, lo, hi int) {
		v.fill(p.psi, lo, hi)
		v.backward(out, h, p.psi, lo, hi)
	})
	for l, f := range p.basis.factors {
		points, columns := f.points.Len(), p.basis.columns[l]
		weights, slope := mat.NewDense(x.Len(), points, nil), mat.NewDense(x.Len(), 1, nil)
		linalg.Gemm(blas.Trans, blas.Trans, 1, out[l], f.scaled.Slice(0, points, 0, columns).(*mat.Dense), 0, weights)
		if err := cov.AddInputGrad(slope, f.kernel, weights, cov.Line(x.Column(f.input)), f.points); err != nil {
			return err
		}
		for i, v := range slope.RawMatrix().Data {
			grad.Set(i, f.input, grad.At(i, f.input)+v)
		}
	}
	return nil
}
