package statespace

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// point is a time at which the process is wanted, with the position among those asked for. gap is the number of
// observations at or before it.
type point struct {
	t          float64
	index, gap int
}

// points returns times in order.
func (c *conditioned) points(times []float64) []point {
	ps := make([]point, len(times))
	for i, t := range times {
		ps[i] = point{t, i, c.gap(t)}
	}
	slices.SortStableFunc(ps, func(a, b point) int {
		switch {
		case a.t < b.t:
			return -1
		case a.t > b.t:
			return 1
		}
		return 0
	})
	return ps
}

// view has the distribution of the process at a point given the observations: with h for its coefficients of the
// state and P for the state's covariance given the observations before, p is Ph, and rest is h - Λp.
type view struct {
	point
	mean, variance float64
	p, rest        []float64
}

// visitor computes views. It holds scratch memory.
type visitor struct {
	*smoother
	s, m []float64 // S and m after the observation before each row of the stretch
	lo   int       // the first row of the stretch
	view view
	h, u []float64
}

func newVisitor(c *conditioned) *visitor {
	n := c.n
	return &visitor{
		smoother: newSmoother(c),
		view:     view{p: make([]float64, n), rest: make([]float64, n)}, h: make([]float64, n), u: make([]float64, n),
	}
}

// visit calls use with the view of each of the times, in the order of time from the last on. The view is valid
// during the call.
func (c *conditioned) visit(times []float64, use func(v *view)) error {
	ps := c.points(times)
	v, n := newVisitor(c), c.count()
	last := len(ps) - 1
	for ; last >= 0 && ps[last].gap == n; last-- {
		v.see(ps[last], c.s, c.m, c.row(n - 1)[0], math.NaN())
		use(&v.view)
	}
	if last < 0 {
		return nil
	}
	b, err := c.backward()
	if err != nil {
		return err
	}
	for last >= 0 {
		k := ps[last].gap / c.length
		first := last
		for first > 0 && ps[first-1].gap/c.length == k {
			first--
		}
		v.visitStretch(k, b, ps[first:last+1], use)
		last = first - 1
	}
	return nil
}

// visitStretch visits points in the gaps before the rows of one stretch.
func (v *visitor) visitStretch(k int, b *backward, ps []point, use func(v *view)) {
	n, size := v.n, v.n*v.n+v.n
	hi := min((k+1)*v.length, v.count())
	v.forward(k, hi)
	copy(v.lambda, b.checkpoints[k*size:])
	copy(v.rho, b.checkpoints[k*size+n*n:])
	last := len(ps) - 1
	v.back(ps[0].gap, hi, func(i int, _, _ float64) {
		slot := i - v.lo
		before := math.NaN()
		if i > 0 {
			before = v.row(i - 1)[0]
		}
		for ; last >= 0 && ps[last].gap == i; last-- {
			v.see(ps[last], v.s[slot*n*n:(slot+1)*n*n], v.m[slot*n:(slot+1)*n], before, v.row(i)[0])
			use(&v.view)
		}
	})
}

// forward fills s and m for the rows of stretch k, which ends at hi.
func (v *visitor) forward(k, hi int) {
	n, size := v.n, v.n*v.n+v.n
	if v.s == nil {
		v.s, v.m = make([]float64, v.length*n*n), make([]float64, v.length*n)
	}
	v.lo = k * v.length
	f := filter{space: v.scratch, s: v.s[:n*n], m: v.m[:n]}
	copy(f.s, v.checkpoints.v[k*size:k*size+n*n])
	copy(f.m, v.checkpoints.v[k*size+n*n:(k+1)*size])
	for i := v.lo; i+1 < hi; i++ {
		slot := i + 1 - v.lo
		next := filter{space: v.scratch, s: v.s[slot*n*n : (slot+1)*n*n], m: v.m[slot*n : (slot+1)*n]}
		copy(next.s, f.s)
		copy(next.m, f.m)
		next.advance(v.step(i))
		o := v.at(i)
		next.add(o.w, o.e, o.v)
		f = next
	}
}

