package softmax

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/internal/newton"
	"krigo/gplib/lik"
	"krigo/gplib/linalg"
)

// latent is the latent functions at the data, at the mode after find. Matrices of a value for each class and row are
// C × n.
type latent struct {
	model gplib.Model
	data  gplib.Data
	n     int
	k     *mat.Dense // covariance matrix, both triangles
	f     *mat.Dense // latent values
	a     *mat.Dense // weights, with f = K a for each class
	p     *mat.Dense // probabilities at f
	value float64    // Ψ
	curvature
}

// curvature is the matrix R = (K + W⁻¹)⁻¹ = E - E S⁻¹E of all classes, as factors: blocks E_c = (K + D_c⁻¹)⁻¹ with
// D_c = diag(p_c), and the factor of their sum S.
type curvature struct {
	e      []*mat.Dense // of each class, n × n, both triangles
	sum    *linalg.Cholesky
	logDet float64 // log|I + KW|
}

// newLatent evaluates the covariance function. The latent values are 0.
func newLatent(ctx context.Context, m gplib.Model, d gplib.Data) (*latent, error) {
	n, classes := d.Len(), len(lik.Classes(m.Lik))
	s := &latent{model: m, data: d, n: n, k: linalg.Uncleared(n, n)}
	for _, of := range []**mat.Dense{&s.f, &s.a, &s.p} {
		*of = mat.NewDense(classes, n, nil)
	}
	if err := cov.GramLower(ctx, m.Cov, s.k, d.X); err != nil {
		return nil, err
	}
	linalg.MirrorLower(s.k)
	return s, nil
}

func (s *latent) classes() int { return s.f.RawMatrix().Rows }

// class returns the class of row i.
func (s *latent) class(i int) int { return int(s.data.Y[i]) }

// times writes K v for each class into dst.
func (s *latent) times(dst, v *mat.Dense) {
	for c := range s.classes() {
		linalg.MulVec(dst.RawRowView(c), s.k, v.RawRowView(c))
	}
}

// like returns a matrix of zeros of the size of f.
func (s *latent) like() *mat.Dense { return mat.NewDense(s.classes(), s.n, nil) }

// objective returns Ψ = log p(y|f) - Σ_c f_cᵀa_c/2 of latent values and their weights.
func (s *latent) objective(f, a *mat.Dense) float64 {
	column, p := make([]float64, s.classes()), make([]float64, s.classes())
	sum := 0.0
	for i := range s.n {
		mat.Col(column, i, f)
		sum += column[s.class(i)] - lik.Softmax(p, column)
	}
	for c := range column {
		sum -= linalg.Dot(f.RawRowView(c), a.RawRowView(c)) / 2
	}
	return sum
}

// differentiate writes the probabilities at f, and returns the slopes y - p of the log likelihood.
func (s *latent) differentiate() *mat.Dense {
	column, slopes := make([]float64, s.classes()), s.like()
	for i := range s.n {
		mat.Col(column, i, s.f)
		lik.Softmax(column, column)
		s.p.SetCol(i, column)
		for c, p := range column {
			slopes.Set(c, i, -p)
		}
		// The other probabilities have all digits of 1 - p.
		own := s.class(i)
		column[own] = 0
		slopes.Set(own, i, floats.Sum(column))
	}
	return slopes
}

// curve factorises at the probabilities.
func (s *latent) curve(ctx context.Context) error {
	s.curvature = curvature{e: make([]*mat.Dense, s.classes())}
	sum := mat.NewDense(s.n, s.n, nil)
	for c := range s.e {
		e, logDet, err := s.block(ctx, s.p.RawRowView(c))
		if err != nil {
			return s.search().NoMode(fmt.Errorf("the matrix of class %d: %w", c, err))
		}
		s.e[c], s.logDet = e, s.logDet+logDet
		floats.Add(sum.RawMatrix().Data, e.RawMatrix().Data)
	}
	var err error
	if s.sum, err = linalg.FactorizeLower(ctx, sum, func() error { return linalg.ErrNotPositiveDefinite }); err != nil {
		return s.search().NoMode(fmt.Errorf("the sum of the matrices of the classes: %w", err))
	}
	s.logDet += s.sum.LogDet()
	return nil
}

// block returns E = D½B⁻¹D½ with B = I + D½KD½ for D = diag(p), and log|B|.
func (s *latent) block(ctx context.Context, p []float64) (e *mat.Dense, logDet float64, err error) {
	root, b := make([]float64, s.n), linalg.Uncleared(s.n, s.n)
	for i, v := range p {
		root[i] = math.Sqrt(v)
	}
	fill := func() error {
		for i, r := range root {
			row := b.RawRowView(i)[:i+1]
			linalg.MulTo(row, s.k.RawRowView(i)[:i+1], root[:i+1])
			floats.Scale(r, row)
			row[i]++
		}
		return nil
	}
	if err := fill(); err != nil {
		return nil, 0, err
	}
	chol, err := linalg.FactorizeLower(ctx, b, fill)
	if err != nil {
		return nil, 0, err
	}
	logDet = chol.LogDet()
	if e, err = chol.InvertLower(ctx); err != nil {
		return nil, 0, err
	}
	for i, r := range root {
		row := e.RawRowView(i)[:i+1]
		floats.Mul(row, root[:i+1])
		floats.Scale(r, row)
	}
	linalg.MirrorLower(e)
	return e, logDet, nil
}

