package cov

import (
	"fmt"
)

// FeatureMap maps points to points, for [Deep]. It is immutable.
type FeatureMap interface {
	// Params lists the parameters φ; the slice is the caller's own.
	Params() []Param
	// With returns a copy with parameter values theta.
	With(theta []float64) FeatureMap
	// Check tells why the map cannot take x, or nil.
	Check(x *Matrix) error
	// Dim is the number of features of points of dimension d.
	Dim(d int) int
	// Map writes the features of the point x into dst, of length Dim(len(x)),
	// and, where jacobian is not nil, ∂dst[k]/∂φ_p into jacobian[k][p].
	Map(dst []float64, jacobian [][]float64, x []float64)
}

// Deep is the covariance function k(m(x), m(x')) of features m(x), whose
// parameters are learned with those of k: input warping ([Warp]) and deep
// kernels ([Network]; Wilson et al. 2016). k must be differentiable by its
// inputs, as all that are functions of coordinates of this package are but
// White and those of labels, fingerprints and histograms. The derivatives
// take O(n² q p) time for q features and p parameters.
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
	return joinParams([]named{{"features", d.features.Params()}, {labelOf(d.base), d.base.Params()}})
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
	features, _ := d.of(m, false)
	return checkDifferentiable(d.base, features)
}

func (d deep) String() string { return fmt.Sprintf("Deep(%v, %v)", d.base, d.features) }

func (d deep) diag(dst []float64, a Inputs) {
	features, _ := d.of(a.(*Matrix), false)
	d.base.Diag(dst, features)
}

// of returns the features of all points and, where wanted, their
// derivatives: jacobians[i][k][p].
func (d deep) of(x *Matrix, derivatives bool) (*Matrix, [][][]float64) {
	q, p := d.features.Dim(x.d), len(d.features.Params())
	features := newMatrix(x.n, q)
	jacobians := make([][][]float64, x.n)
	point, image := make([]float64, x.d), make([]float64, q)
	for i := range x.n {
		x.row(point, i)
		if derivatives {
			jacobians[i] = make([][]float64, q)
			for k := range q {
				jacobians[i][k] = make([]float64, p)
			}
		}
		d.features.Map(image, jacobians[i], point)
		for k, v := range image {
			features.data[k*x.n+i] = v
		}
	}
	return features, jacobians
}

func (d deep) rows(a, b Inputs) evaluator {
	ma, mb := a.(*Matrix), b.(*Matrix)
	e := &deepRows{deep: d, x: ma, y: mb, da: make([]float64, d.features.Dim(ma.d)), db: columnsOf(d.features.Dim(ma.d))}
	e.a, _ = d.of(ma, false)
	e.b = e.a
	if !same(a, b) {
		e.b, _ = d.of(mb, false)
	}
	e.part = rowsOf(d.base, e.a, e.b)
	return e
}

type deepRows struct {
	deep
	x, y *Matrix // points
	a, b *Matrix // features
	part evaluator
	// ja and jb are the features' derivatives, made by the first grad.
	ja, jb [][][]float64
	da     []float64
	db     [][]float64
	i, lo  int
}

func (e *deepRows) value(dst []float64, i, lo, hi int) {
	e.i, e.lo = i, lo
	e.part.value(dst, i, lo, hi)
}

func (e *deepRows) grad(grad, w []float64) {
	if e.ja == nil {
		_, e.ja = e.of(e.x, true)
		_, e.jb = e.of(e.y, true)
	}
	p := len(e.features.Params())
	e.part.grad(grad[p:], w)
	clear(e.da)
	for k := range e.db {
		clear(e.db[k])
	}
	inputGradOf(e.part, e.da, e.db, w)
	for k, byFeature := range e.da {
		addScaled(grad[:p], byFeature, e.ja[e.i][k])
		for j, byFeature := range e.db[k][:len(w)] {
			addScaled(grad[:p], byFeature, e.jb[e.lo+j][k])
		}
	}
}

// addScaled adds s·v to dst. It skips zeros, of which a map whose features
// have parameters of their own has many.
func addScaled(dst []float64, s float64, v []float64) {
	if s == 0 {
		return
	}
	for p, g := range v {
		dst[p] += s * g
	}
}
