package rkhs

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// minmin replaces the log-determinant by log|F| = min over P > 0 of <P, F> -
// log|P| - d: unbiased at any P, without μ. own holds L of nP = LLᵀ, with
// logarithms on its diagonal.
type minmin struct {
	plain
	own, grad *mat.Dense
	l, phiL   linalg.Buffer
}

func (*minmin) name() string { return "min-min" }

func (*minmin) sizes(k *Kernel) (weights, own int) {
	d := k.features.Out()
	return d, d * d
}

// begin sets P to F⁻¹.
func (m *minmin) begin(s *state, at *moments, _ *rows, _ *rand.Rand) error {
	m.own, m.grad = mat.NewDense(s.d, s.d, s.own), mat.NewDense(s.d, s.d, s.gradOwn)
	chol, err := linalg.Factorize(s.scaledF(at))
	if err != nil {
		return fmt.Errorf("rkhs: min-min at the start: %w", err)
	}
	p := chol.Invert()
	if _, err := linalg.Factorize(p); err != nil {
		return fmt.Errorf("rkhs: min-min at the start: %w", err)
	}
	for i := range s.d {
		copy(m.own.RawRowView(i)[:i], p.RawRowView(i))
		m.own.Set(i, i, math.Log(p.At(i, i)))
	}
	return s.startWeights(at)
}

// lower returns L.
func (m *minmin) lower(d int) *mat.Dense {
	return expandLower(&m.l, m.own, d)
}

// expandLower writes the lower triangle of own, with exponentials on the
// diagonal, into b.
func expandLower(b *linalg.Buffer, own *mat.Dense, d int) *mat.Dense {
	l := b.Zeros(d, d)
	for i := range d {
		row := l.RawRowView(i)
		copy(row[:i+1], own.RawRowView(i))
		row[i] = math.Exp(row[i])
	}
	return l
}

// gradient has seeds (1/s)[r_i w/v + Pφ_i], adds tr P/(2n) by v and
// dL = 2 tril((F/(2n))L) - diag(1/L_jj)/n, for P of F/n.
func (m *minmin) gradient(s *state, x *mat.Dense, y []float64) error {
	phi := s.pass.Forward(x)
	seed := s.addError(phi, y, s.w, s.gradW)
	n, l := float64(s.n), m.lower(s.d)
	phiL := m.phiL.Sized(len(y), s.d)
	linalg.GemmLower(blas.NoTrans, 1, phi, l, 0, phiL)
	linalg.GemmLower(blas.Trans, 1/(n*float64(len(y))), phiL, l, 1, seed)
	s.addNoise(inner(l, l) / (2 * n * n))
	linalg.Gemm(blas.Trans, blas.NoTrans, 1/(n*float64(len(y))), phi, phiL, 0, m.grad)
	for i := range s.d {
		row, lower := m.grad.RawRowView(i), l.RawRowView(i)
		for j := range i + 1 {
			row[j] += s.noise() / (n * n) * lower[j]
		}
		row[i] = row[i]*lower[i] - 1/n
		clear(row[i+1:])
	}
	s.pass.Backward(seed, false)
	return nil
}
