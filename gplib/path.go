package gplib

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/linalg"
	"krigo/gplib/optim"
)

// Path is one draw of f from a posterior: a function, which can be evaluated
// at any points and is one function at all of them.
//
// Draws are exact (Wilson et al. 2020, section 3.1, Matheron's rule): the
// values at new points are drawn given those of all earlier calls. A Path
// therefore grows with the points that it is asked for, q in all: a call for
// m more takes O(n²m + q²m + m³) time. It serves one goroutine.
type Path struct {
	e   *Exact
	rng *rand.Rand
	// prior is the factor of the prior covariance of all points so far, the
	// data's first, and white what it was multiplied by to give the values.
	x     cov.Inputs
	chol  *linalg.Cholesky
	white []float64
	// v is C⁻¹(y - m(X) - f₀(X) - e₀) for the prior draw f₀ and noise e₀.
	v []float64
}

// Draw returns a draw of f from the posterior. A nil src is a fixed seed.
func (e *Exact) Draw(src rand.Source) (*Path, error) {
	src = optim.Source(src)
	posterior, err := e.solve()
	if err != nil {
		return nil, err
	}
	p := &Path{e: e, rng: rand.New(src), x: e.data.X}
	n := e.data.Len()
	k := mat.NewDense(n, n, nil)
	e.model.Cov.Gram(k, p.x, p.x)
	if p.chol, err = linalg.Factorize(k); err != nil {
		return nil, fmt.Errorf("gplib: Draw: prior covariance of the data: %w", err)
	}
	p.white = p.normals(n)
	f, noise := make([]float64, n), make([]float64, n)
	p.chol.MulHalf(f, p.white)
	e.model.Noise.Var(noise, p.x)
	p.v = e.model.Residuals(e.data)
	for i, z := range p.normals(n) {
		p.v[i] -= f[i] + math.Sqrt(noise[i])*z
	}
	posterior.chol.SolveVec(p.v, p.v)
	return p, nil
}

func (p *Path) normals(n int) []float64 {
	z := make([]float64, n)
	fillNormals(z, p.rng)
	return z
}

// At returns the draw's values at x.
func (p *Path) At(x cov.Inputs) ([]float64, error) {
	if err := p.e.model.CheckAt(x, p.e.data.X); err != nil {
		return nil, err
	}
	f, err := p.prior(x)
	if err != nil {
		return nil, fmt.Errorf("gplib: Path: %w", err)
	}
	cross := p.e.cross(x)
	for i, v := range p.v {
		floats.AddScaled(f, v, cross.RawRowView(i))
	}
	floats.Add(f, p.e.model.meanAt(x))
	return f, nil
}

// prior draws f₀ at x given all its values so far.
func (p *Path) prior(x cov.Inputs) ([]float64, error) {
	j, ok := p.x.(Joiner)
	if !ok {
		return nil, fmt.Errorf("inputs of kind %T cannot be joined (they have no Join)", p.x)
	}
	all, err := j.Join(x)
	if err != nil {
		return nil, err
	}
	n, m := p.x.Len(), x.Len()
	b, d := mat.NewDense(n, m, nil), mat.NewDense(m, m, nil)
	p.e.model.Cov.Gram(b, p.x, x)
	p.e.model.Cov.Gram(d, x, x)
	chol, err := p.chol.Extend(b, d)
	if err != nil {
		return nil, err
	}
	p.x, p.chol, p.white = all, chol, append(p.white, p.normals(m)...)
	f := make([]float64, n+m)
	chol.MulHalf(f, p.white)
	return f[n:], nil
}
