package grief

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/linalg"
)

// kernelGradient adds the derivatives of the log marginal likelihood by the
// kernel's parameters to grad, at weights of 1, in a second pass over the
// rows. The tuples are held. Where two eigenvalues of a factor meet of which
// one only is in the basis, k̃ jumps; that term is left out and a warning
// returned.
//
// With α_r = (y_r - φ_rᵀc)/σ² and H = αcᵀ - ΦP⁻¹ it is Σ_ri H_ri ∂Φ_ri/∂θ.
func (b *Basis) kernelGradient(ctx context.Context, grad []float64, e *evidence, r dataset.RowReader) (warnings []string, err error) {
	g := newAdjoints(b, e)
	err = eachBlock(r, func(x *mat.Dense, y []float64) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		g.addBlock(grad, cov.Points(x), y)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for l := range b.factors {
		if dropped := g.addEigen(grad, l); dropped > 0 {
			warnings = append(warnings, fmt.Sprintf(
				"input %d has %d pairs of equal eigenvalues at the edge of the basis; the gradient leaves them out",
				b.factors[l].input, dropped))
		}
	}
	return warnings, nil
}

// scaleGradient adds the derivatives by the parameters of s, given those by
// the weights at w = 1: ∂/∂log s = Σ_i ∂/∂w_i.
func (b *Basis) scaleGradient(grad, byWeight []float64) {
	total := floats.Sum(byWeight)
	for _, p := range b.parts.Scale {
		grad[p] += total / b.theta[p]
	}
}

// adjoints is the second pass in the making.
type adjoints struct {
	basis   *Basis
	coef    []float64  // c
	inverse *mat.Dense // P⁻¹
	noise   float64
	f       []*mat.Dense // F_l = Ψ_lᵀE_l, m'_l × columns in use
}

func newAdjoints(b *Basis, e *evidence) *adjoints {
	g := &adjoints{basis: b, coef: e.coef, inverse: mat.DenseCopyOf(e.invert()), noise: e.noise}
	floats.Scale(1/e.noise, g.inverse.RawMatrix().Data)
	for l, f := range b.factors {
		g.f = append(g.f, mat.NewDense(len(f.values), b.levels[l].columns, nil))
	}
	return g
}

func (g *adjoints) addBlock(grad []float64, x *cov.Matrix, y []float64) {
	b, n := g.basis, x.Len()
	psi := make([]*mat.Dense, len(b.factors))
	for l, f := range b.factors {
		psi[l] = f.functions(cov.Line(x.Column(f.input)), len(f.values))
	}
	phi, h := mat.NewDense(b.Len(), n, nil), mat.NewDense(b.Len(), n, nil)
	b.forColumns(n, func() func(lo, hi int) {
		p := newProducts(b, hiBlock)
		return func(lo, hi int) { p.forward(phi, psi, lo, hi) }
	})
	g.outer(h, phi, y)
	byFunction := g.backward(h, psi, n)
	for l, f := range b.factors {
		linalg.Gemm(blas.NoTrans, blas.Trans, 1, psi[l], byFunction[l], 1, g.f[l])
		addFactorGradient(grad, b.parts.Factors[f.input].Params, f, byFunction[l], cov.Line(x.Column(f.input)))
	}
}

// outer writes Hᵀ = cαᵀ - P⁻¹Φᵀ into h, p × B.
func (g *adjoints) outer(h, phi *mat.Dense, y []float64) {
	alpha := make([]float64, len(y))
	linalg.MulTransVec(alpha, phi, g.coef)
	for r, v := range y {
		alpha[r] = (v - alpha[r]) / g.noise
	}
	linalg.Gemm(blas.NoTrans, blas.NoTrans, -1, g.inverse, phi, 0, h)
	for i, c := range g.coef {
		floats.AddScaled(h.RawRowView(i), c, alpha)
	}
}

// backward returns E_lᵀ of every factor, columns × B:
//
//	E_l[r, j] = Σ_{i: J_il = j} H_ri Π_{l'≠l} Ψ_l'[r, J_il'],
//
// by the products' adjoints from the last level to the first: no division.
func (g *adjoints) backward(h *mat.Dense, psi []*mat.Dense, n int) []*mat.Dense {
	b := g.basis
	out := make([]*mat.Dense, len(b.factors))
	for l, v := range b.levels {
		out[l] = mat.NewDense(v.columns, n, nil)
	}
	b.forColumns(n, func() func(lo, hi int) {
		p := newProducts(b, hiBlock)
		return func(lo, hi int) {
			p.prefixes(psi, lo, hi)
			p.backward(out, h, psi, lo, hi)
		}
	})
	return out
}

// backward adds to the columns [lo, hi) of every out[l], given the adjoints h
// of the last level, after prefixes at the same points.
func (p *products) backward(out []*mat.Dense, h *mat.Dense, psi []*mat.Dense, lo, hi int) {
	b := p.basis
	above := mat.DenseCopyOf(h.Slice(0, b.Len(), lo, hi))
	product := make([]float64, hi-lo)
	for l := len(b.levels) - 1; l >= 0; l-- {
		var below *mat.Dense
		if l > 0 {
			below = mat.NewDense(len(b.levels[l-1].parent), hi-lo, nil)
		}
		for e, parent := range b.levels[l].parent {
			column, adjoint := b.levels[l].column[e], above.RawRowView(e)
			to := out[l].RawRowView(column)[lo:hi]
			if l == 0 {
				floats.AddScaled(to, math.Sqrt(b.scale), adjoint)
				continue
			}
			floats.MulTo(product, adjoint, p.values[l-1].RawRowView(parent)[:hi-lo])
			floats.Add(to, product)
			floats.MulTo(product, adjoint, psi[l].RawRowView(column)[lo:hi])
			floats.Add(below.RawRowView(parent), product)
		}
		above = below
	}
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

// addEigen adds what the eigenvalues and eigenvectors of factor l contribute,
//
//	-½ Σ_j F_jj M_jj/λ_j + Σ_{j<k} M_jk/√(λ_jλ_k) [(F_kj - F_jk) λ_k/(λ_j-λ_k) - F_jk],
//
// with M = Qᵀ(∂K_l/∂θ)Q. F_kj - F_jk is exactly 0 where j and k occur equally
// often, so that no small gap is divided by there. It returns the number of
// pairs left out.
func (g *adjoints) addEigen(grad []float64, l int) (dropped int) {
	b, f := g.basis, g.basis.factors[l]
	kept := len(f.values)
	counts := b.counts(l)
	n := mat.NewDense(kept, kept, nil)
	at := func(j, k int) float64 {
		if k >= b.levels[l].columns {
			return 0
		}
		return g.f[l].At(j, k)
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

// counts is how often each function of factor l occurs in the tuples.
func (b *Basis) counts(l int) []int {
	counts := make([]int, len(b.factors[l].values))
	for _, tuple := range b.index {
		counts[tuple[l]]++
	}
	return counts
}
