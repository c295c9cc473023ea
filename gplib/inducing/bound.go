package inducing

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// bound holds the derivatives of the negative evidence lower bound of
// q(v) = N(μ, Q) at a minibatch, the rows of f, whose sum counts weight times:
//
//	weight·Σ_i [log 2πs_i + (e_i² + κ_i - v_iᵀv_i + v_iᵀQv_i)/s_i]/2 + KL(q‖N(0, I))
//
// with e_i = r_i - v_iᵀμ and v_i the columns of V = C⁻¹K_ZX (Hensman, Fusi and
// Lawrence 2013, equation 4), by all but q: with c_i = weight/s_i they are
// c_i((Q - I)v_i - e_iμ) by v_i, which the factor C carries on, c_i/2 by κ_i and
// -c_ie_i by the mean.
func (f *factors) bound(mean []float64, q *mat.Dense, weight float64) *slopes {
	m, n := f.v.Dims()
	spread := mat.NewDense(m, n, nil)
	linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, q, f.v, 0, spread)
	explained, variance := make([]float64, n), append([]float64(nil), f.rest...)
	linalg.MulTransVec(explained, f.v, mean)
	for a := range m {
		for i, v := range f.v.RawRowView(a) {
			variance[i] += v * spread.At(a, i)
		}
	}
	g := &slopes{factors: f, alpha: make([]float64, n), diag: make([]float64, n), noise: make([]float64, n)}
	c := make([]float64, n)
	for i, s := range f.noise {
		e := f.residual[i] - explained[i]
		c[i] = weight / s
		g.alpha[i], g.diag[i] = c[i]*e, c[i]/2
		g.noise[i] = c[i] / 2 * (1 - (e*e+variance[i])/s)
	}
	spread.Sub(spread, f.v)
	scaleColumns(spread, spread, c)
	for a, mu := range mean {
		floats.AddScaled(spread.RawRowView(a), -mu, g.alpha)
	}
	f.kzz.SolveHalfTrans(spread)
	g.gamma, g.psi = spread, mat.NewDense(m, m, nil)
	linalg.Gemm(blas.NoTrans, blas.Trans, -1, g.gamma, f.v, 0, g.psi)
	f.kzz.Adjoint(g.psi)
	return g
}
