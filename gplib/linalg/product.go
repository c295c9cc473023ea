package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// AddMul adds the product a·b to dst, by the kernels in use. The sizes are
// n × m, n × k and k × m; it panics on others.
func AddMul(dst, a, b *mat.Dense) {
	_ = AddMulContext(context.Background(), dst, a, b)
}

// AddMulContext does [AddMul], but stops between tiles when ctx ends and returns its
// error.
func AddMulContext(ctx context.Context, dst, a, b *mat.Dense) error {
	c, x, y := blockOf(dst), blockOf(a), blockOf(b)
	if c.r != x.r || c.c != y.c || x.c != y.r {
		panic(mat.ErrShape)
	}
	inUse()
	return c.addProduct(ctx, 1, x.op(blas.NoTrans), blas.NoTrans, y, x.c)
}

// Gemm writes alpha·op(a)·op(b) + beta·c into c, by the library in use. op
// transposes where tA or tB is blas.Trans. It allocates nothing itself and
// panics on sizes that do not fit.
func Gemm(tA, tB blas.Transpose, alpha float64, a, b *mat.Dense, beta float64, c *mat.Dense) {
	x, y, z := a.RawMatrix(), b.RawMatrix(), c.RawMatrix()
	n, k := opDims(tA, x)
	inner, m := opDims(tB, y)
	if inner != k || z.Rows != n || z.Cols != m {
		panic(mat.ErrShape)
	}
	products().Dgemm(tA, tB, n, m, k, alpha, x.Data, x.Stride, y.Data, y.Stride, beta, z.Data, z.Stride)
}

// opDims returns the sizes of op(a).
func opDims(t blas.Transpose, a blas64.General) (r, c int) {
	if t == blas.NoTrans {
		return a.Rows, a.Cols
	}
	return a.Cols, a.Rows
}

// Syrk writes alpha·op(a)·op(a)ᵀ + beta·c into the lower triangle of c, by the kernels in use; the
// strict upper triangle is left alone. op transposes where t is blas.Trans. It panics on sizes that
// do not fit.
func Syrk(t blas.Transpose, alpha float64, a *mat.Dense, beta float64, c *mat.Dense) {
	x, y := a.RawMatrix(), c.RawMatrix()
	n, k := opDims(t, x)
	if y.Rows != n || y.Cols != n {
		panic(mat.ErrShape)
	}
	products().Dsyrk(blas.Lower, t, n, k, alpha, x.Data, x.Stride, beta, y.Data, y.Stride)
}

// AddGram adds a·aᵀ to the lower triangle of dst, as [Syrk] does. a is n × k and dst n × n.
func AddGram(dst, a *mat.Dense) { Syrk(blas.NoTrans, 1, a, 1, dst) }

// AddGramTrans adds aᵀ·a to the lower triangle of dst, as [Syrk] does ([MirrorLower] sets the upper one). a is
// k × n and dst n × n.
func AddGramTrans(dst, a *mat.Dense) { Syrk(blas.Trans, 1, a, 1, dst) }
