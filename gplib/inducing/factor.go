package inducing

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/linalg"
)

// factors is a sparse approximation of a model on data, factorised:
// Q = VᵀV with V = C⁻¹K_ZX, and S = Q + Λ of [collapsed].
type factors struct {
	sparse   Sparse
	model    gplib.Model
	data     gplib.Data
	prior    []float64        // m(X)
	residual []float64        // y - m(X)
	kzz      *linalg.Cholesky // C Cᵀ = K_ZZ + εI
	v        *mat.Dense       // m × n
	noise    []float64        // s_i
	rest     []float64        // (K - Q)_ii
	lambda   []float64        // Λ_i, with (K - Q)_ii where the approximation is FITC
	*collapsed
}

func (s Sparse) factorize(m gplib.Model, d gplib.Data) (*factors, error) {
	if err := s.check(m, d); err != nil {
		return nil, err
	}
	kzz, err := s.factorizePoints(m)
	if err != nil {
		return nil, err
	}
	f, err := s.projected(m, d, kzz)
	if err != nil {
		return nil, err
	}
	f.collapsed, err = collapse(f.v, f.lambda, f.residual)
	return f, err
}

// factorizePoints returns C of the model at the inducing points.
func (s Sparse) factorizePoints(m gplib.Model) (*linalg.Cholesky, error) {
	size := s.Points.Len()
	k := mat.NewDense(size, size, nil)
	m.Cov.Gram(k, s.Points, s.Points)
	jitter := s.Jitter
	if jitter == 0 {
		jitter = relativeJitter * mat.Trace(k) / float64(size)
	}
	for a := range size {
		k.Set(a, a, k.At(a, a)+jitter)
	}
	chol, err := linalg.Factorize(k)
	if err != nil {
		return nil, fmt.Errorf("inducing: covariance matrix of %d inducing points under %v: %w", size, m, err)
	}
	return chol, nil
}

// project sets V and the diagonal of K - Q, which rounding cannot make
// negative.
func (f *factors) project() {
	n := f.data.Len()
	f.v = mat.NewDense(f.kzz.Len(), n, nil)
	f.model.Cov.Gram(f.v, f.sparse.Points, f.data.X)
	f.kzz.SolveHalf(f.v)
	f.rest = make([]float64, n)
	f.model.Cov.Diag(f.rest, f.data.X)
	linalg.SubtractSquares(f.rest, f.v)
}

// setLambda sets Λ.
func (f *factors) setLambda() {
	f.lambda = f.noise
	if f.sparse.Approximation == FITC {
		f.lambda = floats.AddTo(make([]float64, len(f.noise)), f.noise, f.rest)
	}
}

// value returns the objective.
func (f *factors) value() float64 {
	value := (f.quadratic + f.logDet + float64(len(f.residual))*math.Log(2*math.Pi)) / 2
	if f.sparse.Approximation == VFE {
		value += weightedTrace(f.rest, f.noise) / 2
	}
	return value
}

// weightedTrace returns tr(Λ⁻¹(K - Q)).
func weightedTrace(rest, noise []float64) float64 {
	sum := 0.0
	for i, d := range rest {
		sum += d / noise[i]
	}
	return sum
}

// collapsed is S = VᵀV + Λ by Woodbury's identity: with I + VΛ⁻¹Vᵀ = L Lᵀ and W
// = L⁻¹VΛ^(-1/2),
//
//	S⁻¹ = Λ^(-1/2)(I - WᵀW)Λ^(-1/2),  |S| = |L|²|Λ|.
type collapsed struct {
	inner     *linalg.Cholesky // L
	w         *mat.Dense       // m × n
	root      []float64        // Λ_i^(-1/2)
	c         []float64        // WΛ^(-1/2)r
	quadratic float64          // rᵀS⁻¹r
	logDet    float64          // log|S|
}

func collapse(v *mat.Dense, lambda, r []float64) (*collapsed, error) {
	m, n := v.Dims()
	s := &collapsed{w: mat.NewDense(m, n, nil), root: make([]float64, n), c: make([]float64, m)}
	scaled := make([]float64, n)
	for i, x := range lambda {
		s.root[i] = 1 / math.Sqrt(x)
		s.logDet += math.Log(x)
		scaled[i] = r[i] * s.root[i]
	}
	scaleColumns(s.w, v, s.root)
	if err := s.factorizeInner(); err != nil {
		return nil, err
	}
	s.inner.SolveHalf(s.w)
	linalg.MulVec(s.c, s.w, scaled)
	s.quadratic = floats.Dot(scaled, scaled) - floats.Dot(s.c, s.c)
	s.logDet += s.inner.LogDet()
	return s, nil
}

// factorizeInner sets L while w is still VΛ^(-1/2).
func (s *collapsed) factorizeInner() error {
	m, _ := s.w.Dims()
	a := mat.NewDense(m, m, nil)
	linalg.Gemm(blas.NoTrans, blas.Trans, 1, s.w, s.w, 0, a)
	for i := range m {
		a.Set(i, i, a.At(i, i)+1)
	}
	var err error
	if s.inner, err = linalg.Factorize(a); err != nil {
		return fmt.Errorf("inducing: I + VΛ⁻¹Vᵀ of %d inducing points: %w", m, err)
	}
	return nil
}

// solve returns S⁻¹r.
func (s *collapsed) solve(r []float64) []float64 {
	m, n := s.w.Dims()
	scaled, c, alpha := floats.MulTo(make([]float64, n), r, s.root), make([]float64, m), make([]float64, n)
	linalg.MulVec(c, s.w, scaled)
	linalg.MulTransVec(alpha, s.w, c)
	floats.SubTo(alpha, scaled, alpha)
	return floats.MulTo(alpha, alpha, s.root)
}

// scaleColumns writes src with column i multiplied by s_i into dst.
func scaleColumns(dst, src *mat.Dense, s []float64) {
	for a := range src.RawMatrix().Rows {
		floats.MulTo(dst.RawRowView(a), src.RawRowView(a), s)
	}
}
