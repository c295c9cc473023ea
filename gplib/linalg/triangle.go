package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas"
)

// triangle is a lower triangular matrix by rows; its order is a multiple of
// kernel.cols. Rows beyond the loaded matrix are rows of the identity.
type triangle struct {
	data     []float64
	order    int
	inverses []float64 // of the diagonal
}

// triangleLen returns the length of the memory of a triangle that holds n rows.
func triangleLen(n int) int { n = roundUp(n, kernel.cols); return n*n + n }

// newTriangle returns a triangle of n rows in memory of triangleLen(n).
func newTriangle(memory []float64, n int) triangle {
	n = roundUp(n, kernel.cols)
	return triangle{data: memory[:n*n], order: n, inverses: memory[n*n:][:n]}
}

// load copies the lower triangle of x, of order n.
func (t triangle) load(x strided, n int) { t.loadFrom(x.data, 0, x.row, x.step, n) }

// loadReversed loads x with its rows and columns in reverse order.
func (t triangle) loadReversed(x strided, n int) {
	t.loadFrom(x.data, (n-1)*(x.row+x.step), -x.row, -x.step, n)
}

// loadFrom copies the lower triangle of a matrix of order n, whose element (i, j) is data[first+i·row+j·step].
func (t triangle) loadFrom(data []float64, first, row, step, n int) {
	clear(t.data)
	for i := range t.order {
		to := t.data[i*t.order:][:t.order]
		if i >= n {
			to[i] = 1
			continue
		}
		for j := range i + 1 {
			to[j] = data[first+i*row+j*step]
		}
	}
}

// invertDiagonal prepares the inverses of the diagonal for solve. It reports whether
// they exist.
func (t triangle) invertDiagonal() bool {
	for i := range t.inverses {
		d := t.data[i*t.order+i]
		if d == 0 {
			return false
		}
		t.inverses[i] = 1 / d
	}
	return true
}

// store copies the lower triangle to b.
func (t triangle) store(b block) {
	for i := range b.r {
		copy(b.data[i*b.stride:][:i+1], t.data[i*t.order:])
	}
}

// solve computes X = L⁻¹X for a sliver X of as many rows as the triangle has. Rows
// before first, a multiple of kernel.rows, are zeros.
func (t triangle) solve(sliver []float64, first int) { t.solveTo(sliver, first, t.order) }

// solveTo solves with the first n rows, a multiple of kernel.rows.
func (t triangle) solveTo(sliver []float64, first, n int) {
	rows, cols := kernel.rows, kernel.cols
	for i := first; i < n; i += rows {
		row, x := t.data[i*t.order:], &sliver[i*cols]
		if i > first {
			kernel.multiply(i-first, &row[first], t.order, 1, &sliver[first*cols], cols, -1, x, cols)
		}
		kernel.solve(&row[i], t.order, 1, &t.inverses[i], x, cols)
	}
}

// factorize replaces the lower triangle of a symmetric matrix by its Cholesky factor,
// with the inverses of its diagonal; the upper one has no meaning then. It reports
// whether the factor exists.
func (t triangle) factorize() bool {
	rows, cols := kernel.rows, kernel.cols
	scratch := slivers.borrow(t.order * cols)
	defer slivers.giveBack(scratch)
	for at := 0; at < t.order; at += cols {
		if at > 0 {
			left := block{t.data[at*t.order:], t.order, cols, at}
			x := block{(*scratch)[:at*cols], cols, at, cols}
			turn(x, left)
			t.solveTo(x.data, 0, at)
			turn(left, x)
			for i := 0; i < cols; i += rows {
				row := t.data[(at+i)*t.order:]
				kernel.multiply(at, &row[0], t.order, 1, &x.data[0], cols, -1, &row[at], t.order)
			}
		}
		if !t.factorizeFrom(at, at+cols) {
			return false
		}
	}
	return true
}

// factorizeFrom factorises rows and columns [lo, hi).
func (t triangle) factorizeFrom(lo, hi int) bool {
	if kernel.factor == nil {
		return t.factorizeByRows(lo, hi)
	}
	if !kernel.factor(&t.data[lo*t.order+lo], t.order) {
		return false
	}
	for i := lo; i < hi; i++ {
		d := t.data[i*t.order+i]
		if !(d > 0) || math.IsInf(d, 1) { // a library may not look
			return false
		}
		t.inverses[i] = 1 / d
	}
	return true
}

// factorizeByRows does factorizeFrom in Go.
func (t triangle) factorizeByRows(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		row := t.data[i*t.order:][:hi]
		for j := lo; j <= i; j++ {
			other := t.data[j*t.order:][:hi]
			sum := row[j]
			for p := lo; p < j; p++ {
				sum -= row[p] * other[p]
			}
			if j < i {
				row[j] = sum * t.inverses[j]
				continue
			}
			if !(sum > 0) || math.IsInf(sum, 1) {
				return false
			}
			row[i] = math.Sqrt(sum)
			t.inverses[i] = 1 / row[i]
		}
	}
	return true
}

// square replaces T by the lower triangle of MᵀM for a lower triangular M, which comes by rows and as a
// right factor.
func (t triangle) square(m block, right panel) {
	clear(t.data)
	block{t.data, t.order, t.order, t.order}.add(1, m.op(blas.Trans), right, shape{upperLeft: true, lowerRight: true, lower: true})
}

// slivers is scratch.
var slivers stock

// invert writes T⁻¹ into p, a panel of as many rows and columns.
func (t triangle) invert(p panel) {
	for j := 0; j < t.order; j += kernel.cols {
		x := p.sliver(j)
		clear(x)
		for i := range kernel.cols {
			x[(j+i)*kernel.cols+i] = 1
		}
		t.solve(x, j)
	}
}
