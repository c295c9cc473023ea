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

// AddMulContext is [AddMul], which ends between tiles where ctx does; the error is that of
// ctx then.
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

// opDims are the sizes of op(a).
func opDims(t blas.Transpose, a blas64.General) (r, c int) {
	if t == blas.NoTrans {
		return a.Rows, a.Cols
	}
	return a.Cols, a.Rows
}

// AddGram adds a·aᵀ to the lower triangle of dst, by the library in use; the
// strict upper triangle is left alone. a is n × k and dst n × n; it panics on
// other sizes.
func AddGram(dst, a *mat.Dense) {
	c, x := dst.RawMatrix(), a.RawMatrix()
	if c.Rows != x.Rows || c.Cols != x.Rows {
		panic(mat.ErrShape)
	}
	products().Dsyrk(blas.Lower, blas.NoTrans, x.Rows, x.Cols, 1, x.Data, x.Stride, 1, c.Data, c.Stride)
}

// AddGramTrans adds aᵀ·a to the lower triangle of dst, by the library in use;
// the strict upper triangle is left alone ([MirrorLower] sets it).
// a is k × n and dst n × n; it panics on other sizes.
func AddGramTrans(dst, a *mat.Dense) {
	c, x := dst.RawMatrix(), a.RawMatrix()
	if c.Rows != x.Cols || c.Cols != x.Cols {
		panic(mat.ErrShape)
	}
	products().Dsyrk(blas.Lower, blas.Trans, x.Cols, x.Rows, 1, x.Data, x.Stride, 1, c.Data, c.Stride)
}
