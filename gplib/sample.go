package gplib

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/linalg"
	"krigo/gplib/optim"
)

// Sample returns count joint draws of the latent f at the m points x from any
// posterior, one a row, count × m. A nil src is a fixed seed. It takes O(m³) time plus
// the time of the posterior's Covariance.
func Sample(p Posterior, x cov.Inputs, count int, src rand.Source) (*mat.Dense, error) {
	if count < 1 {
		return nil, fmt.Errorf("gplib: Sample: count is %d, less than 1", count)
	}
	mean, c, err := p.Covariance(x)
	if err != nil {
		return nil, err
	}
	m, rng := len(mean), rand.New(optim.Source(src))
	root, err := squareRoot(c)
	if err != nil {
		return nil, fmt.Errorf("gplib: Sample: %w", err)
	}
	white, draws := mat.NewDense(count, m, nil), mat.NewDense(count, m, nil)
	fillNormals(white.RawMatrix().Data, rng)
	linalg.Gemm(blas.NoTrans, blas.Trans, 1, white, root, 0, draws)
	for s := range count {
		floats.Add(draws.RawRowView(s), mean)
	}
	return draws, nil
}

// Sample returns the function [Sample] of the posterior, in O(n²m + m³) time.
func (e *Exact) Sample(x cov.Inputs, count int, src rand.Source) (*mat.Dense, error) {
	return Sample(e, x, count, src)
}

func fillNormals(z []float64, rng *rand.Rand) {
	for i := range z {
		z[i] = rng.NormFloat64()
	}
}

// squareRoot returns B with BBᵀ = c, a covariance matrix: its Cholesky factor, or
// where rounding leaves it none, that of its eigenvalues above 0.
func squareRoot(c *mat.SymDense) (*mat.Dense, error) {
	k := mat.DenseCopyOf(c)
	if chol, err := linalg.Factorize(k); err == nil {
		return chol.Lower(), nil
	}
	values, vectors, err := linalg.SymmetricEigen(mat.DenseCopyOf(c))
	if err != nil {
		return nil, err
	}
	root := mat.DenseCopyOf(vectors)
	for j, v := range values {
		column := mat.Col(nil, j, root)
		floats.Scale(math.Sqrt(math.Max(v, 0)), column)
		root.SetCol(j, column)
	}
	return root, nil
}

// Path is one draw of f from a posterior: a function that can be evaluated at any
// points and is consistent: the values at new points are drawn given those of all
// earlier calls. A Path therefore grows with its points, q in all. It must not be used
// concurrently.
//
// A Path of an [Exact] takes O(n²m + q²m + m³) time for m more points; others take the
// time of the posterior's Covariance at q + m points.
type Path struct {
	at func(x cov.Inputs) ([]float64, error)
}

// At returns the draw's values at the points x, one each. It fails where the posterior cannot predict at x. Values at
// earlier points stay the same; see [Path].
func (p *Path) At(x cov.Inputs) ([]float64, error) { return p.at(x) }

// Draw returns a draw of f from any posterior. A nil src is a fixed seed.
func Draw(p Posterior, src rand.Source) (*Path, error) {
	if own, ok := p.(interface {
		Draw(src rand.Source) (*Path, error)
	}); ok {
		return own.Draw(src)
	}
	path := &jointPath{posterior: p, drawn: drawn{rng: rand.New(optim.Source(src))}}
	return &Path{path.at}, nil
}

// drawn is a normal draw at the points x so far. Their covariance has the factor chol,
// and the draw is chol times white.
type drawn struct {
	rng   *rand.Rand
	x     cov.Inputs
	chol  *linalg.Cholesky
	white []float64
}

