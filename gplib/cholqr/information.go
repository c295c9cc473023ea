package cholqr

import (
	"math"
	"slices"

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
	if len(points) == 0 {
		return
	}
	w := f.restColumns(points)
	chosen, t := f.factorizeRest(w, points)
	if len(chosen) == 0 {
		return
	}
	solveRows(w, chosen, t)
	have := f.k + f.w
	for b, a := range chosen {
		j := points[a]
		f.inform(j)
		row := f.informationRow(j)
		copy(row[have:], t[b])
	}
	first := f.w
	f.w += len(chosen)
	f.setColumns(w.Slice(0, len(f.y), 0, len(chosen)).(*mat.Dense), first)
}

// inform makes point j the pivot behind the others, to which w does not count
// it yet.
func (f *factors) inform(j int) {
	f.at[j] = len(f.pivots)
	f.pivots = append(f.pivots, j)
}

// informationRow is the row of C of the pivot j, written as far as L and W
// have it.
func (f *factors) informationRow(j int) []float64 {
	row := f.c.RawRowView(f.at[j])
	clear(row)
	copy(row, f.l.RawRowView(j)[:f.k])
	for b, w := range f.info {
		row[f.k+b] = w[j]
	}
	return row
}

// vacant is a vector of length n of any content; release takes it back.
func (f *factors) vacant() []float64 {
	if len(f.spare) == 0 {
		return make([]float64, len(f.y))
	}
	last := len(f.spare) - 1
	v := f.spare[last]
	f.spare = f.spare[:last]
	return v
}

func (f *factors) release(vectors ...[]float64) { f.spare = append(f.spare, vectors...) }

// restColumns are the columns of K - LLᵀ - WWᵀ at points.
func (f *factors) restColumns(points []int) *mat.Dense {
	n := len(f.y)
	w := f.block.Sized(n, len(points))
	f.kernel.Gram(w, f.x, f.x.Subset(points))
	for i, r := range f.root {
		row := w.RawRowView(i)
		for b, j := range points {
			row[b] *= r * f.root[j]
		}
	}
	if f.k > 0 {
		at := mat.NewDense(len(points), f.k, nil)
		for b, j := range points {
			copy(at.RawRowView(b), f.l.RawRowView(j))
		}
		l := f.l.Slice(0, n, 0, f.k).(*mat.Dense)
		linalg.Gemm(blas.NoTrans, blas.Trans, -1, l, at, 1, w)
	}
	if len(f.info) > 0 {
		known, at := f.blockV.Sized(len(f.info), n), mat.NewDense(len(f.info), len(points), nil)
		for a, column := range f.info {
			known.SetRow(a, column)
			for b, j := range points {
				at.Set(a, b, column[j])
			}
		}
		linalg.Gemm(blas.Trans, blas.NoTrans, -1, known, at, 1, w)
	}
	return w
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
	count := len(chosen)
	lower := blas64.Triangular{N: count, Stride: count, Uplo: blas.Lower, Diag: blas.NonUnit, Data: make([]float64, count*count)}
	for b, row := range t {
		copy(lower.Data[b*count:], row)
	}
	n, all := w.Dims()
	if count < all {
		for i := range n {
			row := w.RawRowView(i)
			for b, a := range chosen { // a >= b
				row[b] = row[a]
			}
		}
	}
	blas64.Trsm(blas.Right, blas.Trans, 1, lower, part(w, 0, count))
}

// setColumns makes the columns of w those of W from place first on, behind
// those that there are, with V = W - Q_t(Q_tᵀW), and brings what depends on
// them to date.
func (f *factors) setColumns(w *mat.Dense, first int) {
	_, count := w.Dims()
	v := f.blockV.Sized(len(f.y), count)
	v.Copy(w)
	if f.k > 0 {
		q := f.q.Slice(0, len(f.y), 0, f.k).(*mat.Dense)
		g := mat.NewDense(f.k, count, nil)
		linalg.Gemm(blas.Trans, blas.NoTrans, 1, q, w, 0, g)
		linalg.Gemm(blas.NoTrans, blas.NoTrans, -1, q, g, 1, v)
	}
	f.info, f.image = f.appendColumns(f.info, w), f.appendColumns(f.image, v)
	for _, column := range f.info[first:] {
		f.see(column)
	}
	if first == 0 {
		f.sumAnew(w, v)
		return
	}
	for b := first; b < len(f.info); b++ {
		f.addToSums(f.info[:b], f.info[b], f.image[b], 1)
	}
}

// appendColumns appends the columns of a to columns.
func (f *factors) appendColumns(columns [][]float64, a *mat.Dense) [][]float64 {
	_, count := a.Dims()
	from := len(columns)
	for range count {
		columns = append(columns, f.vacant())
	}
	inParts(len(f.y), func(lo, hi int) {
		for b, column := range columns[from:] {
			for i := lo; i < hi; i++ {
				column[i] = a.At(i, b)
			}
		}
	})
	return columns
}

// see takes from what W leaves of the prior variances what a column of it
// explains.
func (f *factors) see(column []float64) {
	for i, v := range column {
		f.ahead[i] = math.Max(f.ahead[i]-v*v, 0)
	}
}

// sumAnew computes ζ_i = w_iᵀ(WᵀV)w_i and η_i = w_iᵀ(WᵀW)w_i, O(nw²), of
// all columns of W and V, by rows.
func (f *factors) sumAnew(w, v *mat.Dense) {
	quadratic(f.zeta, w, v)
	quadratic(f.eta, w, w)
}

