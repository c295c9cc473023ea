package linalg

import (
	"sync"

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
	memory  []float64  // of the corners
}

// solvers keeps solvers with their memory.
var solvers = sync.Pool{New: func() any { return new(solver) }}

// newSolver returns for T = op(a). release it.
func newSolver(a block, op blas.Transpose, forward bool) *solver {
	s := solvers.Get().(*solver)
	s.t, s.order, s.forward, s.side, s.corners = a.op(op), a.r, forward, sideOf(a.r), s.corners[:0]
	count, size := (s.order+s.side-1)/s.side, triangleLen(s.side)
	if len(s.memory) < count*size {
		s.memory = make([]float64, count*size)
	}
	for k := range count {
		from, n := s.tile(k)
		c := newTriangle(s.memory[k*size:][:size], n)
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

// release frees memory; s must not be used after it.
func (s *solver) release() {
	s.t = strided{}
	solvers.Put(s)
}

// tile returns the first row of tile k, and their number.
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
	if columns <= solvedAtOnce {
		s.solveSome(x, side)
		return
	}
	parallel.Blocks((columns+solvedAtOnce-1)/solvedAtOnce, s.order*s.order*columns/64, func() func(int) {
		return func(task int) {
			lo := task * solvedAtOnce
			width := min(solvedAtOnce, columns-lo)
			if side == blas.Left {
				s.solveSome(x.part(0, lo, x.r, width), side)
			} else {
				s.solveSome(x.part(lo, 0, width, x.c), side)
			}
		}
	})
}

// solveSome solves in one goroutine.
func (s *solver) solveSome(x block, side blas.Side) {
	columns, t := x.c, blas.NoTrans
	if side == blas.Right {
		columns, t = x.r, blas.Trans
	}
	scratch := columnsOf.borrow(panelLen(s.order, columns))
	defer columnsOf.giveBack(scratch)
	p := panel{*scratch, s.order, columns}
	p.load(t, x)
	s.solvePanel(p)
	p.store(t, x)
}

// columnsOf returns memory for some columns of right-hand sides.
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

// solveCorner computes T_kk⁻¹ X_k.
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
