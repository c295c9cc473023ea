package cholqr

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// direction is the contribution of one inducing point that the others lack:
// without it LLᵀ would be LLᵀ - ℓℓᵀ and QQᵀ would be QQᵀ - qqᵀ.
type direction struct {
	at   int       // the place of the point among the pivots; -1 is none
	byL  []float64 // ℓ = L·byL, the column of L that it would have as the last pivot
	byQ  []float64 // q = Q·byQ, its column of Q
	byR  []float64 // R⁻¹·byQ, so that q = L·byR: one pass over L finds all
	l, q []float64
	qr   float64 // the diagonal element of its column of R
}

func newDirection(n, points int) direction {
	short := func() []float64 { return make([]float64, points) }
	return direction{at: -1, byL: short(), byQ: short(), byR: short(), l: make([]float64, n), q: make([]float64, n)}
}

// dropped is an inducing point that is dropped until its place is taken or it
// comes back. L, Q, C, R and Q_a stay as they are meanwhile.
type dropped struct {
	direction
	mirror []float64 // Wᵀq
}

// kept is the state that undoes a drop.
type kept struct {
	res, rest, lev, zeta, eta []float64
}

func newKept(n int) kept {
	long := func() []float64 { return make([]float64, n) }
	return kept{long(), long(), long(), long(), long()}
}

// drop drops the inducing point at place a and returns the rise of F, in
// O(n(k-a) + nw) time. Its column of L becomes the first of W. (Section 4.1 of
// the paper moves it behind the others first, which turns all columns of L and
// Q between; here they are turned when another point takes its place.)
func (f *factors) drop(a int) float64 {
	f.keep()
	d := &f.dropped
	if f.following.at == a {
		d.direction, f.following = f.following, d.direction
		f.following.at = -1
	} else {
		f.direct(&d.direction, a)
		for lo := 0; lo < len(d.l); lo += rowsAtOnce {
			f.along(&d.direction, lo, min(lo+rowsAtOnce, len(d.l)))
		}
	}
	c, size := floats.Dot(d.byQ[a:f.k], f.fit[a:f.k]), floats.Dot(d.l, d.l)
	for i, l := range d.l {
		q := d.q[i]
		f.rest[i] += l * l
		f.res[i] += c * q
		f.lev[i] = math.Max(f.lev[i]-q*q, 0)
	}
	f.informOfDropped(size)
	return (c*c - 2*math.Log(d.qr) + f.trace*size) / 2
}

// informOfDropped makes ℓ and ρq the first columns of W and V, and updates V, ζ
// and η, by two passes over W: as projectV and addToSums do by four. size is
// ‖ℓ‖².
func (f *factors) informOfDropped(size float64) {
	d := &f.dropped
	byQ, byL := d.mirror[:len(f.info)], f.another[:len(f.info)]
	for b, w := range f.info {
		byQ[b], byL[b] = floats.Dot(w, d.q), floats.Dot(w, d.l)
	}
	own := floats.Dot(d.q, d.l)
	inParts(len(d.l), func(lo, hi int) {
		q, l := d.q[lo:hi], d.l[lo:hi]
		alongQ, alongL := combine(f.long[lo:hi], f.info, lo, byQ), combine(f.other[lo:hi], f.info, lo, byL)
		for i, x := range l {
			f.zeta[lo+i] += alongQ[i]*alongQ[i] + d.qr*x*(2*alongQ[i]+own*x)
			f.eta[lo+i] += x * (2*alongL[i] + size*x)
		}
		for b, v := range f.image {
			floats.AddScaled(v[lo:hi], byQ[b], q)
		}
	})
	l, v := f.vacant(), f.vacant()
	copy(l, d.l)
	floats.ScaleTo(v, d.qr, d.q)
	f.info, f.image = slices.Insert(f.info, 0, l), slices.Insert(f.image, 0, v)
}

func (f *factors) keep() {
	copy(f.kept.res, f.res)
	copy(f.kept.rest, f.rest)
	copy(f.kept.lev, f.lev)
	copy(f.kept.zeta, f.zeta)
	copy(f.kept.eta, f.eta)
}

// direct finds which combinations of the columns of L and Q belong to the
// pivot at place a when it is the last. Row b of C times byL is 0 for every other
// pivot b, so that byL is proportional to C⁻¹ of the unit vector at a; byQ is
// orthogonal to R times whatever is orthogonal to byL, and so proportional to
// R⁻ᵀ byL. O(k²).
func (f *factors) direct(d *direction, a int) {
	k := f.k
	d.at = a
	clear(d.byL)
	clear(d.byQ)
	d.byL[a] = 1 / f.c.At(a, a)
	for t := a + 1; t < k; t++ {
		row := f.c.RawRowView(t)
		d.byL[t] = -floats.Dot(row[a:t], d.byL[a:t]) / row[t]
	}
	floats.Scale(1/floats.Norm(d.byL[a:k], 2), d.byL[a:k])
	for s := a; s < k; s++ {
		floats.AddScaled(d.byQ[s:k], d.byL[s], f.qa.RawRowView(s)[s:k])
	}
	norm := floats.Norm(d.byQ[a:k], 2)
	floats.Scale(1/norm, d.byQ[a:k])
	d.qr = 1 / norm
	f.mulQa(d.byR, d.byQ, 1)
}

// along writes rows [lo, hi) of ℓ and q.
func (f *factors) along(d *direction, lo, hi int) {
	mul(d.l[lo:hi], 1, rows(part(f.l, d.at, f.k), lo, hi), d.byL[d.at:f.k], 0)
	mul(d.q[lo:hi], 1, rows(part(f.l, 0, f.k), lo, hi), d.byR[:f.k], 0)
}

// foresee finds the direction of the point to drop next except ℓ and q, which
// the next pass over L writes. It returns false if no point is to be dropped.
func (f *factors) foresee() bool {
	f.following.at = -1
	if f.coming >= 0 && f.inducing(f.coming) {
		f.direct(&f.following, f.at[f.coming])
	}
	return f.following.at >= 0
}

// forget subtracts the dropped point's part from v, coordinates in the columns
// of Q.
func (f *factors) forget(v []float64) {
	if d := &f.dropped; d.at >= 0 {
		by := d.byQ[d.at:f.k]
		floats.AddScaled(v[d.at:f.k], -floats.Dot(by, v[d.at:f.k]), by)
	}
}

// undoDrop undoes drop; it is valid only right after it.
func (f *factors) undoDrop() {
	f.release(f.info[0], f.image[0])
	f.info, f.image = slices.Delete(f.info, 0, 1), slices.Delete(f.image, 0, 1)
	d := &f.dropped
	for b, v := range f.image {
		floats.AddScaled(v, -d.mirror[b], d.q)
	}
	d.at = -1
	f.res, f.kept.res = f.kept.res, f.res
	f.rest, f.kept.rest = f.kept.rest, f.rest
	f.lev, f.kept.lev = f.kept.lev, f.lev
	f.zeta, f.kept.zeta = f.kept.zeta, f.zeta
	f.eta, f.kept.eta = f.kept.eta, f.eta
}
