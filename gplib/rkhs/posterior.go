package rkhs

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// Posterior is the exact posterior of a model with a [Linear] kernel: that of
// the weights w, N(ŵ, vF⁻¹) with F = ZᵀZ + vI and ŵ = F⁻¹Zᵀy, where the rows
// of Z are the features of the data. It equals [gplib.Condition] at O(nd²)
// instead of O(n³) time and needs no data. It implements [gplib.Extendable],
// [gplib.Differentiable] and [gplib.Savable].
type Posterior struct {
	model    gplib.Model
	kernel   *Kernel
	data     gplib.Data
	moments  *moments
	solution *solution
}

// Data returns the data conditioned on; it has no points if they came from a
// reader.
func (p *Posterior) Data() gplib.Data { return p.data }

// Model returns the model conditioned.
func (p *Posterior) Model() gplib.Model { return p.model }

// Weights returns the posterior mean ŵ, of length d.
func (p *Posterior) Weights() []float64 { return append([]float64(nil), p.solution.w...) }

// predictBlock is the number of points whose features are held at once.
const predictBlock = 1024

// Predict returns the marginal distributions of f and y at the m points x:
//
//	mean = φᵀŵ,  var f = v‖L⁻¹φ‖²,  var y = var f + v,
//
// in O(d²m) time.
func (p *Posterior) Predict(x cov.Inputs) (gplib.Prediction, error) {
	if err := p.model.CheckAt(x, p.data.X); err != nil {
		return gplib.Prediction{}, err
	}
	m := x.Len()
	out := gplib.Prediction{X: x, Mean: p.model.MeanAt(x), Var: make([]float64, m), VarY: make([]float64, m)}
	forBlocks(x, func(lo int, block cov.Inputs) {
		phi := p.kernel.at(block)
		for i := range block.Len() {
			out.Mean[lo+i] += floats.Dot(phi.RawRowView(i), p.solution.w)
		}
		half := mat.DenseCopyOf(phi.T())
		p.solution.chol.SolveHalf(half)
		for j := range p.solution.w {
			for i, v := range half.RawRowView(j) {
				out.Var[lo+i] += p.solution.v * v * v
			}
		}
	})
	for i, v := range out.Var {
		out.VarY[i] = v + p.solution.v
	}
	return out, nil
}

// forBlocks calls f for at most predictBlock points at a time.
func forBlocks(x cov.Inputs, f func(lo int, block cov.Inputs)) {
	for lo := 0; lo < x.Len(); lo += predictBlock {
		f(lo, cov.Block(x, lo, min(lo+predictBlock, x.Len())))
	}
}

// Covariance returns the joint mean (length m) and covariance (m × m) of the
// latent f at the m points x.
func (p *Posterior) Covariance(x cov.Inputs) ([]float64, *mat.SymDense, error) {
	if err := p.model.CheckAt(x, p.data.X); err != nil {
		return nil, nil, err
	}
	m := x.Len()
	mean := p.model.MeanAt(x)
	phi := p.kernel.at(x)
	for i := range m {
		mean[i] += floats.Dot(phi.RawRowView(i), p.solution.w)
	}
	half := mat.DenseCopyOf(phi.T())
	p.solution.chol.SolveHalf(half)
	c := mat.NewDense(m, m, nil)
	linalg.Syrk(blas.Trans, p.solution.v, half, 0, c)
	linalg.MirrorLower(c)
	return mean, mat.NewSymDense(m, c.RawMatrix().Data), nil
}
