package grief

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/linalg"
	"krigo/gplib/optim"
	"krigo/gplib/param"
)

// Features are functions φ with k(x, z) ≈ φ(x)ᵀφ(z): a [Basis], or one of the
// baselines [Nystrom] and [Fourier].
type Features interface {
	// Eval returns the functions at the n points x: n × p.
	Eval(x cov.Inputs) (*mat.Dense, error)
}

var (
	_ Features = (*Basis)(nil)
	_ Features = (*Nystrom)(nil)
	_ Features = (*Fourier)(nil)
)

// Nystrom is the randomised Nyström approximation (Williams and Seeger 2001)
// k(x, Z) K_ZZ⁻¹ k(Z, z) on p points Z: φ(x) = L⁻¹k(Z, x), K_ZZ = LLᵀ.
type Nystrom struct {
	k      cov.Func
	points cov.Inputs
	chol   *linalg.Cholesky
}

// NewNystrom chooses p of the points x uniformly. A nil src is a fixed seed.
func NewNystrom(k cov.Func, x cov.Inputs, p int, src rand.Source) (*Nystrom, error) {
	if k == nil || x == nil {
		return nil, errors.New("grief: NewNystrom: k or x is nil")
	}
	if p < 1 || p > x.Len() {
		return nil, fmt.Errorf("grief: NewNystrom: p is %d; it must lie in [1, %d], the number of points", p, x.Len())
	}
	if err := k.Check(x); err != nil {
		return nil, fmt.Errorf("grief: NewNystrom: %w", err)
	}
	n := &Nystrom{k: k, points: x.Subset(rand.New(optim.Source(src)).Perm(x.Len())[:p])}
	gram := mat.NewDense(p, p, nil)
	k.Gram(gram, n.points, n.points)
	var err error
	if n.chol, err = linalg.Factorize(gram); err != nil {
		return nil, fmt.Errorf("grief: NewNystrom: %w", err)
	}
	return n, nil
}

// Eval returns the p functions at the n points x, n × p, in O(n p²) time.
func (n *Nystrom) Eval(x cov.Inputs) (*mat.Dense, error) {
	if x == nil {
		return nil, errors.New("grief: Nystrom: x is nil")
	}
	if err := n.k.Check(x); err != nil {
		return nil, fmt.Errorf("grief: Nystrom: %w", err)
	}
	cross := mat.NewDense(n.points.Len(), x.Len(), nil)
	n.k.Gram(cross, n.points, x)
	n.chol.SolveHalf(cross)
	return mat.DenseCopyOf(cross.T()), nil
}

// Fourier is the approximation of a squared exponential by random Fourier
// features (Rahimi and Recht 2007): p/2 pairs of √(2s/p) cos ωᵀx and
// √(2s/p) sin ωᵀx, ω_l ~ N(0, 1/ℓ_l²).
type Fourier struct {
	omega *mat.Dense // p/2 × d
	scale float64    // √(2s/p)
}

// NewFourier draws p features, p even, of s·SE(ℓ) on inputs of dimension d. A
// nil src is a fixed seed.
func NewFourier(k cov.Func, d, p int, src rand.Source) (*Fourier, error) {
	if p < 2 || p%2 != 0 {
		return nil, fmt.Errorf("grief: NewFourier: p is %d; it must be even and at least 2", p)
	}
	if k == nil {
		return nil, errors.New("grief: NewFourier: k is nil")
	}
	parts, err := cov.Separate(k, d)
	if err != nil {
		return nil, fmt.Errorf("grief: NewFourier: %w", err)
	}
	theta := param.Values(k.Params())
	f := &Fourier{omega: mat.NewDense(p/2, d, nil), scale: math.Sqrt(2 * parts.Value(theta) / float64(p))}
	rng := rand.New(optim.Source(src))
	for l, part := range parts.Factors {
		if part.Func == nil {
			continue
		}
		if spec, err := cov.Describe(part.Func); err != nil || spec.Kind != "SE" {
			return nil, fmt.Errorf("grief: NewFourier: %v on input %d; it supports only the squared exponential", part.Func, l)
		}
		for i := range p / 2 {
			f.omega.Set(i, l, rng.NormFloat64()/theta[part.Params[0]])
		}
	}
	return f, nil
}

// Eval returns the p functions at the n points x, n × p: the cosines first.
func (f *Fourier) Eval(x cov.Inputs) (*mat.Dense, error) {
	half, d := f.omega.Dims()
	m, ok := x.(*cov.Matrix)
	if !ok || m == nil || m.Dim() != d || m.Len() == 0 {
		return nil, fmt.Errorf("grief: Fourier: the inputs are %v; they must be a *cov.Matrix of dimension %d", x, d)
	}
	var angles mat.Dense
	angles.Mul(m, f.omega.T())
	phi := mat.NewDense(m.Len(), 2*half, nil)
	for r := range m.Len() {
		row := phi.RawRowView(r)
		for i, angle := range angles.RawRowView(r) {
			sin, cos := math.Sincos(angle)
			row[i], row[half+i] = f.scale*cos, f.scale*sin
		}
	}
	return phi, nil
}
