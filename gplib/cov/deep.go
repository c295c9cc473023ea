package cov

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/internal/jet"
	"krigo/gplib/rkhs/feature"
)

// FeatureMap maps points to points, for [Deep]. It is immutable.
type FeatureMap interface {
	// Params lists the parameters φ; the slice is the caller's own.
	Params() []Param
	// With returns a copy with parameter values theta.
	With(theta []float64) FeatureMap
	// Check returns an error if the map cannot take x.
	Check(x *Matrix) error
	// Dim is the number of features of points of dimension d.
	Dim(d int) int
	// Pass returns a pass over points (n × d) at the map's parameters, whose Backward
	// writes ∂L/∂φ into grad; with a nil grad it has no Backward.
	Pass(grad []float64) feature.Pass
}

// Deep returns the covariance function k(m(x), m(x')) of features m(x), whose
// parameters are learned with those of k: input warping ([Warp]) and deep kernels
// ([Network]; Wilson et al. 2016). k must be differentiable by its inputs, as all
// functions of coordinates of this package are except White and those of labels,
// fingerprints and histograms. For q features the derivatives take the time of the
// derivatives of k by its inputs, O(n² q), and n/32 passes of the map over all points.
func Deep(k Func, m FeatureMap) Func {
	if m == nil {
		return function{broken{fmt.Errorf("cov: Deep was given a nil feature map")}}
	}
	return function{deep{present(k, "Deep"), m}}
}

type deep struct {
	base     Func
	features FeatureMap
}

func (d deep) label() string { return "deep" }

func (d deep) params() []Param {
	return joinParams([]named{{"features", d.features.Params()}, {labelOf(d.base), ofFeatures(d.base.Params())}})
}

func (d deep) with(theta []float64) body {
	p := len(d.features.Params())
	return deep{d.base.With(theta[p:]), d.features.With(theta[:p])}
}

func (d deep) check(x Inputs) error {
	m, err := matrixOf("Deep", x)
	if err != nil {
		return err
	}
	if err := d.features.Check(m); err != nil {
		return err
	}
	return checkDifferentiable(d.base, d.of(m))
}

func (d deep) String() string { return fmt.Sprintf("Deep(%v, %v)", d.base, d.features) }

func (d deep) diag(dst []float64, a Inputs) {
	d.base.Diag(dst, d.of(a.(*Matrix)))
}

// of returns the features of all points.
func (d deep) of(x *Matrix) *Matrix { return d.mapped(x, nil).features }

// mapped maps all points. Derivatives by parameters go through grad.
func (d deep) mapped(x *Matrix, grad []float64) *mapped {
	if x.n == 0 {
		return &mapped{features: newMatrix(0, d.features.Dim(x.d))}
	}
	m := &mapped{pass: d.features.Pass(grad), grad: grad}
	m.features = Points(m.pass.Forward(mat.DenseCopyOf(x)))
	return m
}

// mapped is points and their features.
type mapped struct {
	pass     feature.Pass
	grad     []float64
	features *Matrix
	// by[k][i] is the derivative by feature k of point i since the last call of
	// addGrad.
	by   [][]float64
	seed *mat.Dense
}

// differentiate allocates the derivatives by features.
func (m *mapped) differentiate() {
	if m.by == nil && m.features.n > 0 {
		m.by, m.seed = columns(m.features.d, m.features.n), mat.NewDense(m.features.n, m.features.d, nil)
	}
}

// addGrad adds the derivatives by parameters to grad and clears those by features.
func (m *mapped) addGrad(grad []float64) {
	if m.by == nil {
		return
	}
	for k, by := range m.by {
		m.seed.SetCol(k, by)
		clear(by)
	}
	m.pass.Backward(m.seed, false)
	floats.Add(grad, m.grad)
}

func (d deep) Describe() (Spec, error) {
	m, ok := d.features.(interface{ spec() Spec })
	if !ok {
		return Spec{}, fmt.Errorf("cov: a feature map of type %T cannot be written", d.features)
	}
	return m.spec().over(d.base)
}

func (d deep) rows(a, b Inputs) evaluator {
	e := &deepRows{p: len(d.features.Params())}
	e.a = d.mapped(a.(*Matrix), make([]float64, e.p))
	e.b = e.a
	if !same(a, b) {
		e.b = d.mapped(b.(*Matrix), make([]float64, e.p))
	}
	e.part = rowsOf(d.base, e.a.features, e.b.features)
	return e
}

// deepRows sums the derivatives by features and passes them back through the map
// when it is settled: once for a block of rows.
type deepRows struct {
	p    int // the number of the features' parameters
	a, b *mapped
	part evaluator
	// pending receives the derivatives by the features' parameters at the next settle.
	pending []float64
	da      []float64
	db      [][]float64
	i, lo   int
}

func (e *deepRows) value(dst []float64, i, lo, hi int) {
	e.i, e.lo = i, lo
	e.part.value(dst, i, lo, hi)
}

func (e *deepRows) grad(grad, w []float64) {
	if e.db == nil {
		e.a.differentiate()
		e.b.differentiate()
		e.da, e.db = make([]float64, e.a.features.d), make([][]float64, e.a.features.d)
	}
	e.pending = grad[:e.p]
	e.part.grad(grad[e.p:], w)
	clear(e.da)
	for k := range e.db {
		e.db[k] = e.b.by[k][e.lo : e.lo+len(w)]
	}
	inputGradOf(e.part, e.da, e.db, w)
	for k, g := range e.da {
		e.a.by[k][e.i] += g
	}
}

func (e *deepRows) settle() {
	if e.pending == nil {
		return
	}
	e.a.addGrad(e.pending)
	if e.b != e.a {
		e.b.addGrad(e.pending)
	}
	e.pending = nil
}

// columns returns q columns of n zeros.
func columns(q, n int) [][]float64 {
	cols := make([][]float64, q)
	for k := range cols {
		cols[k] = make([]float64, n)
	}
	return cols
}

// jetMap is a feature map that is evaluated on Taylor polynomials.
type jetMap interface {
	jet(r *jet.Ring, theta, x []jet.Jet) []jet.Jet
}

func (d deep) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	m, ok := d.features.(jetMap)
	if !ok {
		return r.Fail(fmt.Errorf("cov: derivatives and integrals of f are not available with the features %v", d.features))
	}
	p := len(theta) - len(d.base.Params())
	return jetOf(d.base, r, theta[p:], m.jet(r, theta[:p], x), m.jet(r, theta[:p], y))
}
