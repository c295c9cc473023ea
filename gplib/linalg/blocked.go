package linalg

import (
	"gonum.org/v1/gonum/blas"
	blasgonum "gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/floats"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
)

// blockedLAPACK is gonum's LAPACK with the lower Cholesky factor and the
// inverse from it by recursion on halves, which leaves nearly all work to
// blockedBLAS's Dgemm, which runs in parallel and by cache blocks (Elmroth, Gustavson, Jonsson and Kågström 2004, SIAM
// Review 46, 3-45). No product has a transposed left factor, which gonum's
// own Dgemm is slow at.
type blockedLAPACK struct{ lapackgonum.Implementation }

// blockedBLAS is gonum's BLAS with the triangular solve of a Cholesky factor
// by the same recursion, and the product of matrices by tiles in vector
// registers where the processor has them.
type blockedBLAS struct{ blasgonum.Implementation }

// leaf is the order below which gonum's own routines serve.
const leaf = 64

var plain blasgonum.Implementation

func (b blockedLAPACK) Dpotrf(ul blas.Uplo, n int, a []float64, lda int) bool {
	if ul != blas.Lower || n <= leaf || !fits(a, lda, n, n) {
		return b.Implementation.Dpotrf(ul, n, a, lda)
	}
	return block{a, lda, n, n}.potrf()
}

func (b blockedLAPACK) Dpotri(ul blas.Uplo, n int, a []float64, lda int) bool {
	if ul != blas.Lower || n <= leaf || !fits(a, lda, n, n) {
		return b.Implementation.Dpotri(ul, n, a, lda)
	}
	for i := range n {
		if a[i*lda+i] == 0 {
			return false
		}
	}
	l := block{a, lda, n, n}
	l.invertLower()
	l.gramOfLower()
	return true
}

func (b blockedBLAS) Dtrsm(side blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, x []float64, ldx int) {
	forward := side == blas.Left && ul == blas.Lower && tA == blas.NoTrans && d == blas.NonUnit
	if !forward || alpha != 1 || m <= leaf || n == 0 || !fits(a, lda, m, m) || !fits(x, ldx, m, n) {
		b.Implementation.Dtrsm(side, ul, tA, d, m, n, alpha, a, lda, x, ldx)
		return
	}
	block{a, lda, m, m}.solveLeft(block{x, ldx, m, n})
}

// tiledFrom is the number of multiplications from which copying the factors
// into panels pays.
const tiledFrom = 16 * 16 * 16

func (b blockedBLAS) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, x []float64, ldx int, beta float64, c []float64, ldc int) {
	if !hasAVX2 || m*n*k < tiledFrom || !holds(a, lda, tA, m, k) || !holds(x, ldx, tB, k, n) || !fits(c, ldc, m, n) {
		b.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, x, ldx, beta, c, ldc)
		return
	}
	to := block{c, ldc, m, n}
	to.scale(beta)
	to.addTiled(alpha, tA, block{data: a, stride: lda}, tB, block{data: x, stride: ldx}, k)
}

