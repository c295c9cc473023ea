package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	blasgonum "gonum.org/v1/gonum/blas/gonum"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"

	"krigo/gplib/parallel"
)

// tiledBLAS is gonum's BLAS with the products and triangular solves of matrices
// by the kernels of this package. Small and invalid calls are left to gonum,
// which checks its arguments.
type tiledBLAS struct{ blasgonum.Implementation }

// tiledLAPACK is gonum's LAPACK with the lower Cholesky factor and the inverse
// from it by tiles.
type tiledLAPACK struct{ lapackgonum.Implementation }

const (
	// tiledFrom is the number of multiplications from which packing the right
	// factor pays.
	tiledFrom = 16 * 16 * 16
	// depth, rowsAtOnce and colsAtOnce are the sizes of the parts of products: a packed
	// right factor stays in the second-level cache.
	depth, rowsAtOnce, colsAtOnce = 256, 192, 192
	// solvedAtOnce is the number of right-hand sides that one task solves.
	solvedAtOnce = 48
)

// worthTiles reports whether a matrix of order n is more than gonum's own routines
// are good for.
func worthTiles(n int) bool { return n > kernel.rows }

func (b tiledLAPACK) Dpotrf(ul blas.Uplo, n int, a []float64, lda int) bool {
	if ul != blas.Lower || !worthTiles(n) || !fits(a, lda, n, n) {
		return b.Implementation.Dpotrf(ul, n, a, lda)
	}
	ok, _ := block{a, lda, n, n}.potrf(context.Background())
	return ok
}

func (b tiledLAPACK) Dpotri(ul blas.Uplo, n int, a []float64, lda int) bool {
	if ul != blas.Lower || !worthTiles(n) || !fits(a, lda, n, n) {
		return b.Implementation.Dpotri(ul, n, a, lda)
	}
	ok, _ := block{a, lda, n, n}.potri(context.Background())
	return ok
}

func (b tiledBLAS) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, x []float64, ldx int, beta float64, c []float64, ldc int) {
	if m*n*k < tiledFrom || !holds(a, lda, tA, m, k) || !holds(x, ldx, tB, k, n) || !fits(c, ldc, m, n) {
		b.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, x, ldx, beta, c, ldc)
		return
	}
	to := block{c, ldc, m, n}
	to.scale(beta)
	_ = to.addProduct(context.Background(), alpha, block{data: a, stride: lda}.op(tA), tB, block{data: x, stride: ldx}, k)
}

// addProduct computes b += alpha·x·op(y), where x is b.r × k, unless ctx ends before.
func (b block) addProduct(ctx context.Context, alpha float64, x strided, t blas.Transpose, y block, k int) error {
	down, across := (b.r+rowsAtOnce-1)/rowsAtOnce, (b.c+colsAtOnce-1)/colsAtOnce
	if down*across == 1 {
		b.addPart(alpha, x, t, y, k, shape{})
		return ctx.Err()
	}
	return parallel.BlocksContext(ctx, down*across, b.r*b.c*k/32, func() func(int) {
		return func(task int) {
			i, j := task/across*rowsAtOnce, task%across*colsAtOnce
			part := b.part(i, j, min(rowsAtOnce, b.r-i), min(colsAtOnce, b.c-j))
			part.addPart(alpha, x.from(i, 0), t, y.rightFrom(t, j), k, shape{})
		}
	})
}

// rightFrom returns the part of y that begins at column j of op(y).
func (y block) rightFrom(t blas.Transpose, j int) block {
	if t == blas.NoTrans {
		return block{data: y.data[j:], stride: y.stride}
	}
	return block{data: y.data[j*y.stride:], stride: y.stride}
}

// addPart does addProduct in one goroutine.
func (b block) addPart(alpha float64, x strided, t blas.Transpose, y block, k int, s shape) {
	scratch := panels.borrow(panelLen(min(depth, k), b.c))
	defer panels.giveBack(scratch)
	for from := 0; from < k; from += depth {
		p := panel{*scratch, min(depth, k-from), b.c}
		if t == blas.NoTrans {
			p.load(t, block{y.data[from*y.stride:], y.stride, p.k, b.c})
		} else {
			p.load(t, block{y.data[from:], y.stride, b.c, p.k})
		}
		b.add(alpha, x.from(0, from), p, s)
	}
}

func (b tiledBLAS) Dsyrk(ul blas.Uplo, t blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	if ul != blas.Lower || n*n*k < tiledFrom || !holds(a, lda, t, n, k) || !fits(c, ldc, n, n) {
		b.Implementation.Dsyrk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	block{c, ldc, n, n}.addGram(alpha, t, block{data: a, stride: lda}, k, beta)
}

// addGram computes b = alpha·op(x)·op(x)ᵀ + beta·b, the lower triangle.
func (b block) addGram(alpha float64, t blas.Transpose, x block, k int, beta float64) {
	left, other := x.op(t), blas.Trans
	if t != blas.NoTrans {
		other = blas.NoTrans
	}
	count := (b.r + gramBlock - 1) / gramBlock
	parallel.Blocks(count*(count+1)/2, b.r*b.r*k/64, func() func(int) {
		return func(task int) {
			i := 0
			for task > i {
				i++
				task -= i
			}
			r, c := min(gramBlock, b.r-i*gramBlock), min(gramBlock, b.r-task*gramBlock)
			part := b.part(i*gramBlock, task*gramBlock, r, c)
			from, right := left.from(i*gramBlock, 0), x.rightFrom(other, task*gramBlock)
			if i > task {
				part.scale(beta)
				part.addPart(alpha, from, other, right, k, shape{})
				return
			}
			part.addCorner(alpha, from, other, right, k, beta)
		}
	})
}

// gramBlock is the order of the tiles of a Gram matrix.
const gramBlock = 96

// corners is scratch for tiles on the diagonal of a Gram matrix.
var corners stock

// addCorner does addPart on the lower triangle, after b is multiplied by beta.
func (b block) addCorner(alpha float64, x strided, t blas.Transpose, y block, k int, beta float64) {
	scratch := corners.borrow(gramBlock * gramBlock)
	defer corners.giveBack(scratch)
	c := block{*scratch, gramBlock, b.r, b.c}
	c.scale(0)
	c.addPart(alpha, x, t, y, k, shape{lower: true})
	for i := range b.r {
		row := b.data[i*b.stride:][:i+1]
		if beta == 0 {
			clear(row)
		}
		for j := range row {
			row[j] = beta*row[j] + c.data[i*c.stride+j]
		}
	}
}

func (b tiledBLAS) Dtrsm(side blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, x []float64, ldx int) {
	order, others := m, n
	if side == blas.Right {
		order, others = n, m
	}
	sided := side == blas.Left || side == blas.Right
	if !sided || (ul != blas.Lower && ul != blas.Upper) || d != blas.NonUnit || !worthTiles(order) || order*order*others < tiledFrom ||
		!holds(a, lda, tA, order, order) || !fits(x, ldx, m, n) {
		b.Implementation.Dtrsm(side, ul, tA, d, m, n, alpha, a, lda, x, ldx)
		return
	}
	to := block{x, ldx, m, n}
	to.scale(alpha)
	transposed := tA != blas.NoTrans
	op := blas.NoTrans
	if (side == blas.Right) != transposed { // X op(A) = B is op(A)ᵀ Xᵀ = Bᵀ
		op = blas.Trans
	}
	s := newSolver(block{a, lda, order, order}, op, (ul == blas.Lower) == (op == blas.NoTrans))
	defer s.release()
	s.solve(to, side)
}
