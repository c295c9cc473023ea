package linalg

import (
	"sync"

	"gonum.org/v1/gonum/blas"
)

// panel is a k × c matrix packed for a product's right factor: slivers of
// kernel.cols columns, one after the other, each by rows. The last is filled
// with zeros.
type panel struct {
	data []float64
	k, c int
}

// panelLen returns the length of the data of a k × c panel.
func panelLen(k, c int) int { return k * roundUp(c, kernel.cols) }

// sliver returns columns [j, j+kernel.cols), j being a multiple of them.
func (p panel) sliver(j int) []float64 { return p.data[j*p.k:][:p.k*kernel.cols] }

// load copies op(b), k × c, into p.
func (p panel) load(t blas.Transpose, b block) {
	for j := 0; j < p.c; j += kernel.cols {
		if t == blas.NoTrans {
			p.loadRows(p.sliver(j), b, j)
		} else {
			p.loadTransposed(p.sliver(j), b, j)
		}
	}
}

// loadRows copies columns [j, ...) of b, which is k × c.
func (p panel) loadRows(to []float64, b block, j int) {
	if p.c-j >= kernel.cols {
		kernel.copyRows(p.k, &to[0], &b.data[j], b.stride)
		return
	}
	for i := range p.k {
		row := to[i*kernel.cols:][:kernel.cols]
		clear(row[copy(row, b.data[i*b.stride+j:][:p.c-j]):])
	}
}

// loadTransposed copies rows [j, ...) of b, which is c × k.
func (p panel) loadTransposed(to []float64, b block, j int) {
	width := min(kernel.cols, p.c-j)
	if width < kernel.cols {
		clear(to)
	}
	turn(block{to, kernel.cols, p.k, width}, b.part(j, 0, width, p.k))
}

// store inverts load. A b that is not transposed may have fewer rows.
func (p panel) store(t blas.Transpose, b block) {
	for j := 0; j < p.c; j += kernel.cols {
		from, width := p.sliver(j), min(kernel.cols, p.c-j)
		if t != blas.NoTrans {
			turn(b.part(j, 0, width, p.k), block{from, kernel.cols, p.k, width})
			continue
		}
		for i := range b.r {
			copy(b.data[i*b.stride+j:][:width], from[i*kernel.cols:])
		}
	}
}

// loadPadded loads a matrix of fewer than k rows, with zeros below.
func (p panel) loadPadded(b block) {
	for j := 0; j < p.c; j += kernel.cols {
		x := p.sliver(j)
		part := panel{x[:b.r*kernel.cols], b.r, min(kernel.cols, p.c-j)}
		part.loadRows(part.data, b.part(0, j, b.r, part.c), 0)
		clear(x[len(part.data):])
	}
}

// turn copies srcᵀ into dst, by blocks where they fit.
func turn(dst, src block) {
	side := kernel.side
	r, c := src.r/side*side, src.c/side*side
	if c > 0 {
		for i := 0; i < r; i += side {
			kernel.transpose(c/side, &dst.data[i], dst.stride, side*dst.stride, &src.data[i*src.stride], src.stride, side)
		}
	}
	for i := range src.r {
		from := c
		if i >= r {
			from = 0
		}
		for j := from; j < src.c; j++ {
			dst.data[j*dst.stride+i] = src.data[i*src.stride+j]
		}
	}
}

// shape describes the parts that a product may leave out.
type shape struct {
	// upperLeft: element (i, p) of the left factor is 0 for p < i; lowerRight:
	// element (p, j) of the right one is 0 for p < j.
	upperLeft, lowerRight bool
	// lower: only the lower triangle of the result is wanted. Other elements are
	// written, too.
	lower bool
}

// add computes b += alpha·x·p, where x is b.r × p.k.
func (b block) add(alpha float64, x strided, p panel, s shape) {
	w := edges.Get().(*edge)
	defer edges.Put(w)
	for i := 0; i < b.r; i += kernel.rows {
		rows, left := w.left(x.from(i, 0), b.r-i, p.k)
		for j := 0; j < b.c && !(s.lower && j >= i+kernel.rows); j += kernel.cols {
			if first := s.first(i, j); first < p.k {
				to := b.part(i, j, rows, min(kernel.cols, b.c-j))
				w.addTile(to, alpha, left.from(0, first), p.data[j*p.k+first*kernel.cols:], p.k-first)
			}
		}
	}
}

// addSlivers computes b += alpha·x·y for a b of at most kernel.rows rows, x being b.r × k.
// Both b and y are slivers, which lie apart that many numbers.
func (b block) addSlivers(alpha float64, x strided, y []float64, k, apart int) {
	w := edges.Get().(*edge)
	defer edges.Put(w)
	rows, left := w.left(x, b.r, k)
	for s := range roundUp(b.c, kernel.cols) / kernel.cols {
		w.addTile(block{b.data[s*apart:], b.stride, rows, kernel.cols}, alpha, left, y[s*apart:], k)
	}
}

// addTile computes b += alpha·x·y for a b that is a tile, or the part of one that lies inside a
// matrix. y is a sliver of k rows.
func (w *edge) addTile(b block, alpha float64, x strided, y []float64, k int) {
	if b.r == kernel.rows && b.c == kernel.cols {
		kernel.multiply(k, &x.data[0], x.row, x.step, &y[0], kernel.cols, alpha, &b.data[0], b.stride)
		return
	}
	tile := w.cleared()
	kernel.multiply(k, &x.data[0], x.row, x.step, &y[0], kernel.cols, alpha, &tile[0], kernel.cols)
	for i := range b.r {
		row := b.data[i*b.stride:][:b.c]
		for j := range row {
			row[j] += tile[i*kernel.cols+j]
		}
	}
}

// first returns the least index of the sum that is not left out for tile (i, j).
func (s shape) first(i, j int) int {
	first := 0
	if s.upperLeft {
		first = i
	}
	if s.lowerRight {
		first = max(first, j)
	}
	return first
}

// edge is scratch for tiles that lie partly outside a matrix.
type edge struct{ tile, rows []float64 }

// cleared returns a tile of zeros.
func (w *edge) cleared() []float64 {
	n := kernel.rows * kernel.cols
	if len(w.tile) < n {
		w.tile = make([]float64, n)
	}
	clear(w.tile[:n])
	return w.tile[:n]
}

var edges = sync.Pool{New: func() any { return new(edge) }}

// left returns the first rows of x, k long: as many as a tile has. If x has fewer, zeros
// follow below.
func (w *edge) left(x strided, more, k int) (rows int, left strided) {
	if more >= kernel.rows {
		return kernel.rows, x
	}
	if n := k * kernel.rows; len(w.rows) < n {
		w.rows = make([]float64, n)
	}
	for p := range k {
		column := w.rows[p*kernel.rows:][:kernel.rows]
		clear(column)
		for i := range more {
			column[i] = x.data[i*x.row+p*x.step]
		}
	}
	return more, strided{w.rows, 1, kernel.rows}
}
