package linalg

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
)

// Inverses of small triangles by products of whole blocks: solving with them
// would go row by row, which takes several times as long at these orders.
const (
	// smallOrder is the largest order that they serve.
	smallOrder = 128
	// smallLeaf is the order of blocks that are inverted by rows.
	smallLeaf = 32
)

// invertSmall replaces L by M = L⁻¹, with M21 = -M22 L21 M11.
func (b block) invertSmall() {
	if b.r <= smallLeaf {
		b.invertByRows()
		return
	}
	h := (b.r/2 + smallLeaf - 1) / smallLeaf * smallLeaf
	b11, b21, b22 := b.part(0, 0, h, h), b.part(h, 0, b.r-h, h), b.part(h, h, b.r-h, b.r-h)
	b11.invertSmall()
	b22.invertSmall()
	b22.withLower(func(m22 block) {
		b11.withLower(func(m11 block) { b21.betweenFactors(m22, m11) })
	})
}

// betweenFactors replaces X by -M22 X M11.
func (b block) betweenFactors(m22, m11 block) {
	scratch := smallBlocks.borrow(smallOrder * smallOrder)
	defer smallBlocks.giveBack(scratch)
	t := block{*scratch, b.c, b.r, b.c}
	t.scale(0)
	t.addProduct(1, b, blas.NoTrans, m11)
	b.scale(0)
	b.addProduct(-1, m22, blas.NoTrans, t)
}

// invertByRows is row i of M = -(1/L_ii) Σ_{k<i} L_ik M_k, beside 1/L_ii.
func (b block) invertByRows() {
	var factors [smallLeaf]float64
	for i := range b.r {
		row := b.data[i*b.stride:][:i+1]
		diagonal := 1 / row[i]
		copy(factors[:], row[:i])
		clear(row[:i])
		for k, l := range factors[:i] {
			floats.AddScaled(row[:k+1], -l*diagonal, b.data[k*b.stride:][:k+1])
		}
		row[i] = diagonal
	}
}

// gramSmall replaces M by MᵀM, the lower triangle, a block of rows at a time:
// those at i are the sum over k >= i of M_ki M_kj.
func (b block) gramSmall() {
	b.withLower(func(m block) {
		scratch := smallBlocks.borrow(smallOrder * smallOrder)
		defer smallBlocks.giveBack(scratch)
		for i := 0; i < b.r; i += smallLeaf {
			end := min(i+smallLeaf, b.r)
			rows := block{*scratch, end, end - i, end}
			rows.scale(0)
			left, right := m.part(i, i, b.r-i, end-i), m.part(i, 0, b.r-i, end)
			blockedBLAS{}.Dgemm(blas.Trans, blas.NoTrans, rows.r, rows.c, left.r, 1, left.data, left.stride, right.data, right.stride, 1, rows.data, rows.stride)
			for j := range rows.r {
				copy(b.data[(i+j)*b.stride:][:i+j+1], rows.data[j*rows.stride:])
			}
		}
	})
}

// smallBlocks is scratch of one size, whatever part of it is used.
var smallBlocks stock

// withLower calls f with a copy of b that has zeros above the diagonal.
func (b block) withLower(f func(m block)) {
	copied := smallBlocks.borrow(smallOrder * smallOrder)
	defer smallBlocks.giveBack(copied)
	m := block{*copied, b.r, b.r, b.r}
	for i := range b.r {
		row := m.data[i*m.stride:][:m.c]
		copy(row, b.data[i*b.stride:][:i+1])
		clear(row[i+1:])
	}
	f(m)
}
