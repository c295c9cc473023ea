package linalg

import (
	"sync"

	"gonum.org/v1/gonum/blas"
)

// The product of matrices where no system library is: the right factor is
// copied into panels of tileCols columns, blocks of the left one into panels
// of tileRows rows, and the tiles of the result are summed in registers (Goto
// and van de Geijn 2008, ACM Transactions on Mathematical Software 34, 12).
const (
	tileRows, tileCols = 4, 12
	// depth is how much of the inner dimension is copied at once: a panel of
	// the right factor fits the first-level cache.
	depth = 256
)

// addTiled is b += alpha·op(x)·op(y). b is r × c, op(x) r × k.
func (b block) addTiled(alpha float64, tx blas.Transpose, x block, ty blas.Transpose, y block, k int) {
	packed := rightPanels.borrow(min(depth, k) * roundUp(b.c, tileCols))
	defer rightPanels.giveBack(packed)
	right := *packed
	for from := 0; from < k; from += depth {
		to := min(from+depth, k)
		y.packRight(right, ty, from, to, b.c)
		ForRows(b.r, b.r*b.c*(to-from)/32, func() func(_, lo, hi int) {
			return func(_, lo, hi int) {
				left := leftPanels.borrow((to - from) * RowBlock)
				defer leftPanels.giveBack(left)
				x.packLeft(*left, alpha, tx, lo, hi, from, to)
				b.part(lo, 0, hi-lo, b.c).addPanels(*left, right, to-from)
			}
		})
	}
}

// addPanels adds the product of packed factors.
func (b block) addPanels(left, right []float64, k int) {
	var edge [tileRows * tileCols]float64
	for j := 0; j < b.c; j += tileCols {
		y := &right[j*k]
		for i := 0; i < b.r; i += tileRows {
			x := &left[i*k]
			if i+tileRows <= b.r && j+tileCols <= b.c {
				multiplyTile(k, x, y, &b.data[i*b.stride+j], b.stride)
				continue
			}
			clear(edge[:])
			multiplyTile(k, x, y, &edge[0], tileCols)
			b.part(i, j, min(tileRows, b.r-i), min(tileCols, b.c-j)).addEdge(edge[:])
		}
	}
}

// addEdge adds the part of a tile that lies inside the matrix.
func (b block) addEdge(tile []float64) {
	for i := range b.r {
		row := b.data[i*b.stride:][:b.c]
		for j := range row {
			row[j] += tile[i*tileCols+j]
		}
	}
}

// packRight copies rows [from, to) of op(b), which has c columns, into panels
// of tileCols columns, the last one filled with zeros.
func (b block) packRight(dst []float64, t blas.Transpose, from, to, c int) {
	k := to - from
	ForRows(roundUp(c, tileCols)/tileCols, c*k, func() func(_, lo, hi int) {
		return func(_, lo, hi int) {
			for p := lo; p < hi; p++ {
				panel := dst[p*tileCols*k:][:tileCols*k]
				b.packPanel(panel, tileCols, 1, t == blas.NoTrans, from, to, p*tileCols, min((p+1)*tileCols, c))
			}
		}
	})
}

// packLeft copies rows [lo, hi) and columns [from, to) of alpha·op(b) into
// panels of tileRows rows, the last one filled with zeros.
func (b block) packLeft(dst []float64, alpha float64, t blas.Transpose, lo, hi, from, to int) {
	k := to - from
	for i := lo; i < hi; i += tileRows {
		panel := dst[(i-lo)*k:][:tileRows*k]
		b.packPanel(panel, tileRows, alpha, t != blas.NoTrans, from, to, i, min(i+tileRows, hi))
	}
}

// packPanel writes alpha times the elements (q, j), q in [from, to), j in
// [lo, hi), to dst[(q-from)*width+j-lo]. (q, j) is row q and column j of b
// where byRows, else row j and column q.
func (b block) packPanel(dst []float64, width int, alpha float64, byRows bool, from, to, lo, hi int) {
	if hi-lo < width {
		clear(dst)
	}
	if byRows {
		for q := from; q < to; q++ {
			out := dst[(q-from)*width:][:hi-lo]
			for j, v := range b.data[q*b.stride+lo:][:hi-lo] {
				out[j] = alpha * v
			}
		}
		return
	}
	for j := lo; j < hi; j++ {
		at := j - lo
		for _, v := range b.data[j*b.stride+from:][:to-from] {
			dst[at] = alpha * v
			at += width
		}
	}
}

// stock keeps memory of about one size for those that need it next.
type stock struct{ pool sync.Pool }

// rightPanels, leftPanels and transposes are of different sizes.
var rightPanels, leftPanels, transposes stock

// borrow returns a slice of length n, of any content.
func (s *stock) borrow(n int) *[]float64 {
	if v, ok := s.pool.Get().(*[]float64); ok && cap(*v) >= n {
		*v = (*v)[:n]
		return v
	}
	v := make([]float64, n)
	return &v
}

// giveBack takes what borrow returned.
func (s *stock) giveBack(v *[]float64) { s.pool.Put(v) }

func roundUp(n, multiple int) int { return (n + multiple - 1) / multiple * multiple }
