package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

// InvertHalf returns L⁻¹, n × n with zeros above the diagonal, in the memory of
// the factor, which is gone after the call. With it (A + jitter·I)⁻¹ is
// L⁻ᵀL⁻¹, whose trace is the sum of the squares of L⁻¹.
func (c *Cholesky) InvertHalf() *mat.Dense {
	l := c.l
	c.l = nil
	b := blockOf(l)
	b.trtri()
	for i := range b.r {
		clear(l.RawRowView(i)[i+1:])
	}
	return l
}

// PositiveDefinite reports whether the symmetric n × n matrix a has a Cholesky factor
// without jitter. It overwrites the lower triangle; a matrix that is not finite has
// none.
func PositiveDefinite(a *mat.Dense) bool {
	ok, _ := potrf(context.Background(), a)
	return ok
}

// triangleStrip is the number of columns of a product that are computed at once:
// narrower strips leave out more zeros, wider ones copy less.
const triangleStrip = 48

// GemmLower writes alpha·b·op(l) + beta·c into c, by the kernels in use, for a
// lower triangular l: it leaves out most of the zeros above the diagonal. op
// transposes where t is blas.Trans. b and c are n × m, l is m × m with those
// zeros; it panics on other sizes.
func GemmLower(t blas.Transpose, alpha float64, b, l *mat.Dense, beta float64, c *mat.Dense) {
	gemmLower(t, alpha, b, l, beta, c, false)
}

// GemmLowerHalf does [GemmLower] for square matrices and the lower triangle of c; the
// strict upper one has no meaning afterwards ([MirrorLower] sets it).
func GemmLowerHalf(t blas.Transpose, alpha float64, b, l *mat.Dense, beta float64, c *mat.Dense) {
	gemmLower(t, alpha, b, l, beta, c, true)
}

// gemmLower goes by strips of columns of c, from the row of the diagonal on
// where half.
func gemmLower(t blas.Transpose, alpha float64, b, l *mat.Dense, beta float64, c *mat.Dense, half bool) {
	x, y, z := b.RawMatrix(), l.RawMatrix(), c.RawMatrix()
	n, m := z.Rows, z.Cols
	if x.Rows != n || x.Cols != m || y.Rows != m || y.Cols != m || half && n != m {
		panic(mat.ErrShape)
	}
	for lo := 0; lo < m; lo += triangleStrip {
		hi, top := min(lo+triangleStrip, m), 0
		if half {
			top = lo
		}
		from, to, corner := lo, m, lo*y.Stride+lo // of the inner dimension, and of l
		if t != blas.NoTrans {
			from, to, corner = 0, hi, lo*y.Stride
		}
		products().Dgemm(blas.NoTrans, t, n-top, hi-lo, to-from, alpha, x.Data[top*x.Stride+from:], x.Stride, y.Data[corner:], y.Stride, beta, z.Data[top*z.Stride+lo:], z.Stride)
	}
}
