package kronecker

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// factors is the factorisation of the covariance matrix of the observations of t outputs at n points.
type factors struct {
	*grid
	model gplib.Model
	x     *cov.Matrix
	// origin is the row of the largest prior variance, which is unit. The points of its output have the covariance
	// matrix k, n × n, and the outputs of its point have unit times b, t × t.
	origin  int
	unit    float64
	k, b    *mat.Dense
	ofPoint cov.Inputs // the outputs of that point
	ofOne   cov.Inputs // the points of that output
	noise   []float64  // of each output
	// turn is D^-½V: its columns turn the outputs into independent processes with covariance matrices γ_j k + I, which
	// are factorised.
	gamma []float64
	turn  *mat.Dense
	chol  []*linalg.Cholesky
	// turned are the residuals of those processes, and weights their inverse covariance matrices times these, t × n.
	turned, weights *mat.Dense
}

// factorize returns the factors of a model given data that are the grid g.
func factorize(ctx context.Context, m gplib.Model, d gplib.Data, g *grid) (*factors, error) {
	f := &factors{grid: g, model: m, x: d.X.(*cov.Matrix)}
	if err := f.setOrigin(); err != nil {
		return nil, err
	}
	f.setMatrices()
	if err := f.setTurn(); err != nil {
		return nil, err
	}
	t, n := f.size()
	residual := m.Residuals(d)
	f.turned, f.weights = mat.NewDense(t, n, nil), mat.NewDense(t, n, nil)
	for j, rows := range f.rows {
		for i, row := range rows {
			for p, w := range f.turn.RawRowView(j) {
				f.turned.Set(p, i, f.turned.At(p, i)+w*residual[row])
			}
		}
	}
	f.chol = make([]*linalg.Cholesky, t)
	for p, gamma := range f.gamma {
		var err error
		if f.chol[p], err = f.factor(ctx, gamma); err != nil {
			return nil, err
		}
		f.chol[p].SolveVec(f.weights.RawRowView(p), f.turned.RawRowView(p))
	}
	return f, nil
}

// setOrigin finds the origin, and the outputs and points that share it.
func (f *factors) setOrigin() error {
	variance := make([]float64, f.x.Len())
	f.model.Cov.Diag(variance, f.x)
	f.origin = floats.MaxIdx(variance)
	if f.unit = variance[f.origin]; !(f.unit > 0) || math.IsInf(f.unit, 0) {
		return fmt.Errorf("kronecker: the largest prior variance of %v is %v; it must be positive and finite", f.model.Cov, f.unit)
	}
	t, _ := f.size()
	column := make([]int, t)
	for _, rows := range f.rows {
		for i, row := range rows {
			if row != f.origin {
				continue
			}
			f.ofOne = f.x.Subset(rows)
			for j := range column {
				column[j] = f.rows[j][i]
			}
			f.ofPoint = f.x.Subset(column)
		}
	}
	return nil
}

// setMatrices computes k, b and the noise.
func (f *factors) setMatrices() {
	t, n := f.size()
	f.k, f.b = mat.NewDense(n, n, nil), mat.NewDense(t, t, nil)
	f.model.Cov.Gram(f.k, f.ofOne, f.ofOne)
	f.model.Cov.Gram(f.b, f.ofPoint, f.ofPoint)
	f.b.Scale(1/f.unit, f.b)
	f.noise = make([]float64, t)
	f.model.Noise.Var(f.noise, f.ofPoint)
}

// setTurn computes gamma and turn.
func (f *factors) setTurn() error {
	t, _ := f.size()
	whitened := mat.NewDense(t, t, nil)
	for i := range t {
		for j := range t {
			whitened.Set(i, j, f.b.At(i, j)/math.Sqrt(f.noise[i]*f.noise[j]))
		}
	}
	var err error
	if f.gamma, f.turn, err = linalg.SymmetricEigen(whitened); err != nil {
		return fmt.Errorf("kronecker: the covariance matrix of %d outputs under %v: %w", t, f.model, err)
	}
	for j := range t {
		f.gamma[j] = max(f.gamma[j], 0) // rounding makes zeros negative
		floats.Scale(1/math.Sqrt(f.noise[j]), f.turn.RawRowView(j))
	}
	return nil
}

// factor returns the factor of gamma·k + I.
func (f *factors) factor(ctx context.Context, gamma float64) (*linalg.Cholesky, error) {
	_, n := f.size()
	c := mat.NewDense(n, n, nil)
	fill := func() error {
		for i := range n {
			row := c.RawRowView(i)[:i+1]
			floats.ScaleTo(row, gamma, f.k.RawRowView(i)[:i+1])
			row[i]++
		}
		return nil
	}
	_ = fill()
	chol, err := linalg.FactorizeLower(ctx, c, fill)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("kronecker: covariance matrix of %d points under %v: %w", n, f.model, err)
	case chol.Jitter() > 0:
		return nil, fmt.Errorf("kronecker: the noise is lost in the rounding of the covariance matrix of %d points under %v; take a larger noise", n, f.model)
	}
	return chol, nil
}

// value returns the negative log marginal likelihood.
func (f *factors) value() float64 {
	t, n := f.size()
	twice := float64(t*n) * math.Log(2*math.Pi)
	for p, chol := range f.chol {
		twice += floats.Dot(f.turned.RawRowView(p), f.weights.RawRowView(p)) + chol.LogDet() + float64(n)*math.Log(f.noise[p])
	}
	return twice / 2
}