func (b blockedBLAS) Dsyrk(ul blas.Uplo, t blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	if ul != blas.Lower || t != blas.NoTrans || beta != 1 || n <= leaf || !fits(a, lda, n, k) || !fits(c, ldc, n, n) {
		b.Implementation.Dsyrk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	block{c, ldc, n, n}.addGram(alpha, block{a, lda, n, k})
}

// fits tells whether data can be an r × c matrix by rows.
func fits(data []float64, stride, r, c int) bool {
	return r > 0 && c > 0 && stride >= c && len(data) >= (r-1)*stride+c
}

// holds tells whether data can be an r × c matrix, c × r where t transposes,
// with rows at a distance of stride.
func holds(data []float64, stride int, t blas.Transpose, r, c int) bool {
	switch t {
	case blas.NoTrans:
	case blas.Trans, blas.ConjTrans:
		r, c = c, r
	default:
		return false
	}
	return stride >= c && len(data) >= (r-1)*stride+c
}

// block is a part of a matrix stored by rows. Triangular blocks have their
// lower triangle read and written only.
type block struct {
	data         []float64
	stride, r, c int
}

func (b block) part(i, j, r, c int) block {
	return block{b.data[i*b.stride+j:], b.stride, r, c}
}

// quarters splits a triangular block into its lower left parts.
func (b block) quarters() (b11, b21, b22 block) {
	h := halfOf(b.r)
	return b.part(0, 0, h, h), b.part(h, 0, b.r-h, h), b.part(h, h, b.r-h, b.r-h)
}

// halfOf is about half of n, a multiple of leaf.
func halfOf(n int) int { return (n/2 + leaf - 1) / leaf * leaf }

// addProduct is b += alpha·x·op(y).
func (b block) addProduct(alpha float64, x block, t blas.Transpose, y block) {
	blockedBLAS{}.Dgemm(blas.NoTrans, t, b.r, b.c, x.c, alpha, x.data, x.stride, y.data, y.stride, 1, b.data, b.stride)
}

// addGram is b += alpha·x·xᵀ, the lower triangle.
func (b block) addGram(alpha float64, x block) {
	if b.r <= leaf {
		plain.Dsyrk(blas.Lower, blas.NoTrans, b.r, x.c, alpha, x.data, x.stride, 1, b.data, b.stride)
		return
	}
	b11, b21, b22 := b.quarters()
	x1, x2 := x.part(0, 0, b11.r, x.c), x.part(b11.r, 0, b22.r, x.c)
	b11.addGram(alpha, x1)
	b21.addProduct(alpha, x2, blas.Trans, x1)
	b22.addGram(alpha, x2)
}

// potrf replaces A by its factor L.
func (b block) potrf() bool {
	if b.r <= leaf {
		return lapackgonum.Implementation{}.Dpotrf(blas.Lower, b.r, b.data, b.stride)
	}
	b11, b21, b22 := b.quarters()
	if !b11.potrf() {
		return false
	}
	b11.solveRightTransposed(b21)
	b22.addGram(-1, b21)
	return b22.potrf()
}

// solveRightTransposed replaces X by X L⁻ᵀ.
func (b block) solveRightTransposed(x block) {
	if b.r <= leaf {
		x.byRows(func(rows block) {
			plain.Dtrsm(blas.Right, blas.Lower, blas.Trans, blas.NonUnit, rows.r, rows.c, 1, b.data, b.stride, rows.data, rows.stride)
		})
		return
	}
	b11, b21, b22 := b.quarters()
	x1, x2 := x.part(0, 0, x.r, b11.r), x.part(0, b11.r, x.r, b22.r)
	b11.solveRightTransposed(x1)
	x2.addProduct(-1, x1, blas.Trans, b21)
	b22.solveRightTransposed(x2)
}

// solveRight replaces X by X L⁻¹.
func (b block) solveRight(x block) {
	if b.r <= leaf {
		x.byRows(func(rows block) {
			plain.Dtrsm(blas.Right, blas.Lower, blas.NoTrans, blas.NonUnit, rows.r, rows.c, 1, b.data, b.stride, rows.data, rows.stride)
		})
		return
	}
	b11, b21, b22 := b.quarters()
	x1, x2 := x.part(0, 0, x.r, b11.r), x.part(0, b11.r, x.r, b22.r)
	b22.solveRight(x2)
	x1.addProduct(-1, x2, blas.NoTrans, b21)
	b11.solveRight(x1)
}

// solveLeft replaces X by L⁻¹ X.
func (b block) solveLeft(x block) {
	if b.r <= leaf {
		plain.Dtrsm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, x.r, x.c, 1, b.data, b.stride, x.data, x.stride)
		return
	}
	b11, b21, b22 := b.quarters()
	x1, x2 := x.part(0, 0, b11.r, x.c), x.part(b11.r, 0, b22.r, x.c)
	b11.solveLeft(x1)
	x2.addProduct(-1, b21, blas.NoTrans, x1)
	b22.solveLeft(x2)
}

// invertLower replaces L by L⁻¹: its lower left part is -L22⁻¹ L21 L11⁻¹.
func (b block) invertLower() {
	if b.r <= smallOrder {
		b.invertSmall()
		return
	}
	b11, b21, b22 := b.quarters()
	b22.solveLeft(b21)
	b11.solveRight(b21)
	b21.scale(-1)
	b11.invertLower()
	b22.invertLower()
}

// gramOfLower replaces M by MᵀM, the lower triangle.
func (b block) gramOfLower() {
	if b.r <= smallOrder {
		b.gramSmall()
		return
	}
	b11, b21, b22 := b.quarters()
	b11.gramOfLower()
	b21.withTransposed(func(t block) { b11.addGram(1, t) })
	b22.multiplyTransposed(b21)
	b22.gramOfLower()
}

// multiplyTransposed replaces X by MᵀX.
func (b block) multiplyTransposed(x block) {
	if b.r <= leaf {
		plain.Dtrmm(blas.Left, blas.Lower, blas.Trans, blas.NonUnit, x.r, x.c, 1, b.data, b.stride, x.data, x.stride)
		return
	}
	b11, b21, b22 := b.quarters()
	x1, x2 := x.part(0, 0, b11.r, x.c), x.part(b11.r, 0, b22.r, x.c)
	b11.multiplyTransposed(x1)
	b21.withTransposed(func(t block) { x1.addProduct(1, t, blas.NoTrans, x2) })
	b22.multiplyTransposed(x2)
}

// byRows runs f on blocks of rows of b, in parallel.
func (b block) byRows(f func(rows block)) {
	ForRows(b.r, b.r*b.c, func() func(_, lo, hi int) {
		return func(_, lo, hi int) { f(b.part(lo, 0, hi-lo, b.c)) }
	})
}

// scale replaces b by f·b, and by zeros where f is 0, whatever it held.
func (b block) scale(f float64) {
	if f == 1 {
		return
	}
	for i := range b.r {
		row := b.data[i*b.stride:][:b.c]
		if f == 0 {
			clear(row)
			continue
		}
		floats.Scale(f, row)
	}
}

// withTransposed calls f with a copy of bᵀ.
func (b block) withTransposed(f func(t block)) {
	copied := transposes.borrow(b.r * b.c)
	defer transposes.giveBack(copied)
	t := block{*copied, b.r, b.c, b.r}
	for i := range b.r {
		for j, v := range b.data[i*b.stride:][:b.c] {
			t.data[j*t.stride+i] = v
		}
	}
	f(t)
}
