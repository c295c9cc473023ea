package rkhs

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/linalg"
	"krigo/gplib/optim"
)

// minimax replaces log|F| by the saddle point of log|A| + μ<B, A-F>/‖A‖, over A
// and the dual ‖B‖ <= 1. own holds A/n, or L with A/n = LLᵀ + (v/n)I and
// logarithms on its diagonal.
type minimax struct {
	mu, growth float64
	cholesky   bool
	stepB      optim.Schedule
	optimistic bool
	smooth     float64 // b of the F̃ that takes F's place in G_B; 0 is none

	own, grad *mat.Dense // views of u and g
	a, b      *mat.Dense
	f         *mat.Dense // F̃
	gradB     *mat.Dense // G_B, scratch between steps
	lastB     *mat.Dense // G_B of the step before
	counters  []float64  // t, μ, t at the last growth of μ

	chol             linalg.Cholesky
	l                linalg.Buffer // L where u has it, h the gradient by A then
	h, inverse, phiB linalg.Buffer
	project          projection
}

func (*minimax) name() string { return "MINIMAX" }

func (*minimax) sizes(k *Kernel) (weights, own int) {
	d := k.features.Out()
	return d, d * d
}

// begin sets A to F and B to 0.
func (m *minimax) begin(s *state, at *moments, _ *rows, _ *rand.Rand) error {
	m.bind(s)
	m.b, m.gradB, m.lastB = square(s.d), square(s.d), square(s.d)
	m.counters = []float64{0, m.mu}
	m.a.Copy(s.scaledF(at))
	if m.smooth > 0 {
		m.f = mat.DenseCopyOf(m.a)
	}
	if m.cholesky {
		if err := m.factor(s, at); err != nil {
			return err
		}
	}
	return s.startWeights(at)
}

// bind makes the views of u.
func (m *minimax) bind(s *state) {
	m.own, m.grad = mat.NewDense(s.d, s.d, s.own), mat.NewDense(s.d, s.d, s.gradOwn)
	m.a = m.own
	if m.cholesky {
		m.a = square(s.d)
	}
}

func square(d int) *mat.Dense { return mat.NewDense(d, d, nil) }

// factor writes L of A/n - (v/n)I at the moments into u.
func (m *minimax) factor(s *state, at *moments) error {
	l := mat.DenseCopyOf(at.g)
	l.Scale(1/float64(at.n), l)
	addDiagonal(l, 1e-3*s.noise()/float64(at.n))
	if err := m.chol.Refactorize(l); err != nil {
		return fmt.Errorf("rkhs: MINIMAX at the start: %w", err)
	}
	for i := range s.d {
		for j := range i {
			m.own.Set(i, j, l.At(i, j))
		}
		m.own.Set(i, i, math.Log(l.At(i, i)))
	}
	m.expand(s)
	return nil
}

// expand writes L, and LLᵀ + (v/n)I into A.
func (m *minimax) expand(s *state) {
	l := expandLower(&m.l, m.own, s.d)
	linalg.GemmLowerHalf(blas.Trans, 1, l, l, 0, m.a)
	linalg.MirrorLower(m.a)
	addDiagonal(m.a, s.noise()/float64(s.n))
}

func (m *minimax) weight() float64 { return m.counters[1] }

// gradient has seeds (1/s)[r_i w/v - (μ/(n‖A‖))Bφ_i] and -μ tr B/(2n²‖A‖) by
// v, with A divided by n.
func (m *minimax) gradient(s *state, x *mat.Dense, y []float64) error {
	phi := s.pass.Forward(x)
	seed := s.addError(phi, y, s.w, s.gradW)
	n, size, norm := float64(s.n), float64(len(y)), frobenius(m.a)
	phiB := m.phiB.Sized(len(y), s.d)
	linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, phi, m.b, 0, phiB)
	floats.AddScaled(seed.RawMatrix().Data, -m.weight()/(n*norm*size), phiB.RawMatrix().Data)
	s.addNoise(-m.weight() * trace(m.b) / (2 * n * n * norm))
	gap := inner(m.b, m.a) - inner(phiB, phi)/size - s.noise()/n*trace(m.b)
	if err := m.gradientA(s, norm, gap); err != nil {
		return err
	}
	s.pass.Backward(seed, false)
	return nil
}

