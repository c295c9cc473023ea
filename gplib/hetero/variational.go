package hetero

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
	"krigo/gplib/noise"
)

// Bounds of the steps.
const (
	mostSteps = 200
	// tight is the largest difference of λ from its equation where steps end: the bound is lower by about its square.
	// Rounding may end them before. Up to nearly a state is taken for the maximum.
	tight  = 1e-9
	nearly = 1e-5
)

// ErrNotConverged is wrapped by the errors of steps that do not reach a maximum of the bound.
var ErrNotConverged = errors.New("hetero: the variational approximation did not converge")

// state is q at some λ, and what follows from it.
type state struct {
	ctx      context.Context
	model    gplib.Model
	data     gplib.Data
	logLevel float64  // log c
	log      cov.Func // l
	// signal is K and ofLog is L; residual is y - m.
	signal, ofLog *mat.Dense
	residual      []float64

	lambda []float64
	// excess is λ - 1/2, and gap the largest difference of λ from its equation, way.
	excess, way []float64
	gap         float64
	variance    []float64 // R
	alpha       []float64
	inverse     *mat.Dense       // the lower triangle of (K + R)⁻¹
	b           *linalg.Cholesky // of I + λ½Lλ½
	half        *mat.Dense       // the inverse of that factor times λ½L: Σ = L - halfᵀhalf
	bound, size float64
}

// newState evaluates the covariance functions and the mean.
func newState(ctx context.Context, m gplib.Model, d gplib.Data) (*state, error) {
	if err := m.CheckNoiseProcess(d); err != nil {
		return nil, err
	}
	n := d.Len()
	s := &state{ctx: ctx, model: m, data: d, residual: m.Residuals(d), signal: mat.NewDense(n, n, nil), ofLog: mat.NewDense(n, n, nil)}
	level, k, _ := noise.ProcessOf(m.Noise)
	s.logLevel, s.log = math.Log(level), k
	if err := errors.Join(cov.GramLower(ctx, m.Cov, s.signal, d.X), cov.GramLower(ctx, k, s.ofLog, d.X)); err != nil {
		return nil, err
	}
	linalg.MirrorLower(s.ofLog)
	return s, nil
}

// find ascends to the maximum of the bound, from the given λ or, if nil, from the prior of g.
func (s *state) find(lambda []float64) error {
	if lambda == nil {
		lambda = slices.Repeat([]float64{0.5}, s.data.Len())
	}
	if err := s.evaluate(lambda); err != nil {
		return err
	}
	steps := 0
	for s.gap > tight && steps < mostSteps {
		rises, err := s.ascend()
		if err != nil {
			return err
		}
		steps++
		if !rises {
			break
		}
	}
	if !(s.gap <= nearly) {
		return fmt.Errorf("%w: after %d steps a precision differs by %.2g from that of the best q, at %v", ErrNotConverged, steps, s.gap, s.model)
	}
	return nil
}

// evaluate computes the state at λ.
func (s *state) evaluate(lambda []float64) error {
	n := len(lambda)
	for i, v := range lambda {
		if !(v >= 0) || math.IsInf(v, 1) {
			return fmt.Errorf("hetero: λ[%d] is %v", i, v)
		}
	}
	s.lambda, s.excess, s.way = slices.Clone(lambda), make([]float64, n), make([]float64, n)
	floats.AddConst(-0.5, floats.AddTo(s.excess, s.excess, lambda))
	shift := make([]float64, n)
	linalg.MulVec(shift, s.ofLog, s.excess)
	spread, err := s.spread()
	if err != nil {
		return err
	}
	s.variance = make([]float64, n)
	for i := range s.variance {
		s.variance[i] = math.Exp(s.logLevel + shift[i] - spread[i]/2)
	}
	logDensity, err := s.condition()
	if err != nil {
		return err
	}
	s.gap = 0
	for i, r := range s.variance {
		s.way[i] = (1+r*s.alpha[i]*s.alpha[i]-r*s.inverse.At(i, i))/2 - lambda[i]
		s.gap = math.Max(s.gap, math.Abs(s.way[i]))
	}
	quarter := floats.Sum(spread) / 4
	terms := []float64{-floats.Dot(lambda, spread), s.b.LogDet(), floats.Dot(s.excess, shift)}
	s.bound, s.size = logDensity-quarter-floats.Sum(terms)/2, math.Abs(logDensity)+quarter+floats.Norm(terms, 1)
	if math.IsNaN(s.bound) || math.IsInf(s.bound, 0) {
		return fmt.Errorf("hetero: the bound is %v", s.bound)
	}
	return nil
}

