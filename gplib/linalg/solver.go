package linalg

import (
	"gonum.org/v1/gonum/blas"

	"krigo/gplib/parallel"
)

// solver solves T X = B for a triangular T.
type solver struct {
	t     strided
	order int
	// forward: T is lower triangular, so that the first rows are solved first.
	forward bool
	side    int
	corners []triangle // of T, reversed where it is upper
	memory  *[]float64 // of the corners
}

// newSolver is for T = op(a).
func newSolver(a block, op blas.Transpose, forward bool) *solver {
	s := &solver{t: a.op(op), order: a.r, forward: forward, side: sideOf(a.r)}
	count := (s.order + s.side - 1) / s.side
	size := triangleLen(s.side)
	s.memory = cornersOf.borrow(count * size)
	for k := range count {
		from, n := s.tile(k)
		c := newTriangle((*s.memory)[k*size:][:size], n)
		if forward {
			c.load(s.t.from(from, from), n)
		} else {
			c.loadReversed(s.t.from(from, from), n)
		}
		for i := range c.inverses {
			c.inverses[i] = 1 / c.data[i*c.order+i]
		}
		s.corners = append(s.corners, c)
	}
	return s
}

// release gives back memory; s is not used after it.
func (s *solver) release() { cornersOf.giveBack(s.memory) }

// tile is the first row of tile k, and their number.
func (s *solver) tile(k int) (from, n int) {
	from = k * s.side
	return from, min(s.side, s.order-from)
}

// solve replaces X by T⁻¹X, where side is blas.Left, or Xᵀ by T⁻¹Xᵀ.
func (s *solver) solve(x block, side blas.Side) {
	columns := x.c
	if side == blas.Right {
		columns = x.r
	}
	tasks := (columns + solvedAtOnce - 1) / solvedAtOnce
	parallel.Blocks(tasks, s.order*s.order*columns/64, func() func(int) {
		return func(task int) {
			lo := task * solvedAtOnce
			width := min(solvedAtOnce, columns-lo)
			scratch := columnsOf.borrow(panelLen(s.order, width))
			defer columnsOf.giveBack(scratch)
			p := panel{*scratch, s.order, width}
			if side == blas.Left {
				part := x.part(0, lo, x.r, width)
				p.load(blas.NoTrans, part)
				s.solvePanel(p)
				p.store(blas.NoTrans, part)
				return
			}
			part := x.part(lo, 0, width, x.c)
			p.load(blas.Trans, part)
			s.solvePanel(p)
			p.store(blas.Trans, part)
		}
	})
}

// columnsOf is memory for some columns of right-hand sides.
var columnsOf stock

// solvePanel replaces p, of as many rows as T, by T⁻¹p.
func (s *solver) solvePanel(p panel) {
	for step := range s.corners {
		k := step
		if !s.forward {
			k = len(s.corners) - 1 - step
		}
		from, n := s.tile(k)
		if s.forward {
			s.subtract(p, from, n, 0, from)
		} else {
			s.subtract(p, from, n, from+n, s.order)
		}
		s.solveCorner(p, k, from, n)
	}
}

// subtract takes T X, columns [lo, hi) of T, from rows [from, from+n) of p.
func (s *solver) subtract(p panel, from, n, lo, hi int) {
	cols := kernel.cols
	for ; lo < hi; lo += depth {
		k := min(depth, hi-lo)
		for i := 0; i < n; i += kernel.rows {
			to := block{p.data[(from+i)*cols:], cols, min(kernel.rows, n-i), p.c}
			to.addSlivers(-1, s.t.from(from+i, lo), p.data[lo*cols:], k, p.k*cols)
		}
	}
}

// solveCorner is T_kk⁻¹ X_k.
func (s *solver) solveCorner(p panel, k, from, n int) {
	c, cols := s.corners[k], kernel.cols
	scratch := slivers.borrow(c.order * cols)
	defer slivers.giveBack(scratch)
	x := *scratch
	clear(x[n*cols:])
	for j := 0; j < p.c; j += cols {
		rows := p.sliver(j)[from*cols:][:n*cols]
		s.copyOrdered(x, rows, n)
		c.solve(x[:c.order*cols], 0)
		s.copyOrdered(rows, x, n)
	}
}

// copyOrdered copies n rows of a sliver, in reverse where T is upper triangular.
func (s *solver) copyOrdered(dst, src []float64, n int) {
	cols := kernel.cols
	if s.forward {
		copy(dst[:n*cols], src)
		return
	}
	for i := range n {
		copy(dst[i*cols:][:cols], src[(n-1-i)*cols:])
	}
}
