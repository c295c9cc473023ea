package cov

import (
	"fmt"
	"slices"

	"krigo/gplib/internal/jet"
	"krigo/gplib/linalg"
	"krigo/gplib/param"
)

// profile defines a stationary covariance function by its value at the
// scaled squared distance r² = Σ_k ((x_k - x'_k)/l_k)². All slices but shape
// have one length.
type profile interface {
	// label is short: the prefix of parameters' names where they are ambiguous, and the name of a
	// term of a sum.
	label() string
	// name is the constructor's.
	name() string
	// shapeNames are the parameters besides the lengthscales.
	shapeNames() []string
	// value writes k(r²). spare, here and in slope, is scratch memory.
	value(k, spare, r2, shape []float64)
	// slope writes w_j s_j with s = -(∂k/∂r)/r = -2 ∂k/∂(r²), given k; where k is not
	// differentiable at r = 0, s may be any finite number there, because it is
	// multiplied by 0.
	slope(ws, spare, w, k, r2, shape []float64)
	// shapeGrad adds Σ_j w_j ∂k_j/∂shape_p to grad[p].
	shapeGrad(grad, w, k, r2, shape []float64)
	// jet returns k(r²) as Taylor polynomial.
	jet(r2 jet.Jet, shape []jet.Jet) jet.Jet
}

// stationary is a profile with its parameters: the shape, then one
// lengthscale for all dimensions or one for each (ARD).
type stationary struct {
	profile
	shape, length []float64
}

func newStationary(p profile, shape, length []float64) Func {
	return function{stationary{p, slices.Clone(shape), slices.Clone(length)}}
}

// registerStationary registers the kind of a profile.
func registerStationary(p profile) {
	q := len(p.shapeNames())
	register(p.name(), needs{theta: q + 1}, func(w written) Func { return newStationary(p, w.Theta[:q], w.Theta[q:]) })
}

func (s stationary) params() []Param {
	var ps []Param
	for i, name := range s.shapeNames() {
		ps = append(ps, Positive(name, s.shape[i]))
	}
	return append(ps, as(param.RoleLengthscale, positives("lengthscale", s.length))...)
}

func (s stationary) with(theta []float64) body {
	q := len(s.shape)
	return stationary{s.profile, slices.Clone(theta[:q]), slices.Clone(theta[q:])}
}

func (s stationary) check(x Inputs) error {
	m, err := matrixOf(s.name(), x)
	if err != nil {
		return err
	}
	return checkLengthscales(s.name(), s.length, m)
}

// checkLengthscales returns an error unless there is one lengthscale, or one a
// dimension.
func checkLengthscales(name string, length []float64, m *Matrix) error {
	switch n := len(length); {
	case n == 0:
		return fmt.Errorf("cov: %s needs a lengthscale", name)
	case n > 1 && n != m.d:
		return fmt.Errorf("cov: %s has %d lengthscales, the inputs have dimension %d", name, n, m.d)
	}
	return nil
}

func (s stationary) diag(dst []float64, _ Inputs) { fill(dst, 1) }

// addGradDiag: k is 1 at every point.
func (s stationary) addGradDiag(_, _ []float64, _ Inputs) {}

func (s stationary) String() string { return call(s.name(), s.shape, s.length) }

func (s stationary) Describe() (Spec, error) { return describeLeaf(s.name(), s.params()) }

// separate: of a profile with k(r² + q²) = k(r²) k(q²), which has a method
// factorises, each dimension is a factor.
func (s stationary) separate(all *separation, at, dims []int) error {
	q := len(s.shape)
	if _, ok := s.profile.(interface{ factorises() }); !ok {
		return all.addLeaf(function{s}, at, dims, at[q:])
	}
	if n := len(s.length); n > 1 && n != len(dims) {
		return fmt.Errorf("cov: %s has %d lengthscales, the inputs have dimension %d", s.name(), n, len(dims))
	}
	for j, d := range dims {
		l := q + min(j, len(s.length)-1)
		own := append(slices.Clone(at[:q]), at[l])
		all.multiply(d, newStationary(s.profile, s.shape, s.length[l-q:l-q+1]), own, own[q:])
	}
	return nil
}

func (s stationary) rows(a, b Inputs) evaluator {
	sa := a.(*Matrix).scaled(s.length)
	sb := sa
	if !same(a, b) {
		sb = b.(*Matrix).scaled(s.length)
	}
	return &stationaryRows{
		stationary: s,
		a:          sa,
		b:          sb,
		x:          make([]float64, sa.d),
		r2:         make([]float64, chunk),
		k:          make([]float64, chunk),
		ws:         make([]float64, chunk),
		spare:      make([]float64, chunk),
	}
}

type stationaryRows struct {
	stationary
	a, b             *Matrix // scaled by the lengthscales
	x                []float64
	r2, k, ws, spare []float64
	lo, hi           int
}

func (e *stationaryRows) value(dst []float64, i, lo, hi int) {
	e.lo, e.hi = lo, hi
	e.a.row(e.x, i)
	r2 := e.r2[:hi-lo]
	squaredDistances(r2, e.x, e.b, lo, hi)
	e.profile.value(e.k[:hi-lo], e.spare[:hi-lo], r2, e.shape)
	copy(dst, e.k[:hi-lo])
}

func (e *stationaryRows) grad(grad, w []float64) {
	m, q := e.hi-e.lo, len(e.shape)
	k, r2, ws := e.k[:m], e.r2[:m], e.ws[:m]
	e.shapeGrad(grad[:q], w, k, r2, e.shape)
	e.slope(ws, e.spare[:m], w, k, r2, e.shape)
	// ∂k/∂l_k = s ((x_k - x'_k)/l_k)²/l_k.
	if len(e.length) == 1 {
		grad[q] += linalg.Dot(ws, r2) / e.length[0]
		return
	}
	for d, l := range e.length {
		grad[q+d] += linalg.WeightedSquares(ws, e.x[d], e.b.col(d)[e.lo:e.hi]) / l
	}
}

// inputGrad: ∂k/∂x_k = -s (x_k - x'_k)/l_k², on scaled inputs.
func (e *stationaryRows) inputGrad(da []float64, db [][]float64, w []float64) {
	m := e.hi - e.lo
	ws := e.ws[:m]
	e.slope(ws, e.spare[:m], w, e.k[:m], e.r2[:m], e.shape)
	for d, x := range e.x {
		l := e.length[min(d, len(e.length)-1)]
		for j, v := range e.b.col(d)[e.lo:e.hi] {
			g := ws[j] * (x - v) / l
			da[d] -= g
			db[d][j] += g
		}
	}
}

// squaredDistances writes |x - b_j|² into dst[j-lo] for j in [lo, hi).
func squaredDistances(dst, x []float64, b *Matrix, lo, hi int) {
	linalg.SquaredDistances(dst[:hi-lo], x, b.data[lo:], b.n)
}

func (s stationary) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	q := len(s.shape)
	return s.profile.jet(distanceJets(r, theta[q:], x, y), theta[:q])
}
