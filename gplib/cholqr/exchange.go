package cholqr

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
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

// turning moves a pivot behind the others: the turns of columns from, from+1
// and so on of L, and those of Q. L and Q have columns columns.
type turning struct {
	from, columns int
	left, right   []turn
}

// moveLast moves the inducing point at place a to the end of them, by
// exchanges with its successors. K̂, and so F, stays. The turns depend on C and
// R alone, in which they are made; L and Q are left to the caller.
func (f *factors) moveLast(a int) turning {
	count := f.k - 1 - a
	o := turning{a, f.k, f.turns[:count], f.right[:count]}
	for t := range count {
		o.left[t] = f.exchangeC(a + t)
		o.right[t] = f.exchangeR(a+t, o.left[t])
	}
	return o
}

// leave makes the dropped point, if any, the first information pivot, whose
// columns W and V have already, and turns the candidate's rows and columns as L
// and Q will be.
func (f *factors) leave() turning {
	a, c := f.dropped.at, &f.next
	if a < 0 {
		return turning{columns: f.k}
	}
	o := f.moveLast(a)
	sweepRow(c.u[a:], o.left)
	sweepRow(c.g[a:], o.right)
	sweepRow(c.qa[a:], o.left)
	f.k--
	f.w++
	f.dropped.at = -1
	return o
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
	for t := from - 1; t >= f.k; t-- {
		g := f.exchangeC(t)
		b := t - f.k
		g.vectors(f.info[b], f.info[b+1])
		g.vectors(f.image[b], f.image[b+1])
	}
}

// vectors turns two columns.
func (g turn) vectors(x, y []float64) {
	for i, v := range x {
		x[i], y[i] = g.of(v, y[i])
	}
}

// sweep applies turns to the columns from, from+1 and so on of every row, in
// their order. Four rows at a time keep the processor busy, for the turns
// of one row wait for each other.
func sweep(a blas64.General, from int, turns []turn) {
	if len(turns) == 0 {
		return
	}
	i := 0
	for ; i+4 <= a.Rows; i += 4 {
		sweepFour(a, i, from, turns)
	}
	for ; i < a.Rows; i++ {
		sweepRow(rowFrom(a, i, from, len(turns)), turns)
	}
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