// Rules of steps.
const (
	// leastPart is the part of the last kind of step below which none is tried.
	leastPart = 1e-6
	// leastShare is the part of each λ that a step leaves.
	leastShare = 0.1
	// rounding is a change of the bound that may be an error, relative to its terms.
	rounding = 1e-12
)

// ascend takes a step of Newton's method or, where that does not raise the bound, one of Fisher scoring or of the
// equation of λ, or a part of these. It reports whether the bound rose, or q came nearer to its equations where
// rounding hides that. Otherwise the state stays.
func (s *state) ascend() (bool, error) {
	before := *s
	for _, direction := range []struct {
		step  func() ([]float64, error)
		least float64
	}{
		{func() ([]float64, error) { return before.step(false) }, 1},
		{func() ([]float64, error) { return before.step(true) }, 1.0 / 16},
		{func() ([]float64, error) { return before.way, nil }, leastPart},
	} {
		step, err := direction.step()
		if err != nil {
			continue // singular
		}
		for part := 1.0; part >= direction.least; part /= 2 {
			if rises, err := s.try(&before, step, part); rises || err != nil {
				return rises, err
			}
		}
	}
	*s = before
	return false, nil
}

// try moves from a state by a part of a step and reports whether that ascends. The error is that of the context.
func (s *state) try(from *state, step []float64, part float64) (bool, error) {
	to := slices.Clone(from.lambda)
	for i, v := range step {
		to[i] = math.Max(to[i]+part*v, leastShare*to[i])
	}
	failed := s.evaluate(to) // where q does not exist
	if err := s.ctx.Err(); err != nil {
		return false, err
	}
	rise, small := s.bound-from.bound, rounding*from.size
	return failed == nil && (rise > small || rise >= -small && s.gap < from.gap), nil
}

// step returns the Newton step of the equation way = 0. way depends on λ through η = μ - diag(Σ)/2 with
// dη = M dλ, M = L + Σ∘Σ/2, and by
//
//	∂way_i/∂η_j = [i = j] w_i - R_i α_i (A⁻¹)_ij α_j R_j + R_i (A⁻¹)_ij² R_j/2,  w_i = (R_i α_i² - R_i (A⁻¹)_ii)/2.
//
// expected replaces it by its expectation over y, -R_i (A⁻¹)_ij² R_j/2: the step of Fisher scoring, which ascends.
func (s *state) step(expected bool) ([]float64, error) {
	n := len(s.lambda)
	curvature, m := mat.NewDense(n, n, nil), mat.DenseCopyOf(s.ofLog)
	for i, r := range s.variance {
		for j := range i + 1 {
			inverse := s.inverse.At(i, j)
			v := r * inverse * inverse * s.variance[j] / 2
			if !expected {
				v = r*s.alpha[i]*inverse*s.alpha[j]*s.variance[j] - v
				if i == j {
					v -= (r*s.alpha[i]*s.alpha[i] - r*inverse) / 2
				}
			}
			curvature.Set(i, j, v)
			curvature.Set(j, i, v)
		}
	}
	linalg.Syrk(blas.Trans, -1, s.half, 1, m) // Σ
	linalg.MirrorLower(m)
	m.Apply(func(i, j int, v float64) float64 { return s.ofLog.At(i, j) + v*v/2 }, m)
	var system, step mat.Dense
	system.Mul(curvature, m)
	for i := range n {
		system.Set(i, i, 1+system.At(i, i))
	}
	if err := step.Solve(&system, mat.NewDense(n, 1, s.way)); err != nil {
		return nil, err
	}
	return step.RawMatrix().Data, nil
}

