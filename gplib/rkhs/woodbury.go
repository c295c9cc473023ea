package rkhs

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// updatedInverse is P = F̃⁻¹, updated by the matrix inversion lemma where b is
// small.
type updatedInverse struct {
	p       *mat.Dense
	chol    linalg.Cholesky
	k, t, m linalg.Buffer
	small   linalg.Cholesky
	// counters are, as floats for a checkpoint, the updates of P since it was
	// computed from F̃, and the coordinate at which v's update continues.
	counters [2]float64
}

const (
	// woodburyLimit is the b above which the lemma loses its accuracy.
	woodburyLimit = 0.1
	// refactorEvery is the number of updates after which P is recomputed.
	refactorEvery = 500
)

// invert computes P from F̃ by a Cholesky factor.
func (a *updatedInverse) invert(f *mat.Dense) error {
	if a.p == nil {
		a.p = mat.NewDense(rowsIn(f), rowsIn(f), nil)
	}
	a.p.Copy(f)
	if err := a.chol.Refactorize(a.p); err != nil {
		return fmt.Errorf("rkhs: the average of ΦᵀΦ: %w", err)
	}
	a.chol.Invert()
	a.counters[0] = 0
	return nil
}

func (a *updatedInverse) follow(f, phi *mat.Dense, b, noise float64) error {
	if b > woodburyLimit {
		addDiagonal(f, b*noise)
		return a.invert(f)
	}
	k := a.shares(f, phi, b, noise)
	a.counters[0]++
	if a.counters[0] >= refactorEvery || !a.update(k, b) {
		return a.invert(f)
	}
	return nil
}

// shares returns K, whose rows are √(b/s)φ_i and √(b·noise·d/q)e_j for the next
// q coordinates j in turn. The mean of the latter's squares over a round is
// b·noise·I, and they are added to f.
func (a *updatedInverse) shares(f, phi *mat.Dense, b, noise float64) *mat.Dense {
	s, d := phi.Dims()
	q := max(1, int(math.Ceil(b*float64(d)/2)))
	k := a.k.Zeros(s+q, d)
	for i := range s {
		floats.ScaleTo(k.RawRowView(i), math.Sqrt(b/float64(s)), phi.RawRowView(i))
	}
	share := b * noise * float64(d) / float64(q)
	next := int(a.counters[1])
	for i := range q {
		j := (next + i) % d
		k.Set(s+i, j, math.Sqrt(share))
		f.Set(j, j, f.At(j, j)+share)
	}
	a.counters[1] = float64((next + q) % d)
	return k
}

// update sets, with Uᵀ = K,
//
//	P ← (P - PU((1-b)I + UᵀPU)⁻¹UᵀP)/(1-b).
//
// It reports whether the inner matrix was positive definite; else P stays.
func (a *updatedInverse) update(k *mat.Dense, b float64) bool {
	rows, d := k.Dims()
	t, m := a.t.Sized(rows, d), a.m.Sized(rows, rows)
	linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, k, a.p, 0, t)
	linalg.Gemm(blas.NoTrans, blas.Trans, 1, t, k, 0, m)
	addDiagonal(m, 1-b)
	if a.small.Refactorize(m) != nil || a.small.Jitter() > 0 {
		return false
	}
	a.small.SolveHalf(t)
	linalg.Gemm(blas.Trans, blas.NoTrans, -1/(1-b), t, t, 1/(1-b), a.p)
	linalg.MirrorLower(a.p) // asymmetry would grow by 1/(1-b) a step
	return true
}

func (a *updatedInverse) addMul(dst *mat.Dense, alpha float64, phi *mat.Dense) {
	linalg.Gemm(blas.NoTrans, blas.NoTrans, alpha, phi, a.p, 1, dst)
}

func (a *updatedInverse) trace() float64 { return trace(a.p) }

func (a *updatedInverse) mulVec(dst, x []float64) {
	for j := range dst {
		dst[j] = floats.Dot(a.p.RawRowView(j), x)
	}
}

func (a *updatedInverse) memory() [][]float64 { return append(memoryOf(a.p), a.counters[:]) }

func (*updatedInverse) restored(*mat.Dense) error { return nil }
