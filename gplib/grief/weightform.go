package grief

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/linalg"
)

// weightForm computes the likelihood of weights and noise in one of several
// ways.
type weightForm interface {
	// len is the number of weights.
	len() int
	// evaluate returns the log marginal likelihood and its derivatives.
	evaluate(grad, w []float64, noise float64) (value, byNoise float64, err error)
	// information writes the expected information of log w into dst, after
	// evaluate at the same point, and returns that of log σ².
	information(dst, w []float64, noise float64) float64
	// moments adds the posterior of the coefficients at one draw.
	moments(m *coefficientMoments, w []float64, noise float64) error
	// toBasis expresses a mean and a covariance on φ.
	toBasis(mean []float64, covariance *mat.Dense) ([]float64, *mat.Dense)
}

// functionSpace is the form on φ itself by p × p matrices, O(p³).
type functionSpace struct{ sums *Sums }

func (f functionSpace) len() int { return f.sums.Len() }

func (f functionSpace) evaluate(grad, w []float64, noise float64) (value, byNoise float64, err error) {
	e, err := newEvidence(f.sums, w, noise)
	if err != nil {
		return 0, 0, err
	}
	byNoise = e.weightGradient(grad)
	return e.value, byNoise, nil
}

// information: with φ_iᵀC⁻¹φ_i = (1 - (R⁻¹)_ii)/w_i and P⁻¹A similar to
// I - R⁻¹.
func (f functionSpace) information(dst, w []float64, noise float64) float64 {
	e, err := newEvidence(f.sums, w, noise)
	if err != nil {
		clear(dst)
		return 0
	}
	inverse := e.invert()
	trace, square := 0.0, 0.0
	for i := range w {
		row := inverse.RawRowView(i)
		explained := 1 - row[i]
		dst[i] = explained * explained / 2
		trace += explained
		square += floats.Dot(row, row) - row[i]*row[i] + explained*explained
	}
	return (float64(f.sums.N) - 2*trace + square) / 2
}

func (f functionSpace) moments(m *coefficientMoments, w []float64, noise float64) error {
	e, err := newEvidence(f.sums, w, noise)
	if err != nil {
		return err
	}
	floats.Add(m.covariance.RawMatrix().Data, e.covariance().RawMatrix().Data)
	m.addMean(e.coef)
	return nil
}

func (f functionSpace) toBasis(mean []float64, covariance *mat.Dense) ([]float64, *mat.Dense) {
	return mean, covariance
}

// rowSpace is the form on φ by n × n matrices, O(n²p), for n < p:
// C = ΦWΦᵀ + σ²I = LLᵀ, B = L⁻¹Φ, v = L⁻¹y.
type rowSpace struct {
	phi *mat.Dense // n × p
	y   []float64
}

// newRowSpace keeps the functions at all rows.
func newRowSpace(b *Basis, r dataset.RowReader) (*rowSpace, error) {
	var rows [][]float64
	s := &rowSpace{}
	err := eachBlock(r, func(x *mat.Dense, y []float64) error {
		phi, err := b.Eval(cov.Points(x))
		if err != nil {
			return err
		}
		for i := range y {
			rows = append(rows, phi.RawRowView(i))
		}
		s.y = append(s.y, y...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.phi = mat.NewDense(len(rows), b.Len(), nil)
	for i, row := range rows {
		s.phi.SetRow(i, row)
	}
	return s, nil
}

// solved is the row space at one point.
type solved struct {
	chol *linalg.Cholesky
	half *mat.Dense // B
	v    []float64
}

func (s *rowSpace) at(w []float64, noise float64) (*solved, error) {
	n, p := s.phi.Dims()
	weighted := mat.NewDense(n, p, nil)
	for r := range n {
		row, phi := weighted.RawRowView(r), s.phi.RawRowView(r)
		for i, v := range phi {
			row[i] = v * math.Sqrt(w[i])
		}
	}
	c := mat.NewDense(n, n, nil)
	linalg.AddGram(c, weighted)
	linalg.MirrorLower(c)
	for r := range n {
		c.Set(r, r, c.At(r, r)+noise)
	}
	chol, err := linalg.Factorize(c)
	if err != nil {
		return nil, fmt.Errorf("grief: ΦWΦᵀ + σ²I at σ² = %.3g: %w", noise, err)
	}
	v := mat.NewDense(n, 1, append([]float64(nil), s.y...))
	half := mat.DenseCopyOf(s.phi)
	chol.SolveHalf(half)
	chol.SolveHalf(v)
	return &solved{chol, half, v.RawMatrix().Data}, nil
}

func (s *rowSpace) len() int { return s.phi.RawMatrix().Cols }

func (s *rowSpace) evaluate(grad, w []float64, noise float64) (value, byNoise float64, err error) {
	at, err := s.at(w, noise)
	if err != nil {
		return 0, 0, err
	}
	n := float64(len(s.y))
	value = -0.5 * (at.chol.LogDet() + floats.Dot(at.v, at.v) + n*math.Log(2*math.Pi))
	linalg.MulTransVec(grad, at.half, at.v)
	squares := columnSquares(at.half)
	for i, g := range grad {
		grad[i] = (g*g - squares[i]) / 2
	}
	alpha := make([]float64, len(s.y))
	at.chol.SolveVec(alpha, s.y)
	inverse := at.chol.Invert()
	return value, (floats.Dot(alpha, alpha) - mat.Trace(inverse)) / 2, nil
}

// columnSquares returns Σ_r b_ri².
func columnSquares(b *mat.Dense) []float64 {
	_, p := b.Dims()
	sums := make([]float64, p)
	linalg.AddSquares(sums, 1, b)
	return sums
}

func (s *rowSpace) information(dst, w []float64, noise float64) float64 {
	at, err := s.at(w, noise)
	if err != nil {
		clear(dst)
		return 0
	}
	for i, v := range columnSquares(at.half) {
		dst[i] = w[i] * v * w[i] * v / 2
	}
	inverse := at.chol.Invert().RawMatrix().Data
	return noise * noise * floats.Dot(inverse, inverse) / 2
}

func (s *rowSpace) moments(m *coefficientMoments, w []float64, noise float64) error {
	at, err := s.at(w, noise)
	if err != nil {
		return err
	}
	p := s.len()
	mean := make([]float64, p)
	linalg.MulTransVec(mean, at.half, at.v)
	floats.Mul(mean, w)
	explained := mat.NewDense(p, p, nil)
	linalg.Gemm(blas.Trans, blas.NoTrans, 1, at.half, at.half, 0, explained)
	for i := range p {
		sum, row := m.covariance.RawRowView(i), explained.RawRowView(i)
		for j, v := range row {
			sum[j] -= w[i] * v * w[j]
		}
		sum[i] += w[i]
	}
	m.addMean(mean)
	return nil
}

func (s *rowSpace) toBasis(mean []float64, covariance *mat.Dense) ([]float64, *mat.Dense) {
	return mean, covariance
}