// quadratic writes w_iᵀ(WᵀV)w_i into dst.
func quadratic(dst []float64, w, v *mat.Dense) {
	_, count := w.Dims()
	inner, wide := mat.NewDense(count, count, nil), linalg.Buffer{}
	linalg.Gemm(blas.Trans, blas.NoTrans, 1, w, v, 0, inner)
	inParts(len(dst), func(lo, hi int) {
		some := wide.Sized(hi-lo, count)
		linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, w.Slice(lo, hi, 0, count).(*mat.Dense), inner, 0, some)
		for i := lo; i < hi; i++ {
			dst[i] = floats.Dot(w.RawRowView(i), some.RawRowView(i-lo))
		}
	})
}

// addToSums adds to ζ and η what a column w of W with its v = Pw contributes
// beside others, or takes it away where sign is -1.
func (f *factors) addToSums(others [][]float64, w, v []float64, sign float64) {
	byV, byW := f.small[:len(others)], f.another[:len(others)]
	for b, o := range others {
		byV[b], byW[b] = floats.Dot(o, v), floats.Dot(o, w)
	}
	zeta, eta := floats.Dot(v, w), floats.Dot(w, w)
	inParts(len(w), func(lo, hi int) {
		alongV, alongW := combine(f.long[lo:hi], others, lo, byV), combine(f.other[lo:hi], others, lo, byW)
		for i, x := range w[lo:hi] {
			f.zeta[lo+i] += sign * x * (2*alongV[i] + zeta*x)
			f.eta[lo+i] += sign * x * (2*alongW[i] + eta*x)
		}
	})
}

// partLength is the length of the parts of columns that stay in the cache
// together.
const partLength = 1024

// inParts calls work for parts of [0, n).
func inParts(n int, work func(lo, hi int)) {
	for lo := 0; lo < n; lo += partLength {
		work(lo, min(lo+partLength, n))
	}
}

// combine writes the sum of columns times by, from row lo on, into dst, and
// returns it.
func combine(dst []float64, columns [][]float64, lo int, by []float64) []float64 {
	clear(dst)
	for b, c := range columns {
		floats.AddScaled(dst, by[b], c[lo:lo+len(dst)])
	}
	return dst
}

// projectV follows the change of P by sign·qqᵀ in V and ζ: with b = Wᵀq, which
// is written into b, V gains sign·qbᵀ and ζ sign·(Wb)².
func (f *factors) projectV(b, q []float64, sign float64) {
	b = b[:len(f.info)]
	for a, w := range f.info {
		b[a] = floats.Dot(w, q)
	}
	inParts(len(q), func(lo, hi int) {
		along := combine(f.long[lo:hi], f.info, lo, b)
		for i, x := range along {
			f.zeta[lo+i] += sign * x * x
		}
		for a, v := range f.image {
			floats.AddScaled(v[lo:hi], sign*b[a], q[lo:hi])
		}
	})
}

// join makes the candidate the last information pivot, without a pass over L
// or Q: with e and Pe its columns of K - K̂ and P(K - K̂), the new column of W
// is proportional to e - Ww_j, that of V to Pe - Vw_j. It is false where W
// leaves nothing of the candidate.
func (f *factors) join() bool {
	c, j := &f.next, f.next.j
	rest, at := c.pi*c.pi, f.small[:len(f.info)]
	for b, w := range f.info {
		at[b] = w[j]
		rest -= w[j] * w[j]
	}
	if !(rest > leastAhead*f.kappa[j]) {
		return false
	}
	root := math.Sqrt(rest)
	w, v := f.vacant(), f.vacant()
	for _, n := range []struct {
		column, of []float64
		others     [][]float64
	}{{w, c.l, f.info}, {v, c.q, f.image}} {
		inParts(len(w), func(lo, hi int) {
			along := combine(f.long[lo:hi], n.others, lo, at)
			for i, x := range n.of[lo:hi] {
				n.column[lo+i] = (c.pi*x - along[i]) / root
			}
		})
	}
	f.inform(j)
	row := f.informationRow(j)
	copy(row, c.u[:f.k])
	row[f.at[j]] = root
	f.see(w)
	f.addToSums(f.info, w, v, 1)
	f.info, f.image = append(f.info, w), append(f.image, v)
	f.w++
	return true
}

// promote makes the candidate, which is the first information pivot, the last
// inducing point.
func (f *factors) promote(o turning) {
	w, v := f.info[0], f.image[0]
	f.info, f.image = slices.Delete(f.info, 0, 1), slices.Delete(f.image, 0, 1)
	f.addToSums(f.info, w, v, -1)
	f.release(w, v)
	f.w--
	f.enter(o)
	f.projectV(f.another, f.next.q, -1)
}

// dropInformation drops the last information pivot.
func (f *factors) dropInformation() {
	f.w--
	w, v := f.info[f.w], f.image[f.w]
	f.info, f.image = f.info[:f.w], f.image[:f.w]
	f.addToSums(f.info, w, v, -1)
	for i, x := range w {
		f.ahead[i] += x * x
	}
	f.release(w, v)
	last := len(f.pivots) - 1
	f.at[f.pivots[last]] = -1
	f.pivots = f.pivots[:last]
}

// clearInformation drops all information pivots.
func (f *factors) clearInformation() {
	for _, j := range f.pivots[f.k:] {
		f.at[j] = -1
	}
	f.release(f.info...)
	f.release(f.image...)
	f.pivots, f.w = f.pivots[:f.k], 0
	f.info, f.image = f.info[:0], f.image[:0]
	clear(f.zeta)
	clear(f.eta)
	copy(f.ahead, f.rest)
}
