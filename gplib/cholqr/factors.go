package cholqr

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// factors is the factored representation (section 4 of the paper). For the
// ordered inducing points, the pivots p_0 to p_(k-1),
//
//	C Cᵀ = K_II + ε,  L = K_nI C⁻ᵀ,  K̂ = LLᵀ,  [L; I] = [Q_t; Q_a] R,
//
// with C lower triangular, R upper triangular with a positive diagonal, and
// hence Q_a = R⁻¹. P = I - Q_t Q_tᵀ is (K̂ + I)⁻¹.
//
// Behind the pivots are w information pivots, with which the partial Cholesky
// factorisation continues: K - K̂ ≈ WWᵀ, and V = PW. L and Q are held by rows,
// for which all columns are read together, W and V by columns, which come and
// go one at a time.
//
// An inducing point may be dropped for a while, see drop.
type factors struct {
	*problem
	k, w   int
	pivots []int // inducing points, then information pivots
	at     []int // the place of a point among pivots, or -1
	c      *mat.Dense
	r      *mat.Dense
	qa     *mat.Dense
	l, q   *mat.Dense  // n × capacity
	info   [][]float64 // columns of W
	image  [][]float64 // columns of V
	fit    []float64   // c = Q_tᵀy
	res    []float64   // r = Py
	rest   []float64   // d = diag(K - K̂)
	lev    []float64   // diag(Q_t Q_tᵀ)
	ahead  []float64   // diag(K - K̂ - WWᵀ)
	zeta   []float64   // diag(W WᵀPW Wᵀ)
	eta    []float64   // diag(W WᵀW Wᵀ)

	dropped      dropped
	coming       int       // the point that is likely to be dropped next, or -1
	following    direction // and its direction, where it is known already
	turns, right []turn    // scratch of the exchanges
	ranking      ranking
	panel        panel
	next         candidate
	small        []float64 // scratch of length capacity
	another      []float64
	long         []float64 // scratch of length n
	other        []float64
	spare        [][]float64   // scratch for columns of W and V
	block        linalg.Buffer // scratch for many of W, and of V
	blockV       linalg.Buffer
	kept         kept
	alarm        float64 // the worst violation of an invariant, relative to its tolerance
}

// newFactors returns factors without pivots, with room for points inducing
// points and ahead information pivots.
func newFactors(p *problem, points, ahead int) *factors {
	n, all := len(p.y), points+ahead
	short := func() []float64 { return make([]float64, all) }
	long := func() []float64 { return make([]float64, n) }
	f := &factors{
		problem: p, pivots: make([]int, 0, all), at: make([]int, n),
		c: mat.NewDense(all, all, nil), r: mat.NewDense(points, points, nil), qa: mat.NewDense(points, points, nil),
		l: mat.NewDense(n, points, nil), q: mat.NewDense(n, points, nil),
		fit: make([]float64, points), res: append([]float64(nil), p.y...),
		rest: append([]float64(nil), p.kappa...), lev: long(),
		ahead: append([]float64(nil), p.kappa...), zeta: long(), eta: long(),
		turns: make([]turn, all), right: make([]turn, all), small: short(), another: short(),
		long: long(), other: long(), next: newCandidate(n, points), kept: newKept(n),
		dropped: dropped{newDirection(n, points), short()}, coming: -1, following: newDirection(n, points),
	}
	for i := range f.at {
		f.at[i] = -1
	}
	return f
}

// capacity returns the largest number of pivots of both kinds.
func (f *factors) capacity() int { return cap(f.turns) }

// inducing reports whether point j is an inducing point that is not dropped.
func (f *factors) inducing(j int) bool {
	return f.at[j] >= 0 && f.at[j] < f.k && f.at[j] != f.dropped.at
}

// index returns the inducing points in their order.
func (f *factors) index() []int { return append([]int(nil), f.pivots[:f.k]...) }

// value returns F in nats, constants included (equations 8 to 12):
//
//	(yᵀPy + log|K̂ + Λ| + n log 2π + v tr(Λ⁻¹(K - K̂)))/2.
func (f *factors) value() float64 {
	value := f.constant - floats.Dot(f.fit[:f.k], f.fit[:f.k])/2
	for a := range f.k {
		value += math.Log(f.r.At(a, a))
	}
	if f.trace > 0 {
		value += f.trace * floats.Sum(f.rest) / 2
	}
	return value
}

// part returns columns [from, to) of a as a matrix for products.
func part(a *mat.Dense, from, to int) blas64.General {
	g := a.RawMatrix()
	g.Cols = to - from
	g.Data = g.Data[from:]
	return g
}

func vector(v []float64) blas64.Vector { return blas64.Vector{N: len(v), Inc: 1, Data: v} }

// mul sets dst = alpha·a·v + beta·dst; it only scales dst if a has no columns.
func mul(dst []float64, alpha float64, a blas64.General, v []float64, beta float64) {
	if a.Cols == 0 {
		floats.Scale(beta, dst)
		return
	}
	blas64.Gemv(blas.NoTrans, alpha, a, vector(v), beta, vector(dst))
}

// mulTrans sets dst = aᵀ·v + beta·dst.
func mulTrans(dst []float64, a blas64.General, v []float64, beta float64) {
	if a.Cols == 0 {
		return
	}
	blas64.Gemv(blas.Trans, 1, a, vector(v), beta, vector(dst))
}

// rows returns rows [lo, hi) of a.
func rows(a blas64.General, lo, hi int) blas64.General {
	a.Rows = hi - lo
	a.Data = a.Data[lo*a.Stride:]
	return a
}

// warn keeps the worst violation relative to its tolerance.
func (f *factors) warn(violation, tolerance float64) {
	if v := violation / tolerance; v > f.alarm || math.IsNaN(v) {
		f.alarm = v
	}
}
