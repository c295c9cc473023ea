package rkhs

import (
	"fmt"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// average is the running mean F̃ of the minibatches' ΦᵀΦ/s + (v/n)I, the
// paper's divided by n, with its inverse.
type average struct {
	f *mat.Dense
	inverse
}

// inverse is F̃⁻¹ in one form or another.
type inverse interface {
	// invert computes the inverse of f.
	invert(f *mat.Dense) error
	// follow adds b·noise·I, the last part of an update, to f, which is (1-b)f +
	// (b/s)ΦᵀΦ already, and updates the inverse.
	follow(f, phi *mat.Dense, b, noise float64) error
	// addMul sets dst += alpha·ΦF̃⁻¹, s × d.
	addMul(dst *mat.Dense, alpha float64, phi *mat.Dense)
	trace() float64
	// mulVec sets dst = F̃⁻¹x.
	mulVec(dst, x []float64)
	// memory returns the slices that a checkpoint keeps besides f; restored is
	// called after they and f were restored.
	memory() [][]float64
	restored(f *mat.Dense) error
}

// newInverse returns an inverse that is updated if woodbury, else recomputed.
func newInverse(woodbury bool) inverse {
	if woodbury {
		return &updatedInverse{}
	}
	return &factoredInverse{}
}

// start sets F̃ to f, which is copied.
func (a *average) start(f *mat.Dense) error {
	a.f = mat.DenseCopyOf(f)
	return a.invert(a.f)
}

// update sets F̃ ← (1-b)F̃ + b(ΦᵀΦ/s + (v/n)I), given noise = v/n.
func (a *average) update(phi *mat.Dense, b, noise float64) error {
	linalg.Gemm(blas.Trans, blas.NoTrans, b/float64(rowsIn(phi)), phi, phi, 1-b, a.f)
	return a.follow(a.f, phi, b, noise)
}

// factoredInverse is F̃⁻¹ = L⁻ᵀL⁻¹ by F̃ = LLᵀ: L⁻¹ takes half the time of F̃⁻¹.
type factoredInverse struct {
	chol linalg.Cholesky
	half *mat.Dense // L⁻¹
	f, t linalg.Buffer
}

func (p *factoredInverse) invert(f *mat.Dense) error {
	l := p.f.Sized(f.Dims())
	l.Copy(f)
	if err := p.chol.Refactorize(l); err != nil {
		return fmt.Errorf("rkhs: the average of ΦᵀΦ: %w", err)
	}
	p.half = p.chol.InvertHalf()
	return nil
}

func (p *factoredInverse) follow(f, _ *mat.Dense, b, noise float64) error {
	addDiagonal(f, b*noise)
	return p.invert(f)
}

func (p *factoredInverse) addMul(dst *mat.Dense, alpha float64, phi *mat.Dense) {
	t := p.t.Sized(phi.Dims())
	linalg.GemmLower(blas.Trans, 1, phi, p.half, 0, t)
	linalg.GemmLower(blas.NoTrans, alpha, t, p.half, 1, dst)
}

func (p *factoredInverse) trace() float64 {
	sum := 0.0
	for i := range rowsIn(p.half) {
		row := p.half.RawRowView(i)[:i+1]
		sum += floats.Dot(row, row)
	}
	return sum
}

func (p *factoredInverse) mulVec(dst, x []float64) {
	clear(dst)
	for i := range dst {
		row := p.half.RawRowView(i)[:i+1]
		floats.AddScaled(dst[:i+1], floats.Dot(row, x[:i+1]), row)
	}
}

func (*factoredInverse) memory() [][]float64 { return nil }

func (p *factoredInverse) restored(f *mat.Dense) error { return p.invert(f) }

func trace(a *mat.Dense) float64 {
	raw := a.RawMatrix()
	sum := 0.0
	for i := range raw.Rows {
		sum += raw.Data[i*raw.Stride+i]
	}
	return sum
}
