package grief

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// kernelGradient adds the derivatives of the log marginal likelihood by the
// kernel's parameters to grad, at weights of 1, given the slopes of all rows. The
// tuples are held. Where two eigenvalues of a factor meet and only one is in the
// basis, k̃ jumps; that term is left out, which is a finding.
//
// With α_r = (y_r - φ_rᵀc)/σ² and H = αcᵀ - ΦP⁻¹ it is Σ_ri H_ri ∂Φ_ri/∂θ.
func (b *Basis) kernelGradient(grad []float64, s *Slopes) (found gplib.Findings) {
	floats.Add(grad, s.Grad)
	for l := range b.factors {
		if dropped := b.addEigen(grad, s.F[l], l); dropped > 0 {
			found = append(found, gplib.Finding{
				Code:  "gradient-incomplete",
				Found: fmt.Sprintf("input %d has %d pairs of equal eigenvalues at the edge of the basis", b.factors[l].input, dropped),
				Means: "the gradient leaves them out", Do: "another number of Functions moves the edge",
			})
		}
	}
	return found
}

// scaleGradient adds the derivatives by the parameters of s, given those by
// the weights at w = 1: ∂/∂log s = Σ_i ∂/∂w_i.
func (b *Basis) scaleGradient(grad, byWeight []float64) {
	total := floats.Sum(byWeight)
	for _, p := range b.parts.Scale {
		grad[p] += total / b.theta[p]
	}
}

// adjoints is the state of the second pass.
type adjoints struct {
	*products
	at     *Solution
	slopes *Slopes
	h      linalg.Buffer   // Hᵀ
	e      []linalg.Buffer // E_lᵀ
}

func newAdjoints(b *Basis, at *Solution, s *Slopes) *adjoints {
	return &adjoints{products: newProducts(b), at: at, slopes: s, e: make([]linalg.Buffer, len(b.factors))}
}

func (g *adjoints) addBlock(x *cov.Matrix, y []float64) {
	b := g.basis
	for l, f := range b.factors {
		f.functions(&g.psi[l], cov.Line(x.Column(f.input)), len(f.values))
	}
	g.outer(g.multiply(x.Len()), y)
	g.backward(x.Len())
	for l, f := range b.factors {
		linalg.Gemm(blas.NoTrans, blas.Trans, 1, &g.psi[l].Dense, &g.e[l].Dense, 1, g.slopes.F[l])
		addFactorGradient(g.slopes.Grad, b.parts.Factors[f.input].Params, f, &g.e[l].Dense, cov.Line(x.Column(f.input)))
	}
}

// outer makes Hᵀ = cαᵀ - P⁻¹Φᵀ, p × B.
func (g *adjoints) outer(phi *mat.Dense, y []float64) {
	alpha := make([]float64, len(y))
	linalg.MulTransVec(alpha, phi, g.at.Coef)
	for r, v := range y {
		alpha[r] = (v - alpha[r]) / g.at.Noise
	}
	h := g.h.Sized(g.basis.Len(), len(y))
	linalg.Gemm(blas.NoTrans, blas.NoTrans, -1, g.at.Inverse, phi, 0, h)
	for i, c := range g.at.Coef {
		floats.AddScaled(h.RawRowView(i), c, alpha)
	}
}

// backward makes E_lᵀ of every factor, columns × B:
//
//	E_l[r, j] = Σ_{i: J_il = j} H_ri Π_{l'≠l} Ψ_l'[r, J_il'],
//
// by the products' adjoints from the last level to the first: no division.
func (g *adjoints) backward(n int) {
	out := make([]*mat.Dense, len(g.e))
	for l, columns := range g.basis.columns {
		out[l] = g.e[l].Zeros(columns, n)
	}
	g.forColumns(n, func(v *prefixes, lo, hi int) {
		v.fill(g.psi, lo, hi)
		v.backward(out, &g.h.Dense, g.psi, lo, hi)
	})
}

// addFactorGradient adds Σ_rj E[r, j] (Ġ Q Λ^-½)[r, j], Ġ = ∂k_l(x, U)/∂θ, for
// the parameters of factor f, whose positions in grad are at.
func addFactorGradient(grad []float64, at []int, f *factor, e *mat.Dense, x *cov.Matrix) {
	columns, n := e.Dims()
	m, _ := f.scaled.Dims()
	weights := mat.NewDense(n, m, nil)
	linalg.Gemm(blas.Trans, blas.Trans, 1, e, f.scaled.Slice(0, m, 0, columns).(*mat.Dense), 0, weights)
	f.addGradient(grad, at, weights, x)
}

func (f *factor) addGradient(grad []float64, at []int, weights *mat.Dense, x *cov.Matrix) {
	own := make([]float64, len(at))
	f.kernel.AddGrad(own, weights, x, f.points)
	for p, position := range at {
		grad[position] += own[p]
	}
}

// addEigen adds what the eigenvalues and eigenvectors of factor l contribute, of F over all rows,
//
//	-½ Σ_j F_jj M_jj/λ_j + Σ_{j<k} M_jk/√(λ_jλ_k) [(F_kj - F_jk) λ_k/(λ_j-λ_k) - F_jk],
//
// with M = Qᵀ(∂K_l/∂θ)Q. F_kj - F_jk is exactly 0 where j and k occur equally
// often, so that no small gap is divided by there. It returns the number of
// pairs left out.
func (b *Basis) addEigen(grad []float64, sum *mat.Dense, l int) (dropped int) {
	f := b.factors[l]
	kept := len(f.values)
	counts := b.counts(l)
	n := mat.NewDense(kept, kept, nil)
	at := func(j, k int) float64 {
		if k >= b.columns[l] {
			return 0
		}
		return sum.At(j, k)
	}
	for j, high := range f.values {
		n.Set(j, j, -0.5*at(j, j)/high)
		for k := j + 1; k < kept; k++ {
			low := f.values[k]
			v := -at(j, k)
			if counts[j] != counts[k] {
				if high-low < 1e-10*high {
					dropped++
				} else {
					v += (at(k, j) - at(j, k)) * low / (high - low)
				}
			}
			n.Set(j, k, v/math.Sqrt(high*low))
		}
	}
	var weights mat.Dense
	weights.Product(f.q, n, f.q.T())
	f.addGradient(grad, b.parts.Factors[f.input].Params, &weights, f.points)
	return dropped
}

// counts returns how often each function of factor l occurs in the tuples.
func (b *Basis) counts(l int) []int {
	counts := make([]int, len(b.factors[l].values))
	for _, tuple := range b.index {
		counts[tuple[l]]++
	}
	return counts
}
