package grief

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// evidence is the log marginal likelihood of y under K̃ + σ²I, K̃ = ΦWΦᵀ, from
// sums over rows (18). It works with
//
//	R = I + W^½AW^½/σ² = LLᵀ,  u = L⁻¹W^½r/σ²,
//
// whose condition number stays small as weights go to 0, where that of the
// paper's P = σ²W⁻¹ + A = σ²W^-½RW^-½ does not.
type evidence struct {
	sums    *Sums
	w       []float64
	noise   float64
	value   float64    // log N(y; 0, K̃ + σ²I)
	coef    []float64  // c = P⁻¹r
	inverse *mat.Dense // R⁻¹, both triangles; nil until needed
	chol    *linalg.Cholesky
}

// newEvidence takes O(p³) time.
func newEvidence(s *Sums, w []float64, noise float64) (*evidence, error) {
	p := s.Len()
	root := make([]float64, p)
	for i, v := range w {
		root[i] = math.Sqrt(v)
	}
	r := mat.NewDense(p, p, nil)
	for i := range p {
		row, a := r.RawRowView(i), s.A.RawRowView(i)
		for j := range i + 1 {
			row[j] = root[i] * a[j] * root[j] / noise
			r.Set(j, i, row[j])
		}
		row[i]++
	}
	chol, err := linalg.Factorize(r)
	if err != nil {
		return nil, fmt.Errorf("grief: I + W^½AW^½/σ² at σ² = %.3g: %w", noise, err)
	}
	e := &evidence{sums: s, w: w, noise: noise, chol: chol, coef: make([]float64, p)}
	rhs := make([]float64, p)
	for i, v := range s.R {
		rhs[i] = root[i] * v / noise
	}
	chol.SolveVec(e.coef, rhs)
	n := float64(s.N)
	e.value = -0.5 * (n*math.Log(2*math.Pi*noise) + chol.LogDet() + s.YY/noise - floats.Dot(rhs, e.coef))
	floats.Mul(e.coef, root)
	return e, nil
}

// invert makes R⁻¹ of the factor.
func (e *evidence) invert() *mat.Dense {
	if e.inverse == nil {
		e.inverse = e.chol.Invert()
		e.chol = nil
	}
	return e.inverse
}

// weightGradient writes the derivatives by the weights into grad, of length p,
// and returns that by the noise variance.
func (e *evidence) weightGradient(grad []float64) (noise float64) {
	inverse := e.invert()
	traced, penalty := 0.0, 0.0 // tr(P⁻¹A) and cᵀW⁻¹c
	for i, w := range e.w {
		explained := 1 - inverse.At(i, i)
		share := e.coef[i] / w
		grad[i] = 0.5 * (share*share - explained/w)
		traced += explained
		penalty += share * e.coef[i]
	}
	s := e.sums
	residual := s.YY - floats.Dot(s.R, e.coef) - e.noise*penalty
	return residual/(2*e.noise*e.noise) - (float64(s.N)-traced)/(2*e.noise)
}

// covariance returns σ²P⁻¹ = W^½R⁻¹W^½, the posterior covariance of the
// functions' coefficients.
func (e *evidence) covariance() *mat.Dense {
	inverse := e.invert()
	c := mat.NewDense(len(e.w), len(e.w), nil)
	c.Apply(func(i, j int, v float64) float64 { return v * math.Sqrt(e.w[i]*e.w[j]) }, inverse)
	return c
}

// ones returns the p weights of the base kernel.
func ones(p int) []float64 {
	w := make([]float64, p)
	floats.AddConst(1, w)
	return w
}