// byRow returns values of the outputs at the points, t × n, in the order of the rows of the data.
func (f *factors) byRow(values *mat.Dense) []float64 {
	all := make([]float64, f.x.Len())
	for j, rows := range f.rows {
		for i, row := range rows {
			all[row] = values.At(j, i)
		}
	}
	return all
}

// alpha returns C⁻¹(y - m), by rows of the data.
func (f *factors) alpha() []float64 {
	t, n := f.size()
	a := mat.NewDense(t, n, nil)
	linalg.AddMul(a, f.turn, f.weights)
	return f.byRow(a)
}

// precisions returns the diagonal of C⁻¹, by rows of the data, from the diagonals of the inverses of the processes'
// covariance matrices, t × n.
func (f *factors) precisions(inverses *mat.Dense) []float64 {
	t, n := f.size()
	all, squares := mat.NewDense(t, n, nil), mat.NewDense(t, t, nil)
	squares.MulElem(f.turn, f.turn)
	linalg.AddMul(all, squares, inverses)
	return f.byRow(all)
}

// solve replaces b, with a row for each of the data, by C⁻¹b.
func (f *factors) solve(b *mat.Dense) {
	t, n := f.size()
	_, columns := b.Dims()
	solved := mat.NewDense(b.RawMatrix().Rows, columns, nil)
	part := mat.NewDense(n, columns, nil)
	for p := range t {
		part.Zero()
		f.each(p, func(w float64, i, row int) { floats.AddScaled(part.RawRowView(i), w, b.RawRowView(row)) })
		f.chol[p].Solve(part)
		f.each(p, func(w float64, i, row int) { floats.AddScaled(solved.RawRowView(row), w, part.RawRowView(i)) })
	}
	b.Copy(solved)
}

// each calls do for each row of the data, which is of point i, with its weight in process p.
func (f *factors) each(p int, do func(w float64, i, row int)) {
	for j, rows := range f.rows {
		for i, row := range rows {
			do(f.turn.At(j, p), i, row)
		}
	}
}

// gradient adds the derivatives of value by the parameters of the covariance function to kernel, and returns those by
// the noise variances of the rows. It uses up the factors.
//
// The derivatives by k are Σ_p γ_p((γ_p k + I)⁻¹ - w_p w_pᵀ)/2 for the weights w_p of process p; see byB for b.
func (f *factors) gradient(ctx context.Context, kernel []float64) (byNoise []float64, err error) {
	t, n := f.size()
	twice, inverses := mat.NewDense(n, n, nil), mat.NewDense(t, n, nil)
	traces := make([]float64, t)
	for p, gamma := range f.gamma {
		inverse, err := f.chol[p].InvertLower(ctx)
		if err != nil {
			return nil, err
		}
		w := f.weights.RawRowView(p)
		for i := range n {
			row, k, sum := inverse.RawRowView(i)[:i+1], f.k.RawRowView(i)[:i+1], twice.RawRowView(i)[:i+1]
			traces[p] += 2*floats.Dot(row, k) - row[i]*k[i]
			floats.AddScaled(sum, gamma, row)
			floats.AddScaled(sum, -gamma*w[i], w[:i+1])
			inverses.Set(p, i, row[i])
		}
	}
	of := func(m *mat.Dense) func([]float64, int, int) {
		return func(dst []float64, i, lo int) { copy(dst, m.RawRowView(i)[lo:]) }
	}
	if err := cov.AddGradSymmetric(ctx, f.model.Cov, kernel, f.ofOne, of(twice)); err != nil {
		return nil, err
	}
	byB := f.byB(traces)
	shared := 0.0 // the derivative by unit, which b is divided by
	for j := range t {
		shared -= floats.Dot(byB.RawRowView(j), f.b.RawRowView(j)) / (2 * f.unit)
	}
	byB.Scale(1/f.unit, byB)
	if err := cov.AddGradSymmetric(ctx, f.model.Cov, kernel, f.ofPoint, of(byB)); err != nil {
		return nil, err
	}
	origin := f.x.Subset([]int{f.origin})
	f.model.Cov.AddGrad(kernel, mat.NewDense(1, 1, []float64{shared}), origin, origin)
	byNoise = f.precisions(inverses)
	for row, a := range f.alpha() {
		byNoise[row] = (byNoise[row] - a*a) / 2
	}
	return byNoise, nil
}

// byB returns twice the derivatives of value by b, t × t, from the traces of (γ_p k + I)⁻¹k: turn·U·turnᵀ with
// U_pq = δ_pq tr((γ_p k + I)⁻¹k) - w_pᵀkw_q.
func (f *factors) byB(traces []float64) *mat.Dense {
	t, n := f.size()
	wk, inner := mat.NewDense(t, n, nil), mat.NewDense(t, t, nil)
	linalg.AddMul(wk, f.weights, f.k)
	linalg.Gemm(blas.NoTrans, blas.Trans, -1, wk, f.weights, 0, inner)
	for p, trace := range traces {
		inner.Set(p, p, inner.At(p, p)+trace)
	}
	half, by := mat.NewDense(t, t, nil), mat.NewDense(t, t, nil)
	linalg.AddMul(half, f.turn, inner)
	linalg.Gemm(blas.NoTrans, blas.Trans, 1, half, f.turn, 0, by)
	return by
}
