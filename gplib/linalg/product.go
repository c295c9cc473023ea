package linalg

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

// AddMul adds the product a·b to dst, by the library in use. The sizes are
// n × m, n × k and k × m; it panics on others.
func AddMul(dst, a, b *mat.Dense) {
	c, x, y := dst.RawMatrix(), a.RawMatrix(), b.RawMatrix()
	if c.Rows != x.Rows || c.Cols != y.Cols || x.Cols != y.Rows {
		panic(mat.ErrShape)
	}
	inUse().blas.Dgemm(blas.NoTrans, blas.NoTrans, c.Rows, c.Cols, x.Cols, 1, x.Data, x.Stride, y.Data, y.Stride, 1, c.Data, c.Stride)
}
