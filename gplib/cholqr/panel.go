package cholqr

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// panel is candidates that are evaluated together, by products of matrices:
// eight cost much less than eight times one. Its matrices have a row for each.
type panel struct {
	points []int
	u      linalg.Buffer // their rows of L; where a drop is foreseen -byL and -byR of it, too
	l      linalg.Buffer // their columns of L; ℓ and q of that drop
	along  linalg.Buffer // Lᵀl
	g      linalg.Buffer // Q_tᵀl
	pi     []float64     // their diagonal elements of C
	size   []float64     // ‖l‖²
	gain   []float64     // the fall of F
	left   mat.Dense     // a view of L
	right  mat.Dense     // a view of Q_a
}

// evaluate returns the exact fall of F when each of points alone joins the
// inducing points that are not dropped, in O(nk) time each (equations 14 to 16,
// with σ² = 1): l = e/√ν with e = (K - K̂)_:j, ν = e_j + ε, and
//
//	ρ² = 1 + lᵀPl,  ((rᵀl)²/ρ² - log ρ² + v‖l‖²)/2.
//
// The authors' code has no 1 (their σ²) in ρ², and so accepts exchanges that
// raise F. The fall is -Inf for a point without variance left. The result is
// valid until the next call.
func (f *factors) evaluate(points []int) []float64 {
	p := &f.panel
	p.points = append(p.points[:0], points...)
	for _, v := range []*[]float64{&p.pi, &p.size, &p.gain} {
		*v = slices.Grow((*v)[:0], len(points))[:len(points)]
	}
	f.newColumns()
	f.coordinates()
	norm := f.norm()
	for b := range points {
		p.gain[b] = f.gainOf(b, norm)
	}
	return p.gain
}

// gain evaluates one point and chooses it.
func (f *factors) gain(j int) float64 {
	f.evaluate([]int{j})
	return f.choose(0)
}

// choose makes candidate b of the panel the next inducing point, should it
// join, and returns the fall of F then.
func (f *factors) choose(b int) float64 {
	p, c, k := &f.panel, &f.next, f.k
	c.j, c.projected = p.points[b], false
	c.pi = p.pi[b]
	copy(c.l, p.l.RawRowView(b))
	copy(c.u[:k], f.l.RawRowView(c.j))
	if k > 0 {
		copy(c.g[:k], p.g.RawRowView(b))
	}
	return p.gain[b]
}

// newColumns sets π and l of the panel, and ℓ and q of the point that is
// dropped next, by one product with L.
func (f *factors) newColumns() {
	p, rows := &f.panel, len(f.panel.points)
	if f.foresee() {
		rows += 2
	}
	l := p.l.Sized(rows, len(f.y))
	for b, j := range p.points {
		f.column(l.RawRowView(b), j)
	}
	if f.k > 0 {
		f.subtractExplained(l)
	}
	for b, j := range p.points {
		p.pi[b] = f.normalise(l.RawRowView(b), j)
	}
	if f.following.at >= 0 {
		copy(f.following.l, l.RawRowView(rows-2))
		copy(f.following.q, l.RawRowView(rows-1))
	}
}

// subtractExplained takes from the first rows of l, which are columns of K,
// those of LLᵀ, and writes ℓ and q of a foreseen drop into the last two.
func (f *factors) subtractExplained(l *mat.Dense) {
	p, k := &f.panel, f.k
	rows, _ := l.Dims()
	u := p.u.Sized(rows, k)
	for b, j := range p.points {
		copy(u.RawRowView(b), f.l.RawRowView(j))
	}
	if d := &f.following; d.at >= 0 {
		for b, by := range [][]float64{d.byL, d.byR} {
			clear(l.RawRowView(rows - 2 + b))
			floats.ScaleTo(u.RawRowView(rows-2+b), -1, by[:k])
		}
	}
	p.left.SetRawMatrix(part(f.l, 0, k))
	linalg.Gemm(blas.NoTrans, blas.Trans, -1, u, &p.left, 1, l)
}

// normalise adds the part that the dropped point explains back to the column of
// K - LLᵀ at point j, divides the column by π and returns π.
func (f *factors) normalise(column []float64, j int) float64 {
	u, own := f.l.RawRowView(j)[:f.k], 0.0
	if f.dropped.at >= 0 {
		own = f.dropped.l[j]
		floats.AddScaled(column, own, f.dropped.l)
	}
	pi := math.Sqrt(f.kappa[j] + f.epsilon[j] - floats.Dot(u, u) + own*own)
	floats.Scale(1/pi, column)
	return pi
}

// coordinates sets g = Q_tᵀl = R⁻ᵀLᵀl of the panel, which needs no pass over Q,
// without what belongs to the dropped point.
func (f *factors) coordinates() {
	p, k := &f.panel, f.k
	if k == 0 {
		return
	}
	count := len(p.points)
	l := p.l.Slice(0, count, 0, len(f.y)).(*mat.Dense)
	along, g := p.along.Sized(count, k), p.g.Sized(count, k)
	linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, l, &p.left, 0, along)
	p.right.SetRawMatrix(square(f.qa, k).RawMatrix())
	linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, along, &p.right, 0, g)
	for b := range count {
		f.forget(g.RawRowView(b))
	}
}

// gainOf returns the gain of candidate b of the panel; norm is ‖L‖ or more.
func (f *factors) gainOf(b int, norm float64) float64 {
	p := &f.panel
	if !(p.pi[b] > 0) {
		return math.Inf(-1)
	}
	l := p.l.RawRowView(b)
	p.size[b] = floats.Dot(l, l)
	square, fit := 1+f.unexplained(b, norm), floats.Dot(f.res, l)
	gain := (fit*fit/square - math.Log(square) + f.trace*p.size[b]) / 2
	if math.IsNaN(gain) {
		return math.Inf(-1)
	}
	return gain
}

// unexplained returns lᵀPl = ‖l‖² - ‖g‖² of candidate b. Its rounding error is
// ‖L‖ times that of a product with Q_t. If the difference would not have ten
// correct digits, it uses such a product; if that does not help, the sum of
// squares ‖l - Q_t g‖² + ‖Q_a g‖².
func (f *factors) unexplained(b int, norm float64) float64 {
	p, k := &f.panel, f.k
	if k == 0 {
		return p.size[b]
	}
	g, size := p.g.RawRowView(b), p.size[b]
	difference := size - floats.Dot(g, g)
	if size*norm <= mostCancelled*(1+difference) {
		return math.Max(difference, 0)
	}
	mulTrans(g, part(f.q, 0, k), p.l.RawRowView(b), 0)
	f.forget(g)
	difference = size - floats.Dot(g, g)
	if size <= mostCancelled*(1+difference) {
		return math.Max(difference, 0)
	}
	f.choose(b)
	f.project()
	c := &f.next
	return floats.Dot(c.q, c.q) + floats.Dot(c.qa[:k], c.qa[:k])
}

// mostCancelled is the largest ratio of ‖l‖² to 1 + lᵀPl at which ‖l‖² - ‖g‖² has
// ten correct digits, if g has rounding errors only.
const mostCancelled = 1e5