// gradientA computes (1/(2n)) {A⁻¹ + μ[B/‖A‖ - <B, A-F>A/‖A‖³]} with gap the
// inner product.
func (m *minimax) gradientA(s *state, norm, gap float64) error {
	p := m.inverse.Sized(s.d, s.d)
	p.Copy(m.a)
	if err := m.chol.Refactorize(p); err != nil {
		return fmt.Errorf("rkhs: MINIMAX: A: %w", err)
	}
	m.chol.Invert()
	h := m.grad
	if m.cholesky {
		h = m.h.Sized(s.d, s.d)
	}
	half, dual := 1/(2*float64(s.n)), m.weight()/norm
	to := h.RawMatrix().Data
	floats.ScaleTo(to, half, p.RawMatrix().Data)
	floats.AddScaled(to, half*dual, m.b.RawMatrix().Data)
	floats.AddScaled(to, -half*dual*gap/(norm*norm), m.a.RawMatrix().Data)
	if m.cholesky {
		s.addNoise(trace(h) / float64(s.n))
		m.gradientL(h)
	}
	return nil
}

// gradientL computes dL = 2 tril(HL), times L_jj on the diagonal.
func (m *minimax) gradientL(h *mat.Dense) {
	l := &m.l.Dense
	linalg.GemmLowerHalf(blas.NoTrans, 2, h, l, 0, m.grad)
	for i := range rowsIn(h) {
		row := m.grad.RawRowView(i)
		row[i] *= l.At(i, i)
		clear(row[i+1:])
	}
}

// after projects A and takes the step of ascent in B,
// B ← B + ηG_B, B ← B/max(1, ‖B‖), with G_B = μ(A-F)/‖A‖ at an independent
// minibatch.
func (m *minimax) after(s *state, other func() (*mat.Dense, []float64)) error {
	if m.cholesky {
		m.expand(s)
	} else if err := m.project.apply(s, m.a); err != nil {
		return err
	}
	x, _ := other()
	m.gradientB(s, s.second.Forward(x))
	m.ascend(m.stepB(int(m.counters[0])))
	m.counters[0]++
	return nil
}

// gradientB computes G_B with the F of the features phi, or with F̃.
func (m *minimax) gradientB(s *state, phi *mat.Dense) {
	weight := m.weight() / frobenius(m.a)
	m.gradB.Copy(m.a)
	if m.smooth == 0 {
		s.addBatchF(m.gradB, weight, -weight, phi)
		return
	}
	s.addBatchF(m.f, 1-m.smooth, m.smooth, phi)
	g := m.gradB.RawMatrix().Data
	floats.Sub(g, m.f.RawMatrix().Data)
	floats.Scale(weight, g)
}

func (m *minimax) ascend(step float64) {
	b, g, last := m.b.RawMatrix().Data, m.gradB.RawMatrix().Data, m.lastB.RawMatrix().Data
	if m.optimistic && m.counters[0] > 0 {
		floats.AddScaled(b, 2*step, g)
		floats.AddScaled(b, -step, last)
	} else {
		floats.AddScaled(b, step, g)
	}
	m.gradB, m.lastB = m.lastB, m.gradB
	if norm := frobenius(m.b); norm > 1 {
		floats.Scale(1/norm, b)
	}
}

func (m *minimax) memory() [][]float64 {
	slices := append(memoryOf(m.b, m.lastB), m.counters)
	if m.f != nil {
		slices = append(slices, m.f.RawMatrix().Data)
	}
	return slices
}

func (m *minimax) restored(s *state) error {
	if m.cholesky {
		m.expand(s)
	}
	return nil
}

// monitors returns the penalty's ‖A-F‖/‖A‖, μ, and the bound μ* = ‖F‖‖F⁻¹‖ from
// which A = F is stationary. It also increases μ.
func (m *minimax) monitors(s *state, at *moments) []gplib.Monitor {
	f := s.scaledF(at)
	bound := math.Inf(1)
	inverse := mat.DenseCopyOf(f)
	if chol, err := linalg.Factorize(inverse); err == nil {
		bound = mat.Norm(f, 2) * mat.Norm(chol.Invert(), 2)
	}
	f.Sub(m.a, f)
	figures := []gplib.Monitor{
		{Name: "constraint gap", Value: mat.Norm(f, 2) / mat.Norm(m.a, 2), Meaning: "relative distance of the matrix A from F that it stands for; 0 at a solution"},
		{Name: "mu", Value: m.weight(), Meaning: "weight of the penalty"},
		{Name: "mu*", Value: bound, Meaning: "weight from which a solution of the penalised problem is one of the original"},
	}
	if m.growth > 1 && m.counters[0] > 0 {
		m.counters[1] = math.Max(m.counters[1], min(m.counters[1]*m.growth, 2*bound))
	}
	return figures
}
