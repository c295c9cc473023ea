package admm

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// whole, for a number of columns, factorises C itself: up to wholeLimit training
// points that takes less time than the products that it saves.
const (
	whole      = math.MaxInt
	wholeLimit = 400
)

// forC returns the preconditioner of C, nil for none.
func (o *operator) forC() func(dst, v []float64) {
	if f := o.wholeFactor(); f != nil {
		return f.SolveVec
	}
	return o.preconditioner().forC()
}

// forW returns the preconditioner of 2GᵀG + ρI, G = K_VT C⁻¹, nil for none.
func (o *operator) forW(rho float64) func(dst, v []float64) {
	if o.wholeFactor() != nil {
		return nil
	}
	return o.preconditioner().forW(rho, float64(len(o.bufV))/float64(len(o.s)))
}

// wholeFactor returns the factor of C at the present θ, nil for none.
func (o *operator) wholeFactor() *linalg.Cholesky {
	if o.columns != whole || o.factor != nil {
		return o.factor
	}
	o.factoriseC()
	return o.factor
}

func (o *operator) factoriseC() {
	c := mat.DenseCopyOf(o.k)
	for i, s := range o.s {
		c.Set(i, i, c.At(i, i)+s)
	}
	// Where this fails, every other use of C fails too.
	o.factor, _ = linalg.Factorize(c)
}

// worthFactor is the number of steps of conjugate gradients that cost about as much as
// a factor of C. That takes 60 products with C from 1000 training points to 4000,
// and a step with preconditioner and directions one and a half. So a solve takes at
// most about twice as long as with the better of both.
const worthFactor = 40

// stepsLeft caps the steps of a solve with the present preconditioner.
func (o *operator) stepsLeft() int {
	if !o.mayFactor || o.factor != nil {
		return maxSolve
	}
	return max(0, worthFactor-o.spent)
}

// giveUp factorises C at the present θ, to precondition from here on, and reports whether it
// had not tried before.
func (o *operator) giveUp() bool {
	if !o.mayFactor || o.factor != nil {
		return false
	}
	o.factoriseC()
	o.recycled, o.mayFactor = nil, o.factor != nil
	return true
}

// lowRank is K ≈ U diag(e) Uᵀ with orthonormal U (n_T × m), from a
// pivoted Cholesky factor K ≈ LLᵀ and LᵀL = W diag(e) Wᵀ, U = LW diag(e)^-½.
type lowRank struct {
	u    *mat.Dense
	e    []float64
	s    float64 // mean noise variance on T
	coef []float64
}

// negligible is the part of the noise below which eigenvalues of K are left out of
// its low-rank form.
const negligible = 1e-3

// preconditioner returns the low-rank form of K at the present θ, or nil
// where preconditioning is off. It costs O(n_T m²) once a θ.
func (o *operator) preconditioner() *lowRank {
	if o.low == nil && o.columns > 0 {
		o.low = o.factorise()
	}
	return o.low
}

func (o *operator) factorise() *lowRank {
	s := floats.Sum(o.s) / float64(len(o.s))
	l := o.pivotedCholesky(o.columns, negligible*s)
	if l == nil {
		return nil
	}
	_, m := l.Dims()
	gram := mat.NewDense(m, m, nil)
	linalg.Gemm(blas.Trans, blas.NoTrans, 1, l, l, 0, gram)
	e, w, err := linalg.SymmetricEigen(gram)
	if err != nil {
		return nil
	}
	kept := 0
	for kept < m && e[kept] > math.Max(1e-12*e[0], negligible*s) {
		for i := range m {
			w.Set(i, kept, w.At(i, kept)/math.Sqrt(e[kept]))
		}
		kept++
	}
	if kept == 0 {
		return nil // C is nearly the noise's diagonal
	}
	u := mat.NewDense(len(o.s), kept, nil)
	linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, l, w.Slice(0, m, 0, kept).(*mat.Dense), 0, u)
	return &lowRank{u: u, e: e[:kept], s: s, coef: make([]float64, kept)}
}

// pivotedCholesky returns L (n_T × m) with K ≈ LLᵀ, at most columns wide. It
// ends where the trace of K − LLᵀ is below enough, so that no eigenvalue is
// left above it. It is nil where the diagonal of K is not finite.
func (o *operator) pivotedCholesky(columns int, enough float64) *mat.Dense {
	diag := make([]float64, len(o.s))
	o.kernel.Diag(diag, o.xT)
	p, err := linalg.PivotedCholesky(diag, o.kernelRow, columns, enough)
	if err != nil {
		return nil
	}
	return p.L
}

func (o *operator) kernelRow(dst []float64, i int) {
	if o.k != nil {
		copy(dst, o.k.RawRowView(i))
		return
	}
	o.kernel.Gram(mat.NewDense(1, len(dst), dst), o.xT.Subset([]int{i}), o.xT)
}

// forC returns the preconditioner of C: eigenvalues e_j + s, elsewhere s.
func (p *lowRank) forC() func(dst, v []float64) {
	if p == nil {
		return nil
	}
	return p.inverse(p.s, func(e float64) float64 { return e + p.s })
}

// forCMany is forC for all columns of a matrix at once.
func (p *lowRank) forCMany() func(dst, v *mat.Dense) {
	if p == nil {
		return func(dst, v *mat.Dense) { dst.Copy(v) }
	}
	change := p.changes(p.s, func(e float64) float64 { return e + p.s })
	return func(dst, v *mat.Dense) {
		_, m := v.Dims()
		coef := mat.NewDense(len(p.e), m, nil)
		linalg.Gemm(blas.Trans, blas.NoTrans, 1, p.u, v, 0, coef)
		for j, c := range change {
			floats.Scale(c, coef.RawRowView(j))
		}
		dst.Scale(1/p.s, v)
		linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, p.u, coef, 1, dst)
	}
}

// forW returns the preconditioner of 2GᵀG + ρI for T and V of one distribution:
// eigenvalues 2(n_V/n_T)e_j²/(e_j+s)² + ρ, elsewhere ρ.
func (p *lowRank) forW(rho, ratio float64) func(dst, v []float64) {
	if p == nil {
		return nil
	}
	return p.inverse(rho, func(e float64) float64 { return 2*ratio*e*e/((e+p.s)*(e+p.s)) + rho })
}

// inverse returns v ↦ v/w₀ + U[(1/w_j − 1/w₀) ∘ Uᵀv].
func (p *lowRank) inverse(w0 float64, weight func(e float64) float64) func(dst, v []float64) {
	change := p.changes(w0, weight)
	tmp := make([]float64, p.u.RawMatrix().Rows)
	return func(dst, v []float64) {
		linalg.MulTransVec(p.coef, p.u, v)
		floats.Mul(p.coef, change)
		linalg.MulVec(tmp, p.u, p.coef)
		for i := range dst {
			dst[i] = v[i]/w0 + tmp[i]
		}
	}
}

// changes returns 1/w_j − 1/w₀.
func (p *lowRank) changes(w0 float64, weight func(e float64) float64) []float64 {
	change := make([]float64, len(p.e))
	for j, e := range p.e {
		change[j] = 1/weight(math.Max(e, 0)) - 1/w0
	}
	return change
}