// more returns the draw at the last of all points, which border those so far by the
// covariances b and d, and uses up d. It is 0 on average.
func (p *drawn) more(all cov.Inputs, b, d *mat.Dense) (values []float64, err error) {
	n, m := len(p.white), d.RawMatrix().Rows
	chol := p.chol
	if chol == nil {
		chol, err = linalg.Factorize(d)
	} else {
		chol, err = chol.Extend(b, d)
	}
	if err != nil {
		return nil, fmt.Errorf("gplib: Path: %w", err)
	}
	white := make([]float64, m)
	fillNormals(white, p.rng)
	p.x, p.chol, p.white = all, chol, append(p.white, white...)
	values = make([]float64, n+m)
	chol.MulHalf(values, p.white)
	return values[n:], nil
}

// joined returns the points so far, then x.
func (p *drawn) joined(x cov.Inputs) (cov.Inputs, error) {
	if p.x == nil {
		return x, nil
	}
	j, ok := p.x.(Joiner)
	if !ok {
		return nil, fmt.Errorf("gplib: Path: inputs of kind %T cannot be joined (they have no Join)", p.x)
	}
	return j.Join(x)
}

// jointPath draws by the joint covariance of the posterior.
type jointPath struct {
	posterior Posterior
	drawn
}

func (p *jointPath) at(x cov.Inputs) ([]float64, error) {
	if err := checkInputs(x); err != nil {
		return nil, err
	}
	all, err := p.joined(x)
	if err != nil {
		return nil, err
	}
	mean, joint, err := p.posterior.Covariance(all)
	if err != nil {
		return nil, err
	}
	n, whole := len(p.white), mat.DenseCopyOf(joint)
	var b *mat.Dense
	if n > 0 {
		b = whole.Slice(0, n, n, len(mean)).(*mat.Dense)
	}
	values, err := p.more(all, b, whole.Slice(n, len(mean), n, len(mean)).(*mat.Dense))
	if err != nil {
		return nil, err
	}
	floats.Add(values, mean[n:])
	return values, nil
}

// exactPath draws f₀ from the prior and moves it to the data (Wilson et al. 2020,
// section 3.1, Matheron's rule).
type exactPath struct {
	e *Exact
	drawn
	// v is C⁻¹(y - m(X) - f₀(X) - e₀) for the noise e₀.
	v []float64
}

// Draw returns a draw of f from the posterior. A nil src is a fixed seed.
func (e *Exact) Draw(src rand.Source) (*Path, error) {
	posterior, err := e.solve()
	if err != nil {
		return nil, err
	}
	p := &exactPath{e: e, drawn: drawn{rng: rand.New(optim.Source(src))}, v: e.model.Residuals(e.data)}
	n := e.data.Len()
	k, noise, white := mat.NewDense(n, n, nil), make([]float64, n), make([]float64, n)
	e.model.Cov.Gram(k, e.data.X, e.data.X)
	f, err := p.more(e.data.X, nil, k)
	if err != nil {
		return nil, err
	}
	e.model.Noise.Var(noise, e.data.X)
	fillNormals(white, p.rng)
	for i, z := range white {
		p.v[i] -= f[i] + math.Sqrt(noise[i])*z
	}
	posterior.chol.SolveVec(p.v, p.v)
	return &Path{p.at}, nil
}

func (p *exactPath) at(x cov.Inputs) ([]float64, error) {
	if err := p.e.model.CheckAt(x, p.e.data.X); err != nil {
		return nil, err
	}
	all, err := p.joined(x)
	if err != nil {
		return nil, err
	}
	n, m := len(p.white), x.Len()
	b, d := mat.NewDense(n, m, nil), mat.NewDense(m, m, nil)
	p.e.model.Cov.Gram(b, p.x, x)
	p.e.model.Cov.Gram(d, x, x)
	f, err := p.more(all, b, d)
	if err != nil {
		return nil, err
	}
	cross := p.e.cross(x)
	for i, v := range p.v {
		floats.AddScaled(f, v, cross.RawRowView(i))
	}
	floats.Add(f, p.e.model.MeanAt(x))
	return f, nil
}
