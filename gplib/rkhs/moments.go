package rkhs

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// moments are the sums over all n rows that determine the likelihood and the
// posterior: G = Σ φφᵀ, c = Σ φy and yy = Σ y². While rows are added G has its
// lower triangle only.
type moments struct {
	n  int
	g  *mat.Dense // d × d
	c  []float64
	yy float64
}

func newMoments(d int) *moments {
	return &moments{g: mat.NewDense(d, d, nil), c: make([]float64, d)}
}

// add adds the rows of phi.
func (m *moments) add(phi *mat.Dense, y []float64) {
	m.n += len(y)
	m.yy += floats.Dot(y, y)
	linalg.AddGramTrans(m.g, phi)
	for i, v := range y {
		floats.AddScaled(m.c, v, phi.RawRowView(i))
	}
}

func (m *moments) clone() *moments {
	return &moments{n: m.n, g: mat.DenseCopyOf(m.g), c: slices.Clone(m.c), yy: m.yy}
}

func (m *moments) dim() int { return len(m.c) }

// solution holds the weights and the likelihood at one noise variance v.
type solution struct {
	v    float64
	chol *linalg.Cholesky // of F = G + vI
	w    []float64        // ŵ = F⁻¹c
	nlml float64          // negative log marginal likelihood
}

// at solves for v:
//
//	NLML = ½[(yy - cᵀŵ)/v + log|F| + (n-d) log v + n log 2π].
func (m *moments) at(v float64) (*solution, error) {
	f := mat.DenseCopyOf(m.g)
	addDiagonal(f, v)
	chol, err := linalg.Factorize(f)
	if err != nil {
		return nil, fmt.Errorf("rkhs: the moments at noise variance %g: %w", v, err)
	}
	s := &solution{v: v, chol: chol, w: make([]float64, m.dim())}
	chol.SolveVec(s.w, m.c)
	quadratic := max(m.yy-floats.Dot(m.c, s.w), 0) / v
	s.nlml = (quadratic + chol.LogDet() + float64(m.n-m.dim())*math.Log(v) + float64(m.n)*math.Log(2*math.Pi)) / 2
	if math.IsNaN(s.nlml) || math.IsInf(s.nlml, 0) {
		return nil, fmt.Errorf("rkhs: the likelihood is %v at noise variance %g", s.nlml, v)
	}
	return s, nil
}

// perPoint returns the negative log marginal likelihood divided by n.
func (s *solution) perPoint(n int) float64 { return s.nlml / float64(n) }

// polished returns the noise variance in [lo, hi] of the lowest likelihood loss
// at these features: with G = QΛQᵀ and q = Qᵀc it minimises
//
//	(yy - Σ q_j²/(Λ_j+v))/v + Σ log(Λ_j+v) + (n-d) log v
//
// less twice the log prior density, by golden sections of log v around the best
// of a grid.
func (m *moments) polished(lo, hi float64, logPrior func(v float64) float64) (float64, error) {
	lambda, vectors, err := linalg.SymmetricEigen(m.g)
	if err != nil {
		return 0, fmt.Errorf("rkhs: the moments: %w", err)
	}
	q := make([]float64, m.dim())
	linalg.MulTransVec(q, vectors, m.c)
	loss := func(u float64) float64 {
		v := math.Exp(u)
		rest, logs := m.yy, float64(m.n-m.dim())*u
		for j, l := range lambda {
			l = max(l, 0) + v
			rest -= q[j] * q[j] / l
			logs += math.Log(l)
		}
		return max(rest, 0)/v + logs - 2*logPrior(v)
	}
	return math.Exp(minimise(loss, math.Log(lo), math.Log(hi))), nil
}

// minimise returns a local minimum of f on [lo, hi] to 1e-7, the one next to
// the best of 64 points.
func minimise(f func(float64) float64, lo, hi float64) float64 {
	const points = 64
	step := (hi - lo) / points
	best, least := lo, math.Inf(1)
	for i := range points + 1 {
		if at := lo + float64(i)*step; f(at) < least {
			best, least = at, f(at)
		}
	}
	a, b := max(best-step, lo), min(best+step, hi)
	ratio := (math.Sqrt(5) - 1) / 2
	for b-a > 1e-7 {
		if x, y := b-ratio*(b-a), a+ratio*(b-a); f(x) < f(y) {
			b = y
		} else {
			a = x
		}
	}
	return (a + b) / 2
}

func addDiagonal(a *mat.Dense, v float64) {
	raw := a.RawMatrix()
	for i := range raw.Rows {
		raw.Data[i*raw.Stride+i] += v
	}
}
