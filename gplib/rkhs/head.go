package rkhs

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
	"krigo/gplib/rkhs/feature"
)

// head is the covariance function of features. Its parameters, in logarithms,
// follow those of the map.
type head interface {
	parameters() []feature.Parameter
	// gram writes k(a_i, b_j) into dst; diag k(a_i, a_i).
	gram(dst *mat.Dense, a, b *mat.Dense, theta []float64)
	diag(dst []float64, a *mat.Dense, theta []float64)
	// backward adds the derivatives of L to da, db and grad, given those by k(a_i,
	// b_j), dk. It overwrites dk. da and db may be one matrix.
	backward(dk, a, b, da, db *mat.Dense, theta, grad []float64)
	// diagBackward does the same for diag.
	diagBackward(dk []float64, a, da *mat.Dense, theta, grad []float64)
	// fresh returns a head with its own scratch memory, for one goroutine.
	fresh() head
	String() string
}

// linearHead is k(a, b) = aᵀb.
type linearHead struct{}

func (linearHead) parameters() []feature.Parameter { return nil }

func (linearHead) gram(dst, a, b *mat.Dense, _ []float64) {
	linalg.Gemm(blas.NoTrans, blas.Trans, 1, a, b, 0, dst)
}

func (linearHead) diag(dst []float64, a *mat.Dense, _ []float64) {
	for i := range dst {
		row := a.RawRowView(i)
		dst[i] = floats.Dot(row, row)
	}
}

func (linearHead) backward(dk, a, b, da, db *mat.Dense, _, _ []float64) {
	linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, dk, b, 1, da)
	linalg.Gemm(blas.Trans, blas.NoTrans, 1, dk, a, 1, db)
}

func (linearHead) diagBackward(dk []float64, a, da *mat.Dense, _, _ []float64) {
	for i, d := range dk {
		floats.AddScaled(da.RawRowView(i), 2*d, a.RawRowView(i))
	}
}

func (h linearHead) fresh() head { return h }

func (linearHead) String() string { return "linear" }

// gaussianHead is k(a, b) = u₂ exp(-‖a-b‖²/(2u₁²)).
type gaussianHead struct{ k *linalg.Buffer }

func (gaussianHead) fresh() head { return gaussianHead{&linalg.Buffer{}} }

func (gaussianHead) parameters() []feature.Parameter {
	return []feature.Parameter{{Name: "lengthscale", Positive: true}, {Name: "variance", Positive: true}}
}

func (gaussianHead) gram(dst, a, b *mat.Dense, theta []float64) {
	n, _ := a.Dims()
	m, _ := b.Dims()
	precision := math.Exp(-2 * theta[0])
	linalg.Gemm(blas.NoTrans, blas.Trans, precision, a, b, 0, dst)
	for i := range n {
		row, x := dst.RawRowView(i), a.RawRowView(i)
		half := precision * floats.Dot(x, x) / 2
		for j := range m {
			y := b.RawRowView(j)
			row[j] = min(row[j]-half-precision*floats.Dot(y, y)/2, 0) + theta[1]
		}
		linalg.Exp(row, row)
	}
}

func (gaussianHead) diag(dst []float64, _ *mat.Dense, theta []float64) {
	for i := range dst {
		dst[i] = math.Exp(theta[1])
	}
}

// backward, with W = dk ∘ K, is da_i = Σ_j W_ij (b_j - a_i)/u₁², db alike,
// dlog u₁ = Σ W D/u₁² and dlog u₂ = Σ W.
func (g gaussianHead) backward(dk, a, b, da, db *mat.Dense, theta, grad []float64) {
	n, m := dk.Dims()
	k := g.k.Sized(n, m)
	g.gram(k, a, b, theta)
	precision := math.Exp(-2 * theta[0])
	for i := range n {
		w, x := dk.RawRowView(i), a.RawRowView(i)
		floats.Mul(w, k.RawRowView(i))
		for j, v := range w {
			distance := floats.Distance(x, b.RawRowView(j), 2)
			grad[0] += v * distance * distance * precision
			floats.AddScaled(db.RawRowView(j), -precision*v, b.RawRowView(j))
		}
		sum := floats.Sum(w)
		grad[1] += sum
		floats.AddScaled(da.RawRowView(i), -precision*sum, x)
	}
	linalg.Gemm(blas.NoTrans, blas.NoTrans, precision, dk, b, 1, da)
	linalg.Gemm(blas.Trans, blas.NoTrans, precision, dk, a, 1, db)
}

func (gaussianHead) diagBackward(dk []float64, _, _ *mat.Dense, theta, grad []float64) {
	grad[1] += math.Exp(theta[1]) * floats.Sum(dk)
}

func (gaussianHead) String() string { return "Gaussian" }
