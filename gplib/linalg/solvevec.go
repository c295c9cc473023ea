package linalg

import "krigo/gplib/parallel"

// Solves with one right-hand side read the triangle once: what counts is that
// all processors read it, row by row.
const (
	// vectorRows is the number of rows solved at once.
	vectorRows = 128
	// vectorColumns is the number of elements that a task of solveTransVec changes.
	vectorColumns = 512
)

// solveVec replaces x by L⁻¹x.
func (b block) solveVec(x []float64) {
	for lo := 0; lo < b.r; lo += vectorRows {
		hi := min(lo+vectorRows, b.r)
		if lo > 0 {
			b.subtractSolved(x, lo, hi)
		}
		for i := lo; i < hi; i++ {
			row := b.data[i*b.stride:]
			x[i] = (x[i] - Dot(x[lo:i], row[lo:i])) / row[i]
		}
	}
}

// subtractSolved subtracts the contributions of the first lo elements from those in
// [lo, hi).
func (b block) subtractSolved(x []float64, lo, hi int) {
	parallel.Rows(hi-lo, (hi-lo)*lo, func() func(_, first, last int) {
		return func(_, first, last int) {
			for i := lo + first; i < lo+last; i++ {
				x[i] -= Dot(x[:lo], b.data[i*b.stride:])
			}
		}
	})
}

// solveTransVec replaces x by L⁻ᵀx.
func (b block) solveTransVec(x []float64) {
	for hi := b.r; hi > 0; hi = (hi - 1) / vectorRows * vectorRows {
		lo := (hi - 1) / vectorRows * vectorRows
		for i := hi - 1; i >= lo; i-- {
			row := b.data[i*b.stride:]
			x[i] /= row[i]
			AddScaledTo(x[lo:i], x[lo:i], -x[i], row[lo:i])
		}
		if lo > 0 {
			b.subtractBelow(x, lo, hi)
		}
	}
}

// subtractBelow subtracts the contributions of the elements in [lo, hi) from the first
// lo.
func (b block) subtractBelow(x []float64, lo, hi int) {
	columns := (lo + vectorColumns - 1) / vectorColumns
	parallel.Blocks(columns, (hi-lo)*lo, func() func(int) {
		return func(c int) {
			from, to := c*vectorColumns, min((c+1)*vectorColumns, lo)
			for i := lo; i < hi; i++ {
				AddScaledTo(x[from:to], x[from:to], -x[i], b.data[i*b.stride:][from:to])
			}
		}
	})
}
