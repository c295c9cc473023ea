package cholqr

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// leastAhead is the part of its prior variance that a point must have left to
// be an information pivot.
const leastAhead = 1e-10

// addInformation appends points that are not pivots yet as information pivots,
// in O(n(k+w)) time for each. It skips points without variance left.
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
	f.setColumns(w.Slice(0, len(chosen), 0, len(f.y)).(*mat.Dense), first)
}

// inform makes point j the pivot behind the others, to which w does not count
// it yet.
func (f *factors) inform(j int) {
	f.at[j] = len(f.pivots)
	f.pivots = append(f.pivots, j)
}

// informationRow returns the row of C of the pivot j, in the columns that L and
// W have.
func (f *factors) informationRow(j int) []float64 {
	row := f.c.RawRowView(f.at[j])
	clear(row)
	copy(row, f.l.RawRowView(j)[:f.k])
	for b, w := range f.info {
		row[f.k+b] = w[j]
	}
	return row
}

// vacant returns a vector of length n of any content; release takes it back.
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

// restColumns returns the columns of K - LLᵀ - WWᵀ at points, one a row.
func (f *factors) restColumns(points []int) *mat.Dense {
	n, count := len(f.y), len(points)
	w := f.block.Sized(count, n)
	f.kernel.Gram(w, f.x.Subset(points), f.x)
	for b, j := range points {
		row := w.RawRowView(b)
		floats.Mul(row, f.root)
		floats.Scale(f.root[j], row)
	}
	if f.k > 0 {
		at := mat.NewDense(count, f.k, nil)
		for b, j := range points {
			copy(at.RawRowView(b), f.l.RawRowView(j))
		}
		linalg.Gemm(blas.NoTrans, blas.Trans, -1, at, f.l.Slice(0, n, 0, f.k).(*mat.Dense), 1, w)
	}
	if len(f.info) > 0 {
		known, at := f.blockV.Sized(len(f.info), n), mat.NewDense(count, len(f.info), nil)
		for a, column := range f.info {
			known.SetRow(a, column)
			for b, j := range points {
				at.Set(b, a, column[j])
			}
		}
		linalg.Gemm(blas.NoTrans, blas.NoTrans, -1, at, known, 1, w)
	}
	return w
}

// factorizeRest returns the Cholesky factor, by rows, of the elements of w at
// the points with variance left, and those points.
func (f *factors) factorizeRest(w *mat.Dense, points []int) (chosen []int, t [][]float64) {
	for a, j := range points {
		row := make([]float64, 0, len(t)+1)
		rest := w.At(a, j) + f.epsilon[j]
		for b, c := range chosen {
			v := (w.At(c, j) - floats.Dot(row, t[b][:b])) / t[b][b]
			row = append(row, v)
			rest -= v * v
		}
		if rest > leastAhead*f.kappa[j] && f.at[j] < 0 {
			chosen, t = append(chosen, a), append(t, append(row, math.Sqrt(rest)))
		}
	}
	return chosen, t
}

// solveRows replaces the first rows of w by T⁻¹ times its chosen ones.
func solveRows(w *mat.Dense, chosen []int, t [][]float64) {
	_, n := w.Dims()
	inParts(n, func(lo, hi int) {
		for b, a := range chosen { // a >= b
			row := w.RawRowView(b)[lo:hi]
			copy(row, w.RawRowView(a)[lo:hi])
			for c := range b {
				floats.AddScaled(row, -t[b][c], w.RawRowView(c)[lo:hi])
			}
			floats.Scale(1/t[b][b], row)
		}
	})
}

// setColumns makes the rows of w columns of W, from place first on, with
// V = W - Q_t(Q_tᵀW), and updates the values that depend on them.
func (f *factors) setColumns(w *mat.Dense, first int) {
	count, n := w.Dims()
	v := f.blockV.Sized(count, n)
	v.Copy(w)
	if f.k > 0 {
		q := f.q.Slice(0, n, 0, f.k).(*mat.Dense)
		g := mat.NewDense(count, f.k, nil)
		linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, w, q, 0, g)
		linalg.Gemm(blas.NoTrans, blas.Trans, -1, g, q, 1, v)
	}
	for b := range count {
		f.info, f.image = append(f.info, f.vacant()), append(f.image, f.vacant())
		copy(f.info[first+b], w.RawRowView(b))
		copy(f.image[first+b], v.RawRowView(b))
		f.see(f.info[first+b])
	}
	if first == 0 {
		f.sumAnew(w, v)
		return
	}
	for b := first; b < len(f.info); b++ {
		f.addToSums(f.info[:b], f.info[b], f.image[b], 1)
	}
}

// see subtracts the part that a column of W explains from the prior variances
// that W leaves.
func (f *factors) see(column []float64) {
	for i, v := range column {
		f.ahead[i] = math.Max(f.ahead[i]-v*v, 0)
	}
}

// sumAnew computes ζ_i = w_iᵀ(WᵀV)w_i and η_i = w_iᵀ(WᵀW)w_i, O(nw²), of
// all columns of W and V, which are the rows of w and v.
func (f *factors) sumAnew(w, v *mat.Dense) {
	quadratic(f.zeta, w, v)
	quadratic(f.eta, w, w)
}

// quadratic writes the diagonal of wᵀ(wvᵀ)w into dst.
func quadratic(dst []float64, w, v *mat.Dense) {
	count, n := w.Dims()
	inner, wide := mat.NewDense(count, count, nil), linalg.Buffer{}
	linalg.Gemm(blas.NoTrans, blas.Trans, 1, w, v, 0, inner)
	inParts(n, func(lo, hi int) {
		some, sum := wide.Sized(count, hi-lo), dst[lo:hi]
		linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, inner, w.Slice(0, count, lo, hi).(*mat.Dense), 0, some)
		clear(sum)
		for a := range count {
			row, by := w.RawRowView(a)[lo:hi], some.RawRowView(a)
			for i, x := range row {
				sum[i] += x * by[i]
			}
		}
	})
}

// addToSums adds to ζ and η what a column w of W with its v = Pw contributes in
// addition to others, or subtracts it where sign is -1.
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
// is proportional to e - Ww_j, that of V to Pe - Vw_j. It returns false if W
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
