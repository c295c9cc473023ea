package cholqr

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// kept is what undoes a drop.
type kept struct {
	res, rest, lev, zeta, eta []float64
	b                         []float64 // Wᵀq
}

func newKept(n, capacity int) kept {
	v := func() []float64 { return make([]float64, n) }
	return kept{v(), v(), v(), v(), v(), make([]float64, capacity)}
}

// dropRise is what F rises by when the last inducing point is dropped.
func (f *factors) dropRise() float64 {
	last := f.k - 1
	column(f.long, f.l, last)
	c := f.fit[last]
	return (c*c - 2*math.Log(f.r.At(last, last)) + f.trace*floats.Dot(f.long, f.long)) / 2
}

// drop makes the last inducing point the first information pivot. Its row of
// Q_a is zero in the other columns, so that the rest of the factors is right
// as it stands; its column of V is R_kk q.
func (f *factors) drop() {
	last := f.k - 1
	f.keep()
	q, c := f.next.q, f.fit[last]
	column(q, f.q, last)
	column(f.long, f.l, last)
	for i, l := range f.long {
		f.rest[i] += l * l
		f.res[i] += c * q[i]
		f.lev[i] = math.Max(f.lev[i]-q[i]*q[i], 0)
	}
	f.projectV(f.kept.b, q, 1)
	f.k--
	f.w++
	rho := f.r.At(last, last)
	floats.Scale(rho, q)
	setColumn(f.q, last, q)
	f.addToSums(f.k+1, f.k+f.w, f.long, q, 1)
}

func (f *factors) keep() {
	copy(f.kept.res, f.res)
	copy(f.kept.rest, f.rest)
	copy(f.kept.lev, f.lev)
	copy(f.kept.zeta, f.zeta)
	copy(f.kept.eta, f.eta)
}

// undoDrop is valid as long as nothing else has happened since drop.
func (f *factors) undoDrop() {
	f.k++
	f.w--
	last := f.k - 1
	q := f.next.q
	column(q, f.q, last)
	floats.Scale(1/f.r.At(last, last), q)
	setColumn(f.q, last, q)
	addOuter(part(f.q, f.k, f.k+f.w), -1, q, f.kept.b)
	f.res, f.kept.res = f.kept.res, f.res
	f.rest, f.kept.rest = f.kept.rest, f.rest
	f.lev, f.kept.lev = f.kept.lev, f.lev
	f.zeta, f.kept.zeta = f.kept.zeta, f.zeta
	f.eta, f.kept.eta = f.kept.eta, f.eta
}
