package grief

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// Preconditioner approximates (K + σ²I)⁻¹ of the exact kernel by that of the
// basis,
//
//	M⁻¹v = (v - ΦP⁻¹Φᵀv)/σ²,  P = σ²I + ΦᵀΦ,
//
// for conjugate gradients ([linalg.CG]) on the exact kernel.
type Preconditioner struct {
	phi   *mat.Dense // p × n
	chol  *linalg.Cholesky
	noise float64
	half  []float64 // scratch, p
}

// NewPreconditioner factors P at the n points x, a *cov.Matrix: O(n p² + p³)
// time once, and one n × p matrix. noise is σ² > 0.
func NewPreconditioner(b *Basis, x cov.Inputs, noise float64) (*Preconditioner, error) {
	m, err := b.checkInputs(x)
	if err != nil {
		return nil, err
	}
	if !(noise > 0) {
		return nil, optionError("noise", noise, "it must be positive")
	}
	c := &Preconditioner{phi: newProducts(b).functions(m), noise: noise, half: make([]float64, b.Len())}
	p := mat.NewDense(b.Len(), b.Len(), nil)
	linalg.AddGram(p, c.phi)
	linalg.MirrorLower(p)
	for i := range b.Len() {
		p.Set(i, i, p.At(i, i)+noise)
	}
	if c.chol, err = linalg.Factorize(p); err != nil {
		return nil, fmt.Errorf("grief: σ²I + ΦᵀΦ at σ² = %.3g: %w", noise, err)
	}
	return c, nil
}

// Apply writes M⁻¹v into dst in O(n p) time: it is [linalg.CG]'s Precondition.
// Both have length n. It serves one goroutine at a time.
func (c *Preconditioner) Apply(dst, v []float64) {
	linalg.MulVec(c.half, c.phi, v)
	c.chol.SolveVec(c.half, c.half)
	linalg.MulTransVec(dst, c.phi, c.half)
	floats.SubTo(dst, v, dst)
	floats.Scale(1/c.noise, dst)
}
