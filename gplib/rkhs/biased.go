package rkhs

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// biased is minibatch gradient descent on each minibatch's own likelihood.
type biased struct {
	plain
	chol linalg.Cholesky
	c    linalg.Buffer
	beta []float64
}

func (*biased) name() string { return "BSGD" }

func (*biased) sizes(*Kernel) (weights, own int) { return 0, 0 }

func (*biased) begin(*state, *moments, *rows, *rand.Rand) error { return nil }

func (b *biased) gradient(s *state, x *mat.Dense, y []float64) error {
	phi := s.pass.Forward(x)
	seed := s.seed.Zeros(len(y), s.d)
	form := b.kernelForm
	if _, linear := s.head.(linearHead); linear && len(y) > s.d {
		form = b.featureForm
	}
	if err := form(s, phi, seed, y); err != nil {
		return fmt.Errorf("rkhs: a minibatch of %d rows: %w", len(y), err)
	}
	s.pass.Backward(seed, false)
	return nil
}

// kernelForm uses, with C = K_S + vI and β = C⁻¹y, the derivatives (C⁻¹ -
// ββᵀ)/(2s) by K_S and (tr C⁻¹ - ‖β‖²)/(2s) by v.
func (b *biased) kernelForm(s *state, phi, seed *mat.Dense, y []float64) error {
	size := len(y)
	c := b.c.Sized(size, size)
	s.head.gram(c, phi, phi, s.headTheta)
	addDiagonal(c, s.noise())
	if err := b.chol.Refactorize(c); err != nil {
		return err
	}
	b.beta = append(b.beta[:0], y...)
	b.chol.SolveVec(b.beta, y)
	dk := b.chol.Invert()
	half := 1 / (2 * float64(size))
	s.addNoise(half * (trace(dk) - floats.Dot(b.beta, b.beta)))
	for i, v := range b.beta {
		row := dk.RawRowView(i)
		floats.Scale(half, row)
		floats.AddScaled(row, -half*v, b.beta)
	}
	s.head.backward(dk, phi, phi, seed, seed, s.headTheta, s.gradH)
	return nil
}

// featureForm is kernelForm by F_S = ΦᵀΦ + vI and w_S = F_S⁻¹Φᵀy: seeds
// (1/s)[r_i w_S/v + F_S⁻¹φ_i].
func (b *biased) featureForm(s *state, phi, seed *mat.Dense, y []float64) error {
	v, size := s.noise(), float64(len(y))
	f := b.c.Sized(s.d, s.d)
	linalg.Gemm(blas.Trans, blas.NoTrans, 1, phi, phi, 0, f)
	addDiagonal(f, v)
	if err := b.chol.Refactorize(f); err != nil {
		return err
	}
	if len(b.beta) != s.d {
		b.beta = make([]float64, s.d)
	}
	w := b.beta
	clear(w)
	for i, target := range y {
		floats.AddScaled(w, target, phi.RawRowView(i))
	}
	b.chol.SolveVec(w, w)
	p := b.chol.Invert()
	linalg.Gemm(blas.NoTrans, blas.NoTrans, 1/size, phi, p, 0, seed)
	squares := 0.0
	for i, target := range y {
		r := floats.Dot(phi.RawRowView(i), w) - target
		squares += r * r
		floats.AddScaled(seed.RawRowView(i), r/(size*v), w)
	}
	s.addNoise((-squares/(v*v) + (size-float64(s.d))/v + trace(p)) / (2 * size))
	return nil
}
