package rkhs

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/linalg"
)

// method is one way to estimate the gradient of l/(2n) from minibatches. One
// serves one run.
type method interface {
	// name returns the learner's name.
	name() string
	// sizes returns the numbers of weights and of own parameters in u.
	sizes(k *Kernel) (weights, own int)
	// begin sets weights and own parameters at the start, given the moments
	// there.
	begin(s *state, m *moments, r *rows, rng *rand.Rand) error
	// gradient writes the gradient at a minibatch into s.g, which is 0.
	gradient(s *state, x *mat.Dense, y []float64) error
	// after follows the optimiser's step. other draws an independent
	// minibatch of size rows.
	after(s *state, other func() (*mat.Dense, []float64)) error
	// memory returns the slices that a checkpoint keeps besides u.
	memory() [][]float64
	// restored is called after u and the memory were restored.
	restored(s *state) error
	// monitors returns the method's figures, given the moments after an epoch.
	monitors(s *state, m *moments) []gplib.Monitor
}

// plain is the common part of most methods: weights w learned with the rest, no
// own parameters, no memory.
type plain struct{}

func (plain) sizes(k *Kernel) (weights, own int) { return k.features.Out(), 0 }

func (plain) begin(s *state, m *moments, _ *rows, _ *rand.Rand) error { return s.startWeights(m) }

func (plain) after(*state, func() (*mat.Dense, []float64)) error { return nil }

func (plain) memory() [][]float64 { return nil }

func (plain) restored(*state) error { return nil }

func (plain) monitors(*state, *moments) []gplib.Monitor { return nil }

// startWeights sets w to ŵ.
func (s *state) startWeights(m *moments) error {
	solved, err := m.at(s.noise())
	if err != nil {
		return err
	}
	copy(s.w, solved.w)
	return nil
}

// scaledF returns F/n at the moments.
func (s *state) scaledF(m *moments) *mat.Dense {
	f := mat.DenseCopyOf(m.g)
	f.Scale(1/float64(m.n), f)
	addDiagonal(f, s.noise()/float64(m.n))
	return f
}

// memoryOf returns the elements of matrices.
func memoryOf(matrices ...*mat.Dense) [][]float64 {
	var slices [][]float64
	for _, m := range matrices {
		slices = append(slices, m.RawMatrix().Data)
	}
	return slices
}

// inner returns <a, b>.
func inner(a, b *mat.Dense) float64 {
	sum := 0.0
	n, _ := a.Dims()
	for i := range n {
		sum += floats.Dot(a.RawRowView(i), b.RawRowView(i))
	}
	return sum
}

// addBatchF sets dst ← beta·dst + alpha(ΦᵀΦ/s + (v/n)I).
func (s *state) addBatchF(dst *mat.Dense, beta, alpha float64, phi *mat.Dense) {
	linalg.Gemm(blas.Trans, blas.NoTrans, alpha/float64(rowsIn(phi)), phi, phi, beta, dst)
	addDiagonal(dst, alpha*s.noise()/float64(s.n))
}

// frobenius returns ‖a‖ of a matrix.
func frobenius(a *mat.Dense) float64 { return math.Sqrt(inner(a, a)) }

func rowsIn(a *mat.Dense) int { return a.RawMatrix().Rows }
