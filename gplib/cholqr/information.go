package cholqr

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// leastAhead is the part of its prior variance that a point must have left to
// be an information pivot.
const leastAhead = 1e-10

// addInformation appends information pivots, which are no pivots yet, in
// O(n(k+w)) time for each. Those of which nothing is left are passed over.
func (f *factors) addInformation(points []int) {
	have, n := f.k+f.w, len(f.y)
	if len(points) == 0 {
		return
	}
	w := f.l.Slice(0, n, have, have+len(points)).(*mat.Dense)
	f.restColumns(w, points, have)
	chosen, t := f.factorizeRest(w, points)
	solveRows(w, chosen, t)
	for b, a := range chosen {
		j := points[a]
		row := f.c.RawRowView(have + b)
		clear(row)
		copy(row, f.l.RawRowView(j)[:have])
		copy(row[have:], t[b])
		f.pivots = append(f.pivots[:have+b], j)
		f.at[j] = have + b
		column(f.long, f.l, have+b)
		for i, v := range f.long {
			f.ahead[i] = math.Max(f.ahead[i]-v*v, 0)
		}
	}
	f.w += len(chosen)
	f.appendV(have, len(chosen))
	f.sumNew(len(chosen))
}

// restColumns writes the columns of K - LLᵀ - WWᵀ at points into w, where L
// and W have have columns together.
func (f *factors) restColumns(w *mat.Dense, points []int, have int) {
	f.kernel.Gram(w, f.x, f.x.Subset(points))
	for i, r := range f.root {
		row := w.RawRowView(i)
		for b, j := range points {
			row[b] *= r * f.root[j]
		}
	}
	if have == 0 {
		return
	}
	at := mat.NewDense(len(points), have, nil)
	for b, j := range points {
		copy(at.RawRowView(b), f.l.RawRowView(j))
	}
	l := f.l.Slice(0, len(f.y), 0, have).(*mat.Dense)
	linalg.Gemm(blas.NoTrans, blas.Trans, -1, l, at, 1, w)
}

// factorizeRest is the Cholesky factor of the rows of w at those of points of
// which something is left, by rows, and which they are.
func (f *factors) factorizeRest(w *mat.Dense, points []int) (chosen []int, t [][]float64) {
	for a, j := range points {
		row := make([]float64, 0, len(t)+1)
		rest := w.At(j, a) + f.epsilon[j]
		for b, c := range chosen {
			v := (w.At(j, c) - floats.Dot(row, t[b][:b])) / t[b][b]
			row = append(row, v)
			rest -= v * v
		}
		if rest > leastAhead*f.kappa[j] && f.at[j] < 0 {
			chosen, t = append(chosen, a), append(t, append(row, math.Sqrt(rest)))
		}
	}
	return chosen, t
}

// solveRows replaces the first columns of w by its chosen ones times T⁻ᵀ.
func solveRows(w *mat.Dense, chosen []int, t [][]float64) {
	n, _ := w.Dims()
	for i := range n {
		row := w.RawRowView(i)
		for b, a := range chosen {
			row[b] = (row[a] - floats.Dot(row[:b], t[b][:b])) / t[b][b]
		}
	}
}

// appendV sets the columns of V = W - Q_t(Q_tᵀW) from place from on.
func (f *factors) appendV(from, count int) {
	if count == 0 {
		return
	}
	n := len(f.y)
	w := f.l.Slice(0, n, from, from+count).(*mat.Dense)
	v := f.q.Slice(0, n, from, from+count).(*mat.Dense)
	v.Copy(w)
	if f.k == 0 {
		return
	}
	q := f.q.Slice(0, n, 0, f.k).(*mat.Dense)
	g := mat.NewDense(f.k, count, nil)
	linalg.Gemm(blas.Trans, blas.NoTrans, 1, q, w, 0, g)
	linalg.Gemm(blas.NoTrans, blas.NoTrans, -1, q, g, 1, v)
}

