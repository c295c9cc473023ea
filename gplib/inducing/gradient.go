package inducing

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// slopes holds the derivatives of an objective F by its parts. With G = S⁻¹ -
// ααᵀ, α = S⁻¹r, B = K_XZ(K_ZZ + εI)⁻¹ and e the weight of diag(K - Q) in F (0
// for DTC, 1/s for VFE, diag(G) for FITC),
//
//	∂F/∂K_XZ = Γ = (G - diag(e))B,  ∂F/∂K_ZZ = Ψ = -BᵀΓ/2,  ∂F/∂κ_ii = e_i/2,
//
// because dQ = dK_XZ Bᵀ + B dK_ZX - B dK_ZZ Bᵀ.
type slopes struct {
	*factors
	alpha []float64
	gamma *mat.Dense // Γᵀ, m × n
	psi   *mat.Dense // m × m
	diag  []float64  // ∂F/∂κ_ii
	noise []float64  // ∂F/∂s_i
	own   []float64  // by the parameters of a likelihood, in place of noise
}

// gradient overwrites the factors' w.
func (f *factors) gradient() *slopes {
	g := &slopes{factors: f, alpha: f.solve(f.residual)}
	omega := f.inverseDiag(g.alpha)
	e := f.traceWeights(omega)
	g.noise = floats.ScaleTo(make([]float64, len(omega)), 0.5, omega)
	if f.sparse.Approximation == VFE {
		for i, s := range f.noise {
			g.noise[i] -= f.rest[i] / (2 * s * s)
		}
	}
	g.diag = floats.ScaleTo(make([]float64, len(e)), 0.5, e)
	g.setGamma(e)
	return g
}

// inverseDiag returns the diagonal of S⁻¹ - ααᵀ.
func (f *factors) inverseDiag(alpha []float64) []float64 {
	omega := make([]float64, len(alpha))
	for a := range f.w.RawMatrix().Rows {
		for i, w := range f.w.RawRowView(a) {
			omega[i] += w * w
		}
	}
	for i, a := range alpha {
		omega[i] = (1-omega[i])/f.lambda[i] - a*a
	}
	return omega
}

// traceWeights returns e.
func (f *factors) traceWeights(omega []float64) []float64 {
	switch f.sparse.Approximation {
	case FITC:
		return omega
	case VFE:
		e := make([]float64, len(f.noise))
		for i, s := range f.noise {
			e[i] = 1 / s
		}
		return e
	default:
		return make([]float64, len(f.noise))
	}
}

// setGamma sets Γᵀ = C⁻ᵀH and Ψ = -C⁻ᵀ(VHᵀ)C⁻¹/2, where
// H = L⁻ᵀWΛ^(-1/2) - (Vα)αᵀ - V diag(e), because VS⁻¹ = L⁻ᵀWΛ^(-1/2).
func (g *slopes) setGamma(e []float64) {
	h := g.w
	g.inner.SolveHalfTrans(h)
	scaleColumns(h, h, g.root)
	m, _ := h.Dims()
	va := make([]float64, m)
	linalg.MulVec(va, g.v, g.alpha)
	for a := range m {
		row := h.RawRowView(a)
		floats.AddScaled(row, -va[a], g.alpha)
		for i, v := range g.v.RawRowView(a) {
			row[i] -= v * e[i]
		}
	}
	g.psi = g.setPsi(h)
	g.kzz.SolveHalfTrans(h)
	g.gamma = h
}

func (g *slopes) setPsi(h *mat.Dense) *mat.Dense {
	m, _ := h.Dims()
	vh := mat.NewDense(m, m, nil)
	linalg.Gemm(blas.NoTrans, blas.Trans, -0.5, g.v, h, 0, vh)
	g.kzz.SolveHalfTrans(vh)
	psi := mat.DenseCopyOf(vh.T())
	g.kzz.SolveHalfTrans(psi)
	if g.sparse.Jitter == 0 {
		addScaledDiagonal(psi, relativeJitter*mat.Trace(psi)/float64(m))
	}
	return psi
}

// addScaledDiagonal adds s to the diagonal: the derivative of a jitter that is
// a part of the mean diagonal.
func addScaledDiagonal(a *mat.Dense, s float64) {
	for i := range a.RawMatrix().Rows {
		a.Set(i, i, a.At(i, i)+s)
	}
}

// params writes the derivatives by the parameters of mean, covariance
// function and noise or likelihood.
func (g *slopes) params(grad []float64) {
	clear(grad)
	m := g.model
	mean, kernel, noise := m.Layout().Split(grad)
	if m.Mean != nil {
		m.Mean.AddGrad(mean, floats.ScaleTo(make([]float64, len(g.alpha)), -1, g.alpha), g.data.X)
	}
	m.Cov.AddGrad(kernel, g.gamma, g.sparse.Points, g.data.X)
	m.Cov.AddGrad(kernel, g.psi, g.sparse.Points, g.sparse.Points)
	if g.sparse.Approximation != DTC {
		cov.AddGradDiag(m.Cov, kernel, g.diag, g.data.X)
	}
	if m.Lik != nil {
		floats.Add(noise, g.own)
		return
	}
	m.Noise.AddGrad(noise, g.noise, g.data.X)
}

// points writes the derivatives by the coordinates of the inducing points:
// each has a row of K_ZX, and a row and a column of K_ZZ.
func (g *slopes) points(dst *mat.Dense) error {
	dst.Zero()
	z := g.sparse.Points
	if err := cov.AddInputGrad(dst, g.model.Cov, g.gamma, z, g.data.X); err != nil {
		return err
	}
	twice := mat.NewDense(z.Len(), z.Len(), nil)
	twice.Add(g.psi, g.psi.T())
	return cov.AddInputGrad(dst, g.model.Cov, twice, z, z)
}