// see sets the view of a point after the observation at time before, whose state has S and m, and before that at
// time after; NaN is none. The smoother has taken all from that on.
func (v *visitor) see(p point, s, m []float64, before, after float64) {
	n := v.n
	v.view.point = p
	v.scratch.features(v.psi, p.t)
	clear(v.h)
	for _, k := range v.scratch.blocks {
		copy(v.h[k.off:k.off+k.q], v.psi[k.first:k.first+k.q])
	}
	// Ph = P∞h - A S Aᵀh.
	x, forward := v.view.rest, !math.IsNaN(before)
	copy(x, v.h)
	if forward {
		v.moved(x, p.t-before, true)
	}
	v.view.mean = dot(x, m)
	for r := range v.u {
		v.u[r] = dot(s[r*n:r*n+n], x)
	}
	if forward {
		v.moved(v.u, p.t-before, false)
	}
	v.scratch.stationary(v.view.p, v.psi)
	addScaled(v.view.p, -1, v.u)
	v.view.variance = dot(v.h, v.view.p)
	copy(v.view.rest, v.h)
	if math.IsNaN(after) {
		return
	}
	copy(v.u, v.view.p)
	v.moved(v.u, after-p.t, false)
	v.view.mean += dot(v.u, v.rho)
	for r := range v.c {
		v.c[r] = dot(v.lambda[r*n:r*n+n], v.u)
	}
	v.view.variance -= dot(v.u, v.c)
	v.moved(v.c, after-p.t, true)
	addScaled(v.view.rest, -1, v.c)
}

// moved replaces x by Ax for the transition over dt, or by Aᵀx.
func (v *visitor) moved(x []float64, dt float64, back bool) {
	if dt == 0 {
		return
	}
	for _, k := range v.scratch.blocks {
		if !k.moves() {
			continue
		}
		k.set(dt)
		a := k.a
		if back {
			a = transposed(v.aT, a, k.b)
		}
		k.vector(x, a)
	}
}

// predict returns the means and the variances of the process at times.
func (c *conditioned) predict(times []float64) (mean, variance []float64, err error) {
	mean, variance = make([]float64, len(times)), make([]float64, len(times))
	err = c.visit(times, func(v *view) {
		mean[v.index], variance[v.index] = v.mean, math.Max(v.variance, 0)
	})
	return mean, variance, err
}

// covariance returns the joint means and covariances of the process at times. Those at s <= t are (L p)ᵀ rest, with
// the p of s, the rest of t, and L the product of the transitions of prediction errors between them.
func (c *conditioned) covariance(times []float64) ([]float64, *mat.SymDense, error) {
	count, n := len(times), c.n
	mean, joint := make([]float64, count), mat.NewSymDense(count, nil)
	ps := make([]point, 0, count) // from the last on
	own, rest := make([][]float64, count), make([][]float64, count)
	err := c.visit(times, func(v *view) {
		mean[v.index] = v.mean
		joint.SetSym(v.index, v.index, math.Max(v.variance, 0))
		own[v.index], rest[v.index] = slices.Clone(v.p), slices.Clone(v.rest)
		ps = append(ps, v.point)
	})
	if err != nil {
		return nil, nil, err
	}
	slices.Reverse(ps)
	e := &moves{columns: c.columns(n), moved: make([]float64, n)}
	for b, p := range ps {
		if b > 0 {
			e.between(ps[b-1], p)
		}
		for _, q := range ps[:b] {
			e.apply(own[q.index])
			joint.SetSym(q.index, p.index, dot(own[q.index], rest[p.index]))
		}
	}
	return mean, joint, nil
}

// moves are those of errors of predictions: over time by A, and over an observation by I - whᵀ/v. Its states are the
// matrix of a whole move.
type moves struct {
	*columns
	moved []float64
}

// between sets the matrix to that of the move from one point to another.
func (e *moves) between(from, to point) {
	n := e.n
	clear(e.states)
	for i := range n {
		e.states[i*n+i] = 1
	}
	t := from.t
	for i := from.gap; i < to.gap; i++ {
		o := e.at(i)
		e.move(o.t-t, false)
		e.observed(o.t)
		e.addWeighted(-1/o.v, o.w, e.sum)
		t = o.t
	}
	e.move(to.t-t, false)
}

// apply multiplies x by the matrix.
func (e *moves) apply(x []float64) {
	n := e.n
	for i := range e.moved {
		e.moved[i] = dot(e.states[i*n:i*n+n], x)
	}
	copy(x, e.moved)
}