// damped returns (I + WK)⁻¹r = r - R K r (Rasmussen and Williams 2006, algorithm 3.3, lines 9 to 11).
func (s *latent) damped(r *mat.Dense) *mat.Dense {
	kr, d := s.like(), mat.DenseCopyOf(r)
	s.times(kr, r)
	sum, part := make([]float64, s.n), make([]float64, s.n)
	for c, e := range s.e {
		linalg.MulVec(part, e, kr.RawRowView(c))
		floats.Add(sum, part)
		floats.Sub(d.RawRowView(c), part)
	}
	s.sum.SolveVec(sum, sum)
	for c, e := range s.e {
		linalg.MulVec(part, e, sum)
		floats.Add(d.RawRowView(c), part)
	}
	return d
}

// search returns the search for the mode.
func (s *latent) search() newton.Search {
	return newton.Search{Package: "softmax", Model: s.model, Objective: func(f, a []float64) float64 {
		return s.objective(mat.NewDense(s.classes(), s.n, f), mat.NewDense(s.classes(), s.n, a))
	}}
}

// find goes to the mode from the weights that s has. The objective is concave, so that it has one.
func (s *latent) find(ctx context.Context) error {
	s.times(s.f, s.a)
	s.value = s.objective(s.f, s.a)
	if err := s.search().CheckStart(s.value); err != nil {
		return err
	}
	if err := s.search().Run(ctx, func() (last bool, err error) { return s.step(ctx) }); err != nil {
		return err
	}
	return s.finish(ctx)
}

// step takes a damped Newton step, and reports whether it was the last one.
func (s *latent) step(ctx context.Context) (last bool, err error) {
	residual := s.differentiate()
	if err := s.curve(ctx); err != nil {
		return false, err
	}
	residual.Sub(residual, s.a)
	direction, move := s.damped(residual), s.like()
	s.times(move, direction)
	numbers := func(m *mat.Dense) []float64 { return m.RawMatrix().Data }
	whole := newton.Step{F: numbers(move), A: numbers(direction), Rise: linalg.Dot(numbers(residual), numbers(move))}
	at, _, last, err := s.search().Ascend(newton.Point{F: numbers(s.f), A: numbers(s.a), Value: s.value}, whole)
	s.f, s.a, s.value = mat.NewDense(s.classes(), s.n, at.F), mat.NewDense(s.classes(), s.n, at.A), at.Value
	return last, err
}

// finish computes the curvature at the mode, and the latent values once more from their weights.
func (s *latent) finish(ctx context.Context) error {
	s.times(s.f, s.a)
	s.value = s.objective(s.f, s.a)
	s.differentiate()
	return s.curve(ctx)
}

// logEvidence returns log q(y|X, θ) (equation 3.44).
func (s *latent) logEvidence() float64 { return s.value - s.logDet/2 }

// covariances returns the posterior covariance matrices of the classes' latent values at points, C × C each. cross
// is K(X, x), and prior has the prior variances (algorithm 3.4).
func (s *latent) covariances(cross *mat.Dense, prior []float64) []*mat.SymDense {
	_, m := cross.Dims()
	all, half := make([]*mat.SymDense, m), make([]*mat.Dense, s.classes())
	for j := range all {
		all[j] = mat.NewSymDense(s.classes(), nil)
	}
	own := make([]float64, m)
	for c, e := range s.e {
		half[c] = mat.NewDense(s.n, m, nil)
		linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, e, cross, 0, half[c])
		copy(own, prior)
		for i := range s.n {
			for j, v := range half[c].RawRowView(i) {
				own[j] -= v * cross.At(i, j)
			}
		}
		for j, v := range own {
			all[j].SetSym(c, c, v)
		}
		s.sum.SolveHalf(half[c])
	}
	products := make([]float64, m)
	for c := range half {
		for b := range c + 1 {
			clear(products)
			for i := range s.n {
				linalg.MulAdd(products, half[c].RawRowView(i), half[b].RawRowView(i))
			}
			for j, v := range products {
				all[j].SetSym(c, b, all[j].At(c, b)+v)
			}
		}
	}
	for _, of := range all {
		for c := range half {
			of.SetSym(c, c, math.Max(of.At(c, c), 0))
		}
	}
	return all
}

// atData returns covariances at the data.
func (s *latent) atData() []*mat.SymDense {
	prior := make([]float64, s.n)
	for i := range prior {
		prior[i] = s.k.At(i, i)
	}
	return s.covariances(s.k, prior)
}