// spread factorises I + λ½Lλ½ and returns the variances of g under q.
func (s *state) spread() ([]float64, error) {
	n := len(s.lambda)
	b, half := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	for i, row := range s.lambda {
		root := math.Sqrt(row)
		for j, v := range s.ofLog.RawRowView(i) {
			half.Set(i, j, root*v)
			b.Set(i, j, root*v*math.Sqrt(s.lambda[j]))
		}
		b.Set(i, i, 1+b.At(i, i))
	}
	var err error
	if s.b, err = s.exactly(b, "I + λ½Lλ½"); err != nil {
		return nil, err
	}
	s.b.SolveHalf(half)
	s.half = half
	spread := make([]float64, n)
	for i := range spread {
		spread[i] = s.ofLog.At(i, i)
	}
	linalg.SubtractSquares(spread, half)
	return spread, nil
}

// exactly returns the factor of a matrix given by its lower triangle, in its memory. One that needs jitter is an
// error: the equations of q are of the matrix without it.
func (s *state) exactly(a *mat.Dense, name string) (*linalg.Cholesky, error) {
	return linalg.FactorizeLower(s.ctx, a, func() error {
		return fmt.Errorf("hetero: %s: %w at %v; drop inputs that nearly coincide, or give the noise a lower bound (Model.Bound)",
			name, linalg.ErrNotPositiveDefinite, s.model)
	})
}

// factor returns the factor of K + R.
func (s *state) factor() (*linalg.Cholesky, error) {
	a := mat.DenseCopyOf(s.signal)
	for i, v := range s.variance {
		a.Set(i, i, a.At(i, i)+v)
	}
	return s.exactly(a, "K + R")
}

// condition computes (K + R)⁻¹ and returns log N(y|m, K + R).
func (s *state) condition() (float64, error) {
	a, err := s.factor()
	if err != nil {
		return 0, err
	}
	n := len(s.lambda)
	s.alpha = make([]float64, n)
	a.SolveVec(s.alpha, s.residual)
	value := -(floats.Dot(s.residual, s.alpha) + a.LogDet() + float64(n)*math.Log(2*math.Pi)) / 2
	s.inverse, err = a.InvertLower(s.ctx)
	return value, err
}

// precision returns the lower triangle of λ½(I + λ½Lλ½)⁻¹λ½, which uses up the factor.
func (s *state) precision() (*mat.Dense, error) {
	p, err := s.b.InvertLower(s.ctx)
	if err != nil {
		return nil, err
	}
	for i := range s.lambda {
		row := p.RawRowView(i)[:i+1]
		for j := range row {
			row[j] *= math.Sqrt(s.lambda[i] * s.lambda[j])
		}
	}
	return p, nil
}

// addGrad writes the derivatives of the negative bound. It uses up the state.
func (s *state) addGrad(grad []float64) error {
	clear(grad)
	mean, kernel, ofNoise := s.model.Layout().Split(grad)
	if err := addMatrixGrad(s.ctx, s.model.Cov, kernel, s.data.X, s.inverse, s.alpha); err != nil {
		return err
	}
	if s.model.Mean != nil {
		s.model.Mean.AddGrad(mean, floats.ScaleTo(make([]float64, len(s.alpha)), -1, s.alpha), s.data.X)
	}
	ofNoise[0] = -floats.Sum(s.excess) / math.Exp(s.logLevel)
	p, err := s.precision()
	if err != nil {
		return err
	}
	return addMatrixGrad(s.ctx, s.log, ofNoise[1:], s.data.X, p, s.excess)
}

// addMatrixGrad adds Σ_ij (A - vvᵀ)_ij/2 ∂k_ij/∂θ to grad, where a has the lower triangle of A.
func addMatrixGrad(ctx context.Context, k cov.Func, grad []float64, x cov.Inputs, a *mat.Dense, v []float64) error {
	return cov.AddGradSymmetric(ctx, k, grad, x, func(dst []float64, i, lo int) {
		linalg.AddScaledTo(dst, a.RawRowView(i)[lo:], -v[i], v[lo:])
	})
}
