package rkhs

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// average is the running mean F̃ of the minibatches' ΦᵀΦ/s + (v/n)I, the
// paper's divided by n, with its inverse P.
type average struct {
	f, p *mat.Dense
	// woodbury updates P by the matrix inversion lemma where b is small.
	woodbury bool
	chol     linalg.Cholesky
	k, t, m  linalg.Buffer
	small    linalg.Cholesky
	// counters are, as floats for a checkpoint, the updates of P since it
	// was computed from F̃, and the coordinate at which v's update goes on.
	counters [2]float64
}

const (
	// woodburyLimit is the b above which the lemma loses its accuracy.
	woodburyLimit = 0.1
	// refactorEvery is the number of updates after which P is computed anew.
	refactorEvery = 500
)

// start sets F̃ to f, which is copied, and P to its inverse.
func (a *average) start(f *mat.Dense) error {
	a.f, a.p = mat.DenseCopyOf(f), mat.DenseCopyOf(f)
	return a.invert()
}

// invert computes P from F̃ by a Cholesky factor.
func (a *average) invert() error {
	a.p.Copy(a.f)
	if err := a.chol.Refactorize(a.p); err != nil {
		return fmt.Errorf("rkhs: the average of ΦᵀΦ: %w", err)
	}
	a.chol.Invert()
	a.counters[0] = 0
	return nil
}

// update is F̃ ← (1-b)F̃ + b(ΦᵀΦ/s + (v/n)I), given noise = v/n.
func (a *average) update(phi *mat.Dense, b, noise float64) error {
	s, _ := phi.Dims()
	linalg.Gemm(blas.Trans, blas.NoTrans, b/float64(s), phi, phi, 1-b, a.f)
	if !a.woodbury || b > woodburyLimit {
		addDiagonal(a.f, b*noise)
		return a.invert()
	}
	return a.updateInverse(phi, b, noise)
}

// updateInverse is, with the rows of K = Uᵀ being √(b/s)φ_i and
// √(b·noise·d/q)e_j for the next q coordinates j in turn, whose mean over a
// round is b·noise·I,
//
//	P ← (P - PU((1-b)I + UᵀPU)⁻¹UᵀP)/(1-b).
func (a *average) updateInverse(phi *mat.Dense, b, noise float64) error {
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
		a.f.Set(j, j, a.f.At(j, j)+share)
	}
	a.counters[1] = float64((next + q) % d)
	t, m := a.t.Sized(s+q, d), a.m.Sized(s+q, s+q)
	linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, k, a.p, 0, t)
	linalg.Gemm(blas.NoTrans, blas.Trans, 1, t, k, 0, m)
	addDiagonal(m, 1-b)
	a.counters[0]++
	if a.counters[0] >= refactorEvery || a.small.Refactorize(m) != nil || a.small.Jitter() > 0 {
		return a.invert()
	}
	a.small.SolveHalf(t)
	linalg.Gemm(blas.Trans, blas.NoTrans, -1/(1-b), t, t, 1/(1-b), a.p)
	linalg.MirrorLower(a.p) // what is not symmetric would grow by 1/(1-b) a step
	return nil
}

func trace(a *mat.Dense) float64 {
	raw := a.RawMatrix()
	sum := 0.0
	for i := range raw.Rows {
		sum += raw.Data[i*raw.Stride+i]
	}
	return sum
}
