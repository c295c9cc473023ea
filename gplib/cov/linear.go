package cov

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/internal/jet"
)

// Linear returns the covariance function of linear functions through the origin,
//
//	k(x, x') = Σ_k x_k x'_k / l_k²
//
// (Rasmussen and Williams 2006, section 4.2.2). Without a lengthscale all l_k are 1 and
// it has no parameter; one serves all dimensions; d of them are relevances of the d
// dimensions (ARD). Add [Constant] for an offset.
func Linear(lengthscale ...float64) Func { return function{linear{slices.Clone(lengthscale)}} }

func init() { register("Linear", needs{}, func(w written) Func { return Linear(w.Theta...) }) }

type linear struct{ length []float64 }

func (l linear) label() string             { return "linear" }
func (l linear) params() []Param           { return positives("lengthscale", l.length) }
func (l linear) with(theta []float64) body { return linear{slices.Clone(theta)} }
func (l linear) String() string            { return call("Linear", l.length) }

func (l linear) check(x Inputs) error {
	m, err := matrixOf("Linear", x)
	if err != nil || len(l.length) == 0 {
		return err
	}
	return checkLengthscales("Linear", l.length, m)
}

// scales returns the lengthscales, or a single 1 without any.
func (l linear) scales() []float64 {
	if len(l.length) == 0 {
		return []float64{1}
	}
	return l.length
}

func (l linear) diag(dst []float64, a Inputs) {
	m := a.(*Matrix).scaled(l.scales())
	clear(dst)
	for k := range m.d {
		for i, v := range m.col(k) {
			dst[i] += v * v
		}
	}
}

func (l linear) Describe() (Spec, error) { return describeLeaf("Linear", l.params()) }

func (l linear) rows(a, b Inputs) evaluator {
	ma, mb := a.(*Matrix).scaled(l.scales()), b.(*Matrix).scaled(l.scales())
	return &linearRows{linear: l, a: ma, b: mb, x: make([]float64, ma.d), k: make([]float64, chunk)}
}

type linearRows struct {
	linear
	a, b   *Matrix // scaled by the lengthscales
	x, k   []float64
	lo, hi int
}

func (e *linearRows) value(dst []float64, i, lo, hi int) {
	e.lo, e.hi = lo, hi
	e.a.row(e.x, i)
	k := e.k[:hi-lo]
	clear(k)
	for d, x := range e.x {
		floats.AddScaled(k, x, e.b.col(d)[lo:hi])
	}
	copy(dst, k)
}

// grad: the term of dimension k falls as 1/l_k².
func (e *linearRows) grad(grad, w []float64) {
	if len(e.length) == 1 {
		grad[0] -= 2 / e.length[0] * floats.Dot(w, e.k[:e.hi-e.lo])
		return
	}
	for d, l := range e.length {
		grad[d] -= 2 / l * e.x[d] * floats.Dot(w, e.b.col(d)[e.lo:e.hi])
	}
}

// inputGrad: ∂k/∂x_k = x'_k/l_k², on scaled inputs.
func (e *linearRows) inputGrad(da []float64, db [][]float64, w []float64) {
	for d, x := range e.x {
		l := e.scales()[min(d, len(e.scales())-1)]
		da[d] += floats.Dot(w, e.b.col(d)[e.lo:e.hi]) / l
		floats.AddScaled(db[d][:len(w)], x/l, w)
	}
}

func (l linear) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet { return dotJets(r, theta, x, y) }
