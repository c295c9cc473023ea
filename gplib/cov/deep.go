package cov

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
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
// White and those of labels, fingerprints and histograms. For q features and p
// parameters the derivatives take the time of those of k by its inputs, O(n² q),
// and O(n² q p/32).
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
func (d deep) of(x *Matrix) *Matrix {
	features := newMatrix(x.n, d.features.Dim(x.d))
	d.visit(x, nil, func(i int, image []float64) {
		for k, v := range image {
			features.data[k*x.n+i] = v
		}
	})
	return features
}

// jacobians returns the derivatives of the features of all points, [i][k][p].
func (d deep) jacobians(x *Matrix) [][][]float64 {
	q, p := d.features.Dim(x.d), len(d.features.Params())
	all, rest := make([][][]float64, x.n), make([]float64, x.n*q*p)
	for i := range all {
		all[i] = make([][]float64, q)
		for k := range q {
			all[i][k], rest = rest[:p:p], rest[p:]
		}
	}
	d.visit(x, all, func(int, []float64) {})
	return all
}

// visit maps every point, with its derivatives where all is not nil.
func (d deep) visit(x *Matrix, all [][][]float64, f func(i int, image []float64)) {
	point, image := make([]float64, x.d), make([]float64, d.features.Dim(x.d))
	for i := range x.n {
		x.row(point, i)
		var jacobian [][]float64
		if all != nil {
			jacobian = all[i]
		}
		d.features.Map(image, jacobian, point)
		f(i, image)
	}
}

func (d deep) Describe() (Spec, error) {
	m, ok := d.features.(interface{ spec() Spec })
	if !ok {
		return Spec{}, fmt.Errorf("cov: a feature map of type %T cannot be written", d.features)
	}
	return m.spec().over(d.base)
}

func (d deep) rows(a, b Inputs) evaluator {
	ma, mb := a.(*Matrix), b.(*Matrix)
	e := &deepRows{deep: d, x: ma, y: mb, p: len(d.features.Params())}
	e.a = d.of(ma)
	e.b = e.a
	if !same(a, b) {
		e.b = d.of(mb)
	}
	e.part = rowsOf(d.base, e.a, e.b)
	return e
}

// deepRows sums the derivatives by features and multiplies them by those of
// the features when it is settled, which a pair would take q p operations for
// and a block of rows takes n q p.
type deepRows struct {
	deep
	x, y *Matrix // points
	a, b *Matrix // features
	p    int     // the number of the features' parameters
	part evaluator
	// ja and jb are the features' derivatives, made by the first settle.
	ja, jb [][][]float64
	// byA[k][i] and byB[k][j] are the derivatives by feature k of a_i and b_j
	// since the last settle, which adds them to pending.
	byA, byB [][]float64
	pending  []float64
	da       []float64
	db       [][]float64
	i, lo    int
}

func (e *deepRows) value(dst []float64, i, lo, hi int) {
	e.i, e.lo = i, lo
	e.part.value(dst, i, lo, hi)
}

func (e *deepRows) grad(grad, w []float64) {
	if e.byA == nil {
		q := e.a.d
		e.byA, e.byB = columns(q, e.a.n), columns(q, e.b.n)
		e.da, e.db = make([]float64, q), make([][]float64, q)
	}
	e.pending = grad[:e.p]
	e.part.grad(grad[e.p:], w)
	clear(e.da)
	for k := range e.db {
		e.db[k] = e.byB[k][e.lo : e.lo+len(w)]
	}
	inputGradOf(e.part, e.da, e.db, w)
	for k, g := range e.da {
		e.byA[k][e.i] += g
	}
}

func (e *deepRows) settle() {
	if e.pending == nil {
		return
	}
	if e.ja == nil {
		e.ja = e.jacobians(e.x)
		e.jb = e.ja
		if e.y != e.x {
			e.jb = e.jacobians(e.y)
		}
	}
	addChained(e.pending, e.byA, e.ja)
	addChained(e.pending, e.byB, e.jb)
	e.pending = nil
}

// addChained adds Σ_ik by[k][i] jacobians[i][k] to grad and clears by, much of
// which is 0.
func addChained(grad []float64, by [][]float64, jacobians [][][]float64) {
	for k, byPoint := range by {
		for i, g := range byPoint {
			if g != 0 {
				floats.AddScaled(grad, g, jacobians[i][k])
			}
		}
		clear(byPoint)
	}
}

// columns is q columns of n zeros.
func columns(q, n int) [][]float64 {
	cols := make([][]float64, q)
	for k := range cols {
		cols[k] = make([]float64, n)
	}
	return cols
}
