package cholqr

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// turn is the reflection [[a, b], [b, -a]] of two neighbouring columns or
// rows, a² + b² = 1.
type turn struct{ a, b float64 }

func newTurn(x, y float64) turn {
	h := math.Hypot(x, y)
	return turn{x / h, y / h}
}

func (g turn) of(x, y float64) (float64, float64) { return g.a*x + g.b*y, g.b*x - g.a*y }

// columns turns columns t and t+1 of a in rows [from, to).
func (g turn) columns(a *mat.Dense, t, from, to int) {
	raw := a.RawMatrix()
	for i := from; i < to; i++ {
		pair := raw.Data[i*raw.Stride+t:][:2]
		pair[0], pair[1] = g.of(pair[0], pair[1])
	}
}

// rows turns rows t and t+1 of a in columns [from, to).
func (g turn) rows(a *mat.Dense, t, from, to int) {
	x, y := a.RawRowView(t)[from:to], a.RawRowView(t + 1)[from:to]
	for j := range x {
		x[j], y[j] = g.of(x[j], y[j])
	}
}

// moveLast moves the inducing point at place a to the end of them, by
// exchanges with its successors. K̂, and so F, stays. The turns depend on C and
// R alone: they are found first, and then applied to the rows of L and Q in
// one pass, O(n(k-a)).
func (f *factors) moveLast(a int) {
	count := f.k - 1 - a
	if count <= 0 {
		return
	}
	right := f.right[:count]
	for t := a; t < f.k-1; t++ {
		f.turns[t-a] = f.exchangeC(t)
		right[t-a] = f.exchangeR(t, f.turns[t-a])
	}
	sweep(f.l, a, f.turns[:count])
	sweep(f.q, a, right)
}

// exchangeC exchanges pivots t and t+1 in C: its rows, and then columns so
// that it is lower triangular again.
func (f *factors) exchangeC(t int) turn {
	p := f.pivots
	p[t], p[t+1] = p[t+1], p[t]
	f.at[p[t]], f.at[p[t+1]] = t, t+1
	x, y := f.c.RawRowView(t), f.c.RawRowView(t+1)
	for j := range t + 2 {
		x[j], y[j] = y[j], x[j]
	}
	g := newTurn(x[t], x[t+1])
	g.columns(f.c, t, t, f.k+f.w)
	x[t+1] = 0
	return g
}

// exchangeR follows exchangeC in R, Q_a and c:
//
//	[LG; I] = diag(I, G)[L; I]G = (diag(I, G) Q H)(H R G),
//
// where H makes R triangular again.
func (f *factors) exchangeR(t int, g turn) turn {
	g.columns(f.r, t, 0, t+2)
	h := newTurn(f.r.At(t, t), f.r.At(t+1, t))
	h.rows(f.r, t, t, f.k)
	f.r.Set(t+1, t, 0)
	g.rows(f.qa, t, t, f.k)
	h.columns(f.qa, t, 0, t+2)
	f.warn(math.Abs(f.qa.At(t+1, t)), 1e-8)
	f.qa.Set(t+1, t, 0)
	f.fit[t], f.fit[t+1] = h.of(f.fit[t], f.fit[t+1])
	return h
}

// forward moves the information pivot at place from to place k, the first of
// them, by exchanges in C, W and V.
func (f *factors) forward(from int) {
	count := from - f.k
	for s := range count {
		f.turns[s] = f.exchangeC(from - 1 - s)
	}
	sweepBack(f.l, from, f.turns[:count])
	sweepBack(f.q, from, f.turns[:count])
}

// sweep applies turns to the columns from, from+1 and so on of every row, in
// their order. Four rows at a time keep the processor busy, for the turns
// of one row wait for each other.
func sweep(a *mat.Dense, from int, turns []turn) {
	raw := a.RawMatrix()
	linalg.ForRows(raw.Rows, raw.Rows*len(turns), func() func(_, lo, hi int) {
		return func(_, lo, hi int) {
			i := lo
			for ; i+4 <= hi; i += 4 {
				sweepFour(raw, i, from, turns)
			}
			for ; i < hi; i++ {
				sweepRow(rowFrom(raw, i, from, len(turns)), turns)
			}
		}
	})
}

func rowFrom(raw blas64.General, i, from, count int) []float64 {
	return raw.Data[i*raw.Stride+from:][:count+1]
}

func sweepRow(row []float64, turns []turn) {
	x := row[0]
	for t, g := range turns {
		row[t], x = g.of(x, row[t+1])
	}
	row[len(turns)] = x
}

func sweepFour(raw blas64.General, i, from int, turns []turn) {
	count := len(turns)
	r0, r1 := rowFrom(raw, i, from, count), rowFrom(raw, i+1, from, count)
	r2, r3 := rowFrom(raw, i+2, from, count), rowFrom(raw, i+3, from, count)
	x0, x1, x2, x3 := r0[0], r1[0], r2[0], r3[0]
	for t, g := range turns {
		r0[t], x0 = g.of(x0, r0[t+1])
		r1[t], x1 = g.of(x1, r1[t+1])
		r2[t], x2 = g.of(x2, r2[t+1])
		r3[t], x3 = g.of(x3, r3[t+1])
	}
	r0[count], r1[count], r2[count], r3[count] = x0, x1, x2, x3
}

// sweepBack applies turns to columns last-1 and last, then last-2 and last-1,
// and so on.
func sweepBack(a *mat.Dense, last int, turns []turn) {
	raw := a.RawMatrix()
	linalg.ForRows(raw.Rows, raw.Rows*len(turns), func() func(_, lo, hi int) {
		return func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				row := raw.Data[i*raw.Stride:][:last+1]
				for s, g := range turns {
					t := last - 1 - s
					row[t], row[t+1] = g.of(row[t], row[t+1])
				}
			}
		}
	})
}
