package rkhs

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/param"
	"krigo/gplib/rkhs/feature"
)

// Kernel is a covariance function of learned features, a [cov.Func] of the
// rows of a matrix. Make one with [Linear] or [Gaussian]. Its parameters are
// those of the map, then those of the head.
type Kernel struct {
	features feature.Map
	head     head
	// theta holds the parameters as the map does: positive ones in logarithms.
	theta    []float64
	params   []cov.Param // at the values of the start
	positive []int       // the positions of positive parameters
	err      error
}

// Linear returns k(x, x') = φ(x)ᵀφ(x'), the kernel of a finite-dimensional
// reproducing kernel Hilbert space, with the map's parameters drawn by seed.
// With a [feature.Fourier] at its end it approaches [Gaussian].
func Linear(m feature.Map, seed uint64) *Kernel { return newKernel(m, linearHead{}, seed) }

// Gaussian returns k(x, x') = u₂ exp(-‖φ(x)-φ(x')‖²/(2u₁²)), with the map's
// parameters drawn by seed and the lengthscale u₁ and the variance u₂ 1 at the
// start. [BSGD] and [SVGP] take it.
func Gaussian(m feature.Map, seed uint64) *Kernel { return newKernel(m, gaussianHead{}, seed) }

func newKernel(m feature.Map, h head, seed uint64) *Kernel {
	if m == nil {
		return &Kernel{err: errors.New("rkhs: the feature map is nil")}
	}
	if err := m.Check(); err != nil {
		return &Kernel{err: fmt.Errorf("rkhs: %w", err)}
	}
	k := &Kernel{features: m, head: h}
	k.theta = k.start(rand.New(rand.NewPCG(seed, 0)))
	for i, p := range append(m.Parameters(), h.parameters()...) {
		if i >= m.Len() {
			p.Name = "kernel." + p.Name
		}
		if !p.Positive {
			k.params = append(k.params, cov.Real(p.Name, k.theta[i]))
			continue
		}
		k.positive = append(k.positive, i)
		q := cov.Positive(p.Name, math.Exp(k.theta[i]))
		if p.Name == "kernel.variance" {
			q.Role = param.RoleVariance
		}
		k.params = append(k.params, q)
	}
	return k
}

// start draws parameters.
func (k *Kernel) start(rng *rand.Rand) []float64 {
	theta := make([]float64, k.features.Len()+len(k.head.parameters()))
	k.features.Init(theta[:k.features.Len()], rng)
	return theta
}

// split returns the parameters of the map and of the head.
func (k *Kernel) split(theta []float64) (features, head []float64) {
	p := k.features.Len()
	return theta[:p:p], theta[p:]
}

// Map returns the feature map.
func (k *Kernel) Map() feature.Map { return k.features }

// Features returns φ at the points x, x.Len() × Map().Out().
func (k *Kernel) Features(x cov.Inputs) (*mat.Dense, error) {
	if err := k.Check(x); err != nil {
		return nil, err
	}
	return k.at(x), nil
}

func (k *Kernel) at(x cov.Inputs) *mat.Dense {
	p, _ := k.split(k.theta)
	return k.features.Pass(p, nil).Forward(rowsOf(x))
}

// rowsOf returns a copy of points by rows.
func rowsOf(x cov.Inputs) *mat.Dense {
	m := x.(*cov.Matrix)
	rows := mat.NewDense(m.Len(), m.Dim(), nil)
	for k := range m.Dim() {
		rows.SetCol(k, m.Column(k))
	}
	return rows
}

// Params lists the parameters. Names of the head's parameters begin with "kernel.".
func (k *Kernel) Params() []cov.Param {
	if k.err != nil {
		return nil
	}
	ps := slices.Clone(k.params)
	for i, v := range k.natural() {
		ps[i].Value = v
	}
	return ps
}

// WithParams returns a copy whose parameters are fixed, bounded or have priors
// as those of ps; see [cov.Func]. A map learns its parameters on its own
// scale, whatever their transform.
func (k *Kernel) WithParams(ps []cov.Param) cov.Func {
	if k.err != nil {
		return k
	}
	c := *k
	c.params = slices.Clone(ps)
	return &c
}

// With returns a copy with the natural parameter values theta.
func (k *Kernel) With(theta []float64) cov.Func {
	if k.err != nil {
		return k
	}
	c := *k
	c.theta = slices.Clone(theta)
	for _, i := range k.positive {
		c.theta[i] = math.Log(theta[i])
	}
	return &c
}

// withLearned returns a copy with parameters as the map holds them.
func (k *Kernel) withLearned(theta []float64) *Kernel {
	c := *k
	c.theta = slices.Clone(theta)
	return &c
}

// natural returns the parameter values as Params has them.
func (k *Kernel) natural() []float64 {
	theta := slices.Clone(k.theta)
	for _, i := range k.positive {
		theta[i] = math.Exp(theta[i])
	}
	return theta
}

