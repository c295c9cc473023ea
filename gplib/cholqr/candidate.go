package cholqr

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/parallel"
)

// candidate is a point that might be the next inducing point, with the values
// that appending it needs.
type candidate struct {
	j         int
	pi        float64   // the diagonal element of its row of C
	u         []float64 // its row of L, and so the rest of that row
	g         []float64 // its column of R without the diagonal element
	rho       float64   // the diagonal element
	l         []float64 // its column of L
	projected bool      // whether q, qa and left are set
	q         []float64 // ρ times its column of Q_t
	qa        []float64 // ρ times its column of Q_a without the last element, 1
	left      []float64 // remaining components of q and qa along the other columns
}

func newCandidate(n, points int) candidate {
	short := func() []float64 { return make([]float64, points) }
	return candidate{
		j: -1, u: short(), g: short(), l: make([]float64, n), q: make([]float64, n), qa: short(), left: short(),
	}
}

// norm returns an upper bound of ‖L‖, Frobenius' norm of R, for RᵀR = LᵀL + I.
func (f *factors) norm() float64 {
	square := 0.0
	for a := range f.k {
		row := f.r.RawRowView(a)[a:f.k]
		square += floats.Dot(row, row)
	}
	return math.Sqrt(square)
}

// project sets the new column of Q and its remaining components along the
// others, by one pass over Q.
func (f *factors) project() {
	c, k := &f.next, f.k
	c.projected = true
	copy(c.q, c.l)
	f.mulQa(c.qa, c.g, -1)
	clear(c.left[:k])
	for a := range k {
		floats.AddScaled(c.left[a:k], c.qa[a], f.qa.RawRowView(a)[a:k])
	}
	q := part(f.q, 0, k)
	for lo := 0; lo < len(c.q); lo += rowsAtOnce {
		hi := min(lo+rowsAtOnce, len(c.q))
		some := rows(q, lo, hi)
		mul(c.q[lo:hi], -1, some, c.g[:k], 1)
		mulTrans(c.left[:k], some, c.q[lo:hi], 1)
	}
	f.forget(c.left[:k])
}

// rowsAtOnce is how many rows of L or Q stay in the cache until they are read
// again.
const rowsAtOnce = 64

// mulQa sets dst = alpha·Q_a·v, for the upper triangle Q_a of order k.
func (f *factors) mulQa(dst, v []float64, alpha float64) {
	for a := range f.k {
		dst[a] = alpha * floats.Dot(f.qa.RawRowView(a)[a:f.k], v[a:f.k])
	}
}

// mostLeft is the largest part of the new column of Q that may lie along the
// others, to rounding, before it is made orthogonal to them again. That part is
// squared then.
const mostLeft = 1e-6

// orthogonalise finds the rest to subtract from the new column of Q, so that it
// is orthogonal to the others to rounding, and ρ.
func (f *factors) orthogonalise() {
	c, k := &f.next, f.k
	if !c.projected {
		f.project()
	}
	left := c.left[:k]
	square := 1 + floats.Dot(c.q, c.q) + floats.Dot(c.qa[:k], c.qa[:k])
	f.warn(floats.Norm(left, math.Inf(1))/math.Sqrt(square), mostLeft)
	c.rho = math.Sqrt(square - floats.Dot(left, left))
	f.mulQa(f.small, left, -1)
	floats.Add(c.qa[:k], f.small[:k])
	floats.Scale(1/c.rho, c.qa[:k])
	floats.Add(c.g[:k], left)
}

// enter makes the candidate, which pivots and C have at place k already, the
// last inducing point. The columns of L and Q that the dropped point leaves
// are turned on the way, in one pass, which also writes ℓ and q of the point
// that is dropped next.
func (f *factors) enter(o turning) {
	c, k := &f.next, f.k
	f.borderC(k)
	f.borderR(k)
	f.k++
	f.border(o)
	f.fit[k] = floats.Dot(c.q, f.y)
	for i, l := range c.l {
		q := c.q[i]
		f.rest[i] = math.Max(f.rest[i]-l*l, 0)
		f.res[i] -= f.fit[k] * q
		f.lev[i] += q * q
	}
}

// border turns columns of L and Q and writes the candidate's behind them.
func (f *factors) border(o turning) {
	c, last, foreseen := &f.next, f.k-1, f.foresee()
	l, q := f.l.RawMatrix(), f.q.RawMatrix()
	parallel.Rows(l.Rows, l.Rows*l.Cols, func() func(_, lo, hi int) {
		return func(_, lo, hi int) {
			mul(c.q[lo:hi], -1, rows(part(f.q, 0, o.columns), lo, hi), c.left[:o.columns], 1)
			floats.Scale(1/c.rho, c.q[lo:hi])
			sweep(rows(l, lo, hi), o.from, o.left)
			sweep(rows(q, lo, hi), o.from, o.right)
			writeColumn(rows(l, lo, hi), last, c.l[lo:hi])
			writeColumn(rows(q, lo, hi), last, c.q[lo:hi])
			if foreseen {
				f.along(&f.following, lo, hi)
			}
		}
	})
}

// writeColumn writes v into column t of a.
func writeColumn(a blas64.General, t int, v []float64) {
	for i, x := range v {
		a.Data[i*a.Stride+t] = x
	}
}

// borderC writes row k of C.
func (f *factors) borderC(k int) {
	row := f.c.RawRowView(k)
	clear(row)
	copy(row, f.next.u[:k])
	row[k] = f.next.pi
}

// borderR writes column and row k of R and Q_a.
func (f *factors) borderR(k int) {
	c := &f.next
	for _, m := range []struct {
		at   *mat.Dense
		col  []float64
		diag float64
	}{{f.r, c.g, c.rho}, {f.qa, c.qa, 1 / c.rho}} {
		clear(m.at.RawRowView(k)[:k])
		for a, v := range m.col[:k] {
			m.at.Set(a, k, v)
		}
		m.at.Set(k, k, m.diag)
	}
}
