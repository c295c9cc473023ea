package inducing

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/lik"
	"krigo/gplib/linalg"
)

// bound holds the derivatives of the negative evidence lower bound of
// q(v) = N(μ, Q) at a minibatch, the rows of f, whose sum counts weight times:
//
//	-weight·Σ_i E log p(y_i|f_i) + KL(q‖N(0, I))
//
// where f_i has the mean m_i + v_iᵀμ and the variance κ_i - v_iᵀv_i + v_iᵀQv_i, with v_i the columns of V = C⁻¹K_ZX
// (Hensman, Fusi and Lawrence 2013, equation 4; Hensman, Matthews and Ghahramani 2015, equation 19), by all but q:
// with a_i and c_i/2 the derivatives of row i's expected log density by the mean and minus that by the variance,
// times weight, they are c_i(Q - I)v_i - a_iμ by v_i, which the factor C carries on, c_i/2 by κ_i and -a_i by the
// mean. For Gaussian noise c_i is weight/s_i, and a_i c_i times the residual.
func (f *factors) bound(mean []float64, q *mat.Dense, weight float64) *slopes {
	r := f.marginals(mean, q)
	return f.boundAt(mean, r, f.expected(r), weight)
}

// boundAt does bound with the marginals of q, whose spread it overwrites, and the expected log densities.
func (f *factors) boundAt(mean []float64, r marginals, e []lik.Expected, weight float64) *slopes {
	m, n := f.v.Dims()
	g := &slopes{factors: f, alpha: make([]float64, n), diag: make([]float64, n)}
	c := make([]float64, n)
	for i, x := range e {
		g.alpha[i], g.diag[i] = weight*x.ByMean, -weight*x.ByVar
		c[i] = 2 * g.diag[i]
	}
	g.setOwn(r, weight)
	spread := r.spread
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

// setOwn sets the derivatives by the noise or by the parameters of the likelihood.
func (g *slopes) setOwn(r marginals, weight float64) {
	if l := g.model.Lik; l != nil {
		g.own = g.byParams(r, len(l.Params()))
		floats.Scale(-weight, g.own)
		return
	}
	g.noise = make([]float64, len(r.variance))
	for i, s := range g.factors.noise {
		e := g.residual[i] - r.explained[i]
		g.noise[i] = weight / (2 * s) * (1 - (e*e+r.variance[i])/s)
	}
}
