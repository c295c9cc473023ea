package cholqr

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// candidate is a point that might be the next inducing point, and what
// appending it needs.
type candidate struct {
	j    int
	pi   float64   // the diagonal element of its row of C
	u    []float64 // the rest of that row
	g    []float64 // its column of R without the diagonal element
	rho  float64   // the diagonal element
	l    []float64 // its column of L
	q    []float64 // ρ times its column of Q_t
	qa   []float64 // ρ times its column of Q_a without the last element, 1
	size float64   // ‖l‖²
	gain float64   // what F falls by
}

func newCandidate(n, capacity int) candidate {
	return candidate{
		j: -1, u: make([]float64, capacity), g: make([]float64, capacity),
		l: make([]float64, n), q: make([]float64, n), qa: make([]float64, capacity),
	}
}

// gain is what F falls by when point j is appended, exactly, in O(nk) time and
// without allocation (equations 14 to 16, with σ² = 1): l = e/√ν with
// e = (K - K̂)_:j, ν = e_j + ε, and
//
//	ρ² = 1 + lᵀPl,  ((rᵀl)²/ρ² - log ρ² + v‖l‖²)/2.
//
// The authors' code has no 1 (their σ²) in ρ², and so accepts exchanges that
// raise F. lᵀPl is a sum of squares here, ‖l - Q_t g‖² + ‖Q_a g‖² with
// g = Q_tᵀl, which rounding cannot make negative. It is -Inf where nothing of
// j is left.
func (f *factors) gain(j int) float64 {
	c, k := &f.next, f.k
	c.j = j
	f.newColumn(j)
	if !(c.pi > 0) {
		c.gain = math.Inf(-1)
		return c.gain
	}
	c.size = floats.Dot(c.l, c.l)
	q := part(f.q, 0, k)
	mulTrans(c.g[:k], q, c.l)
	copy(c.q, c.l)
	mul(c.q, -1, q, c.g[:k], 1)
	f.mulQa(c.qa, c.g, -1)
	square := 1 + floats.Dot(c.q, c.q) + floats.Dot(c.qa[:k], c.qa[:k])
	c.rho = math.Sqrt(square)
	fit := floats.Dot(f.res, c.l)
	c.gain = (fit*fit/square - math.Log(square) + f.trace*c.size) / 2
	if math.IsNaN(c.gain) {
		c.gain = math.Inf(-1)
	}
	return c.gain
}

// newColumn sets u, π and l of the candidate j.
func (f *factors) newColumn(j int) {
	c, k := &f.next, f.k
	u := c.u[:k]
	copy(u, f.l.RawRowView(j)[:k])
	c.pi = math.Sqrt(f.kappa[j] + f.epsilon[j] - floats.Dot(u, u))
	f.column(c.l, j)
	mul(c.l, -1, part(f.l, 0, k), u, 1)
	floats.Scale(1/c.pi, c.l)
}

// mulQa is dst = alpha·Q_a·v, for the upper triangle Q_a of order k.
func (f *factors) mulQa(dst, v []float64, alpha float64) {
	for a := range f.k {
		dst[a] = alpha * floats.Dot(f.qa.RawRowView(a)[a:f.k], v[a:f.k])
	}
}

// append makes the candidate that gain was asked for last the next inducing
// point, where there are no information pivots.
func (f *factors) append() {
	f.pivots = append(f.pivots[:f.k], f.next.j)
	f.at[f.next.j] = f.k
	f.border()
}

// border writes the candidate's columns and rows at place k, which pivots has
// already.
func (f *factors) border() {
	f.orthogonalise()
	c, k := &f.next, f.k
	setColumn(f.l, k, c.l)
	setColumn(f.q, k, c.q)
	f.borderC(k)
	f.borderR(k)
	f.fit[k] = floats.Dot(c.q, f.y)
	for i, l := range c.l {
		q := c.q[i]
		f.rest[i] = math.Max(f.rest[i]-l*l, 0)
		f.res[i] -= f.fit[k] * q
		f.lev[i] += q * q
	}
	f.k++
}

// orthogonalise repeats the projection of the new column of Q, so that it is
// orthogonal to the others to rounding, and normalises it.
func (f *factors) orthogonalise() {
	c, k := &f.next, f.k
	f.correct()
	c.rho = math.Sqrt(1 + floats.Dot(c.q, c.q) + floats.Dot(c.qa[:k], c.qa[:k]))
	floats.Scale(1/c.rho, c.q)
	floats.Scale(1/c.rho, c.qa[:k])
	if k > 0 {
		f.mulQTrans(f.small, c.q, c.qa)
		f.warn(floats.Norm(f.small[:k], math.Inf(1)), 1e-10)
	}
}

// correct takes from the new column what it still has of the others.
func (f *factors) correct() {
	c, k := &f.next, f.k
	left := f.another[:k]
	f.mulQTrans(left, c.q, c.qa)
	mul(c.q, -1, part(f.q, 0, k), left, 1)
	f.mulQa(f.small, left, -1)
	floats.Add(c.qa[:k], f.small[:k])
	floats.Add(c.g[:k], left)
}

// mulQTrans is dst = Q_tᵀx + Q_aᵀxa.
func (f *factors) mulQTrans(dst, x, xa []float64) {
	k := f.k
	mulTrans(dst[:k], part(f.q, 0, k), x)
	for a := range k {
		floats.AddScaled(dst[a:k], xa[a], f.qa.RawRowView(a)[a:k])
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