// Check returns an error if the map is invalid or the kernel cannot take x.
func (k *Kernel) Check(x cov.Inputs) error {
	if k.err != nil {
		return k.err
	}
	m, ok := x.(*cov.Matrix)
	switch {
	case !ok:
		return fmt.Errorf("rkhs: the inputs are %T; they must be *cov.Matrix", x)
	case m.Dim() != k.features.In():
		return fmt.Errorf("rkhs: %v takes inputs of dimension %d, not %d", k.features, k.features.In(), m.Dim())
	}
	for i, v := range k.theta {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("rkhs: parameter %d of %v is %v", i, k.features, v)
		}
	}
	return nil
}

// String returns head and map in words.
func (k *Kernel) String() string {
	if k.err != nil {
		return "rkhs.Kernel(" + k.err.Error() + ")"
	}
	return fmt.Sprintf("%v kernel of %v", k.head, k.features)
}

// Gram writes k(a_i, b_j) into dst; see [cov.Func].
func (k *Kernel) Gram(dst *mat.Dense, a, b cov.Inputs) {
	fa := k.at(a)
	fb := fa
	if a != b {
		fb = k.at(b)
	}
	_, h := k.split(k.theta)
	k.head.gram(dst, fa, fb, h)
	if a == b {
		symmetrise(dst)
	}
}

// symmetrise copies the lower triangle, so that rounding of products leaves no
// difference.
func symmetrise(a *mat.Dense) {
	n, _ := a.Dims()
	for i := range n {
		for j := range i {
			a.Set(j, i, a.At(i, j))
		}
	}
}

// Diag writes k(a_i, a_i) into dst.
func (k *Kernel) Diag(dst []float64, a cov.Inputs) {
	_, h := k.split(k.theta)
	k.head.diag(dst, k.at(a), h)
}

// AddGrad adds Σ_ij w_ij ∂k(a_i, b_j)/∂θ to grad: one pass forward and one
// back on either side.
func (k *Kernel) AddGrad(grad []float64, w *mat.Dense, a, b cov.Inputs) {
	d := k.derivatives(rowsOf(a), rowsOf(b), mat.DenseCopyOf(w))
	floats.Add(grad, d)
}

// AddInputGrad adds Σ_j w_ij ∂k(a_i, b_j)/∂a_ik to dst; see [cov.AddInputGrad].
func (k *Kernel) AddInputGrad(dst, w *mat.Dense, a, b cov.Inputs) {
	_, h := k.split(k.theta)
	fb := k.at(b)
	k.addInputGrad(dst, a, func(fa *mat.Dense) *mat.Dense {
		da := zeros(fa)
		k.head.fresh().backward(mat.DenseCopyOf(w), fa, fb, da, zeros(fb), h, make([]float64, len(h)))
		return da
	})
}

// addInputGrad adds the derivatives by the coordinates of x of a function of
// the features of x, given those by the features.
func (k *Kernel) addInputGrad(dst *mat.Dense, x cov.Inputs, seed func(phi *mat.Dense) *mat.Dense) {
	p, _ := k.split(k.theta)
	pass := k.features.Pass(p, make([]float64, len(p)))
	dst.Add(dst, pass.Backward(seed(pass.Forward(rowsOf(x))), true))
}

// derivatives returns those of Σ dk_ij k(a_i, b_j) by the natural parameters.
// It overwrites dk.
func (k *Kernel) derivatives(a, b, dk *mat.Dense) []float64 {
	total, side := make([]float64, len(k.theta)), make([]float64, k.features.Len())
	p, h := k.split(k.theta)
	gp, gh := k.split(total)
	pa, pb := k.features.Pass(p, gp), k.features.Pass(p, side)
	fa, fb := pa.Forward(a), pb.Forward(b)
	da, db := zeros(fa), zeros(fb)
	k.head.fresh().backward(dk, fa, fb, da, db, h, gh)
	pa.Backward(da, false)
	pb.Backward(db, false)
	floats.Add(gp, side)
	for _, i := range k.positive {
		total[i] /= math.Exp(k.theta[i])
	}
	return total
}

func zeros(like *mat.Dense) *mat.Dense {
	r, c := like.Dims()
	return mat.NewDense(r, c, nil)
}

// MulVec writes K(a, b)·v into dst and the derivatives into dgrad; see
// [cov.Func]. It holds the features and one row of K.
func (k *Kernel) MulVec(dst []float64, dgrad [][]float64, a, b cov.Inputs, v []float64) {
	fa, fb := k.at(a), k.at(b)
	_, d := fa.Dims()
	_, h := k.split(k.theta)
	row := mat.NewDense(1, len(v), nil)
	for i := range dst {
		k.head.gram(row, fa.Slice(i, i+1, 0, d).(*mat.Dense), fb, h)
		dst[i] = floats.Dot(row.RawRowView(0), v)
	}
	if dgrad == nil {
		return
	}
	points, others := rowsOf(a), rowsOf(b)
	_, in := points.Dims()
	for i := range dst {
		copy(row.RawRowView(0), v)
		for p, g := range k.derivatives(points.Slice(i, i+1, 0, in).(*mat.Dense), others, row) {
			dgrad[p][i] = g
		}
	}
}
