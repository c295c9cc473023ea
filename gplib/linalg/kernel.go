package linalg

import "unsafe"

//go:generate go run ./internal/asmgen

// kernels are the building blocks of products and triangular solves: operations on
// tiles of rows × cols numbers in vector registers (Goto and van de Geijn 2008, ACM
// Transactions on Mathematical Software 34, 12; Van Zee and van de Geijn 2015, the same
// 41, 14). A right factor comes packed in slivers of cols columns, by rows; a left one
// is read where it is. Strides are numbers of elements.
//
// Sums are in the order of the tiles in every goroutine: results do not depend on the
// number of goroutines. Last bits depend on the kernels.
type kernels struct {
	name       string
	rows, cols int
	// side is the order of the blocks that transpose turns.
	side int
	// multiply is C += alpha·A·B for one tile C. A is rows × k, and element (i, p)
	// is at a[i·aRow+p·aStep]; row p of B is at b[p·bStep]; k is positive.
	multiply func(k int, a *float64, aRow, aStep int, b *float64, bStep int, alpha float64, c *float64, cRow int)
	// solve is X = L⁻¹X for one tile X. L is lower triangular, of order rows, and
	// element (i, j) is at l[i·lRow+j·lStep]; inverses holds 1/L_ii.
	solve func(l *float64, lRow, lStep int, inverses *float64, x *float64, xRow int)
	// transpose turns blocks of order side. One has its rows srcRow apart, and the
	// next one begins srcNext after it; so has what is written to dst.
	transpose func(blocks int, dst *float64, dstRow, dstNext int, src *float64, srcRow, srcNext int)
	// copyRows copies rows of cols numbers to a sliver; rows is positive.
	copyRows func(rows int, dst *float64, src *float64, srcRow int)
	// factor, where not nil, replaces the lower triangle of a matrix of order cols by that of its Cholesky
	// factor, and reports whether there is one.
	factor func(a *float64, stride int) bool
}

// portable is written in Go, for processors without assembly here.
var portable = &kernels{
	name: "Go", rows: 4, cols: 4, side: 4, multiply: multiplyTile, solve: solveTile, transpose: transposeTiles, copyRows: copyTileRows,
}

// at returns the element that lies i elements after p.
func at(p *float64, i int) *float64 {
	return (*float64)(unsafe.Add(unsafe.Pointer(p), i*int(unsafe.Sizeof(*p))))
}

func multiplyTile(k int, a *float64, aRow, aStep int, b *float64, bStep int, alpha float64, c *float64, cRow int) {
	for i := range 4 {
		var s0, s1, s2, s3 float64
		x, y := at(a, i*aRow), b
		for range k {
			v, row := *x, (*[4]float64)(unsafe.Pointer(y))
			s0 += v * row[0]
			s1 += v * row[1]
			s2 += v * row[2]
			s3 += v * row[3]
			x, y = at(x, aStep), at(y, bStep)
		}
		to := (*[4]float64)(unsafe.Pointer(at(c, i*cRow)))
		to[0] += alpha * s0
		to[1] += alpha * s1
		to[2] += alpha * s2
		to[3] += alpha * s3
	}
}

func solveTile(l *float64, lRow, lStep int, inverses *float64, x *float64, xRow int) {
	for i := range 4 {
		row := (*[4]float64)(unsafe.Pointer(at(x, i*xRow)))
		for j := range i {
			v, earlier := *at(l, i*lRow+j*lStep), (*[4]float64)(unsafe.Pointer(at(x, j*xRow)))
			for q := range row {
				row[q] -= v * earlier[q]
			}
		}
		inverse := *at(inverses, i)
		for q := range row {
			row[q] *= inverse
		}
	}
}

func transposeTiles(blocks int, dst *float64, dstRow, dstNext int, src *float64, srcRow, srcNext int) {
	for b := range blocks {
		for i := range 4 {
			for j := range 4 {
				*at(dst, b*dstNext+j*dstRow+i) = *at(src, b*srcNext+i*srcRow+j)
			}
		}
	}
}

func copyTileRows(rows int, dst *float64, src *float64, srcRow int) {
	for i := range rows {
		*(*[4]float64)(unsafe.Pointer(at(dst, i*4))) = *(*[4]float64)(unsafe.Pointer(at(src, i*srcRow)))
	}
}
