package admm

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// Storage determines whether the Gram matrices K and K_VT are kept in memory.
type Storage int

const (
	// AutoStorage stores them where they take at most 512 MiB over all
	// folds, which is about n = 11,000 in halves. The posterior is exact where
	// its one matrix takes no more, up to n = 8192, and a [CGPosterior] beyond.
	AutoStorage Storage = iota
	// Stored keeps them: n n_T numbers.
	Stored
	// MatrixFree recomputes their rows at each product: O(n) memory, in the
	// posterior too, which is a [CGPosterior] then.
	MatrixFree
)

const storageLimit = 512 << 20 // bytes

// stores reports whether K and K_VT are kept if they may take room bytes.
func (s Storage) stores(nT, nV, room int) bool {
	switch s {
	case Stored:
		return true
	case MatrixFree:
		return false
	default:
		return 8*nT*(nT+nV) <= room
	}
}

// exact reports whether the posterior of n points holds a matrix.
func (s Storage) exact(n int) bool { return s.stores(n, 0, storageLimit) }

// operator is the linear algebra of a hold-out problem at one θ, by products
// with vectors only: C = K(X_T, X_T) + diag s and K_VT = K(X_V, X_T).
type operator struct {
	xT, xV     cov.Inputs
	kernel     cov.Func
	s          []float64  // noise variance on T
	k, kvt     *mat.Dense // nil where matrix-free
	columns    int
	low        *lowRank           // of the present θ; nil until needed
	factor     *linalg.Cholesky   // of C at the present θ; likewise
	recycled   *linalg.Directions // of solves with C at the present θ; nil for none
	mayFactor  bool               // C is factorised where steps cost more
	spent      int                // steps of conjugate gradients at the present θ
	bufV, bufT []float64
}

func newOperator(xT, xV cov.Inputs, stored bool, columns int) *operator {
	nT, nV := xT.Len(), xV.Len()
	o := &operator{
		xT: xT, xV: xV, columns: columns,
		s: make([]float64, nT), bufV: make([]float64, nV), bufT: make([]float64, nT),
	}
	if stored {
		o.k, o.kvt = mat.NewDense(nT, nT, nil), mat.NewDense(nV, nT, nil)
	}
	return o
}

// validateOn exchanges the validation points; K_VT is unknown until set.
func (o *operator) validateOn(x cov.Inputs) {
	o.xV, o.bufV = x, make([]float64, x.Len())
	if o.kvt != nil {
		o.kvt = mat.NewDense(x.Len(), len(o.s), nil)
	}
}

// set moves the operator to another θ.
func (o *operator) set(kernel cov.Func, noise gplib.Noise) {
	o.kernel, o.low, o.factor, o.recycled, o.spent = kernel, nil, nil, nil, 0
	noise.Var(o.s, o.xT)
	if o.k != nil {
		kernel.Gram(o.k, o.xT, o.xT)
		kernel.Gram(o.kvt, o.xV, o.xT)
	}
}

// mostRecycled is the number of directions of conjugate gradients that the solves
// at one θ share.
const mostRecycled = 100

// recycle makes the solves at the present θ share their directions, which pays
// from the third one on.
func (o *operator) recycle() {
	if o.columns != whole && o.factor == nil && o.recycled == nil {
		o.recycled = linalg.NewDirections(len(o.s), min(mostRecycled, len(o.s)))
	}
}

// mulK writes Kv into dst.
func (o *operator) mulK(dst, v []float64) {
	if o.k == nil {
		o.kernel.MulVec(dst, nil, o.xT, o.xT, v)
		return
	}
	linalg.MulVec(dst, o.k, v)
}

// mulC writes Cv into dst.
func (o *operator) mulC(dst, v []float64) {
	o.mulK(dst, v)
	for i, s := range o.s {
		dst[i] += s * v[i]
	}
}

// mulCMany writes CV into dst for the columns of V (n_T × m), by blocks of
// rows of K, which serve all columns.
func (o *operator) mulCMany(dst, v *mat.Dense) {
	n, m := v.Dims()
	height := min(n, max(16, blockLimit/n))
	block := mat.NewDense(height, n, nil)
	for lo := 0; lo < n; lo += height {
		hi := min(lo+height, n)
		rows := block.Slice(0, hi-lo, 0, n).(*mat.Dense)
		o.kernel.Gram(rows, cov.Block(o.xT, lo, hi), o.xT)
		linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, rows, v, 0, dst.Slice(lo, hi, 0, m).(*mat.Dense))
	}
	for i, s := range o.s {
		floats.AddScaled(dst.RawRowView(i), s, v.RawRowView(i))
	}
}

// mulVT writes K_VT v into dst, of length n_V.
func (o *operator) mulVT(dst, v []float64) {
	if o.kvt == nil {
		o.kernel.MulVec(dst, nil, o.xV, o.xT, v)
		return
	}
	linalg.MulVec(dst, o.kvt, v)
}

// mulTV writes K_VTᵀ r into dst, of length n_T.
func (o *operator) mulTV(dst, r []float64) {
	if o.kvt == nil {
		o.kernel.MulVec(dst, nil, o.xT, o.xV, r)
		return
	}
	linalg.MulTransVec(dst, o.kvt, r)
}