// sumNew brings ζ and η to date after count columns joined W and V last: by
// their recurrence where it is one.
func (f *factors) sumNew(count int) {
	if count == 1 {
		last := f.k + f.w - 1
		column(f.long, f.l, last)
		column(f.other, f.q, last)
		f.addToSums(f.k, last, f.long, f.other, 1)
		return
	}
	if count > 1 {
		f.sumAnew()
	}
}

// sumAnew computes ζ_i = w_iᵀ(WᵀV)w_i and η_i = w_iᵀ(WᵀW)w_i, O(nw²).
func (f *factors) sumAnew() {
	w := f.l.Slice(0, len(f.y), f.k, f.k+f.w).(*mat.Dense)
	v := f.q.Slice(0, len(f.y), f.k, f.k+f.w).(*mat.Dense)
	f.quadratic(f.zeta, w, v)
	f.quadratic(f.eta, w, w)
}

// quadratic writes w_iᵀ(WᵀV)w_i into dst.
func (f *factors) quadratic(dst []float64, w, v *mat.Dense) {
	inner, wide := mat.NewDense(f.w, f.w, nil), mat.NewDense(len(dst), f.w, nil)
	linalg.Gemm(blas.Trans, blas.NoTrans, 1, w, v, 0, inner)
	linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, w, inner, 0, wide)
	for i := range dst {
		dst[i] = floats.Dot(w.RawRowView(i), wide.RawRowView(i))
	}
}

// addToSums adds to ζ and η what a column w of W with its v = Pw contributes
// beside the columns at places [from, to), or takes it away where sign is -1.
func (f *factors) addToSums(from, to int, w, v []float64, sign float64) {
	others := part(f.l, from, to)
	f.addCross(f.zeta, others, w, v, sign)
	f.addCross(f.eta, others, w, w, sign)
}

func (f *factors) addCross(sum []float64, others blas64.General, w, v []float64, sign float64) {
	cross, along := f.small[:others.Cols], f.along
	mulTrans(cross, others, v)
	mul(along, 1, others, cross, 0)
	own := floats.Dot(v, w)
	for i, x := range w {
		sum[i] += sign * x * (2*along[i] + own*x)
	}
}

// projectV follows the change of P by sign·qqᵀ in V and ζ: with b = Wᵀq, which
// is written into b, V gains sign·qbᵀ and ζ sign·(Wb)².
func (f *factors) projectV(b, q []float64, sign float64) {
	w := part(f.l, f.k, f.k+f.w)
	mulTrans(b[:f.w], w, q)
	addOuter(part(f.q, f.k, f.k+f.w), sign, q, b)
	mul(f.along, 1, w, b[:f.w], 0)
	for i, v := range f.along {
		f.zeta[i] += sign * v * v
	}
}

// addOuter is a += alpha·x·yᵀ, with as many of y as a has columns.
func addOuter(a blas64.General, alpha float64, x, y []float64) {
	if a.Cols > 0 {
		blas64.Ger(alpha, vector(x), vector(y[:a.Cols]), a)
	}
}

// promote makes the candidate that gain was asked for last, which is the
// first information pivot, the last inducing point.
func (f *factors) promote() {
	column(f.long, f.l, f.k)
	column(f.other, f.q, f.k)
	f.addToSums(f.k+1, f.k+f.w, f.long, f.other, -1)
	f.border()
	f.w--
	f.projectV(f.another, f.next.q, -1)
}

// dropInformation drops the last information pivot.
func (f *factors) dropInformation() {
	f.w--
	last := f.k + f.w
	column(f.long, f.l, last)
	column(f.other, f.q, last)
	f.addToSums(f.k, last, f.long, f.other, -1)
	for i, w := range f.long {
		f.ahead[i] += w * w
	}
	f.at[f.pivots[last]] = -1
	f.pivots = f.pivots[:last]
}

// clearInformation drops all information pivots.
func (f *factors) clearInformation() {
	for _, j := range f.pivots[f.k:] {
		f.at[j] = -1
	}
	f.pivots, f.w = f.pivots[:f.k], 0
	clear(f.zeta)
	clear(f.eta)
	copy(f.ahead, f.rest)
}
