package rkhs

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// SparsePosterior is the variational posterior that [SVGP] learns: with
// a = L⁻¹k(X_m, x) its marginals are aᵀm and k(x, x) - ‖a‖² + ‖Rᵀa‖².
type SparsePosterior struct {
	model    gplib.Model
	kernel   *Kernel
	data     gplib.Data
	inducing *mat.Dense // X_m
	phi      *mat.Dense // its features
	mean     []float64
	half     *linalg.Cholesky // R with Q = RRᵀ
	chol     linalg.Cholesky  // L
	noise    float64
}

// Data is the data conditioned on; it has no points where they came from a
// reader.
func (p *SparsePosterior) Data() gplib.Data { return p.data }

// Model is the model conditioned.
func (p *SparsePosterior) Model() gplib.Model { return p.model }

// InducingInputs are X_m, M points.
func (p *SparsePosterior) InducingInputs() *cov.Matrix { return cov.Points(p.inducing) }

// Predict returns the marginal distributions of f and y at the m points x, in
// O(M²m) time.
func (p *SparsePosterior) Predict(x cov.Inputs) (gplib.Prediction, error) {
	if err := p.model.Check(x); err != nil {
		return gplib.Prediction{}, err
	}
	m := x.Len()
	out := gplib.Prediction{X: x, Mean: make([]float64, m), Var: make([]float64, m), VarY: make([]float64, m)}
	if p.model.Mean != nil {
		p.model.Mean.Eval(out.Mean, x)
	}
	p.kernel.Diag(out.Var, x)
	forBlocks(x, func(lo int, block cov.Inputs) {
		a, spread := p.project(block)
		hi := lo + block.Len()
		for j, mean := range p.mean {
			floats.AddScaled(out.Mean[lo:hi], mean, a.RawRowView(j))
			for i, v := range a.RawRowView(j) {
				r := spread.At(j, i)
				out.Var[lo+i] += r*r - v*v
			}
		}
	})
	for i, v := range out.Var {
		out.Var[i] = max(v, 0)
		out.VarY[i] = out.Var[i] + p.noise
	}
	return out, nil
}

// project is A = L⁻¹K_mx and RᵀA.
func (p *SparsePosterior) project(x cov.Inputs) (a, spread *mat.Dense) {
	_, h := p.kernel.split(p.kernel.theta)
	a = mat.NewDense(len(p.mean), x.Len(), nil)
	p.kernel.head.gram(a, p.phi, p.kernel.at(x), h)
	p.chol.SolveHalf(a)
	spread = mat.DenseCopyOf(a)
	p.half.MulHalfTrans(spread)
	return a, spread
}

// Covariance returns the joint mean (length m) and covariance (m × m) of the
// latent f at the m points x. Its diagonal is never negative.
func (p *SparsePosterior) Covariance(x cov.Inputs) ([]float64, *mat.SymDense, error) {
	if err := p.model.Check(x); err != nil {
		return nil, nil, err
	}
	m := x.Len()
	mean := make([]float64, m)
	if p.model.Mean != nil {
		p.model.Mean.Eval(mean, x)
	}
	a, spread := p.project(x)
	for j, v := range p.mean {
		floats.AddScaled(mean, v, a.RawRowView(j))
	}
	k := mat.NewDense(m, m, nil)
	p.kernel.Gram(k, x, x)
	linalg.Gemm(blas.Trans, blas.NoTrans, 1, spread, spread, 1, k)
	linalg.Gemm(blas.Trans, blas.NoTrans, -1, a, a, 1, k)
	for i := range m {
		k.Set(i, i, max(k.At(i, i), 0))
	}
	return mean, mat.NewSymDense(m, k.RawMatrix().Data), nil
}
