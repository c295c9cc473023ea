package cov

import (
	"fmt"
	"math"
	"reflect"

	"gonum.org/v1/gonum/mat"
)

// Matrix is a set of n points in d dimensions, the [Inputs] that most
// covariance functions take. It is immutable and implements [mat.Matrix]:
// row i is point i. Make one with [Points], [Line], [Rows] or [Grid].
type Matrix struct {
	n, d int
	// data holds the points by dimension: x_ik is data[k*n+i], so that a
	// pass over all points in one dimension reads contiguous memory.
	data []float64
	// space describes the dimensions.
	space space
}

// Points returns the rows of x (n × d) as inputs. x is copied.
func Points(x mat.Matrix) *Matrix {
	n, d := x.Dims()
	m := newMatrix(n, d)
	for k := range d {
		col := m.col(k)
		for i := range col {
			col[i] = x.At(i, k)
		}
	}
	return m
}

// Line returns the numbers xs as n points in one dimension. xs is copied.
func Line(xs []float64) *Matrix {
	m := newMatrix(len(xs), 1)
	copy(m.data, xs)
	return m
}

// Rows returns the given points, all of one dimension, as inputs. It fails
// where two rows differ in length.
func Rows(rows [][]float64) (*Matrix, error) {
	if len(rows) == 0 {
		return newMatrix(0, 0), nil
	}
	m := newMatrix(len(rows), len(rows[0]))
	for i, row := range rows {
		if len(row) != m.d {
			return nil, fmt.Errorf("cov: rows[%d] has %d values, rows[0] has %d", i, len(row), m.d)
		}
		for k, v := range row {
			m.data[k*m.n+i] = v
		}
	}
	return m, nil
}

// Grid returns n evenly spaced points from lo to hi, both included. One
// point is lo; fewer than one is the empty set.
func Grid(lo, hi float64, n int) *Matrix {
	m := newMatrix(max(n, 0), 1)
	for i := range m.data {
		t := 0.0
		if n > 1 {
			t = float64(i) / float64(n-1)
		}
		m.data[i] = lo*(1-t) + hi*t
	}
	return m
}

func newMatrix(n, d int) *Matrix {
	return &Matrix{n: n, d: d, data: make([]float64, n*d)}
}

// Len returns the number of points, n.
func (m *Matrix) Len() int { return m.n }

// Dim returns the number of dimensions, d.
func (m *Matrix) Dim() int { return m.d }

// Dims returns n and d.
func (m *Matrix) Dims() (n, d int) { return m.n, m.d }

// At returns coordinate k of point i. It panics outside the matrix, as
// gonum/mat does.
func (m *Matrix) At(i, k int) float64 {
	if i < 0 || i >= m.n || k < 0 || k >= m.d {
		panic(fmt.Sprintf("cov: (%d, %d) lies outside a matrix of %d × %d", i, k, m.n, m.d))
	}
	return m.data[k*m.n+i]
}

// T returns the transpose, d × n.
func (m *Matrix) T() mat.Matrix { return mat.Transpose{Matrix: m} }

// Row returns a copy of point i.
func (m *Matrix) Row(i int) []float64 {
	row := make([]float64, m.d)
	m.row(row, i)
	return row
}

// Column returns a copy of coordinate k of all points.
func (m *Matrix) Column(k int) []float64 {
	return append([]float64(nil), m.col(k)...)
}

// Subset returns the points at the given positions, in that order.
func (m *Matrix) Subset(index []int) Inputs {
	s := newMatrix(len(index), m.d)
	s.space = m.space
	for k := range m.d {
		from, to := m.col(k), s.col(k)
		for j, i := range index {
			to[j] = from[i]
		}
	}
	return s
}

// String says the size.
func (m *Matrix) String() string {
	if m.d == 1 {
		return fmt.Sprintf("%d points in 1 dimension", m.n)
	}
	return fmt.Sprintf("%d points in %d dimensions", m.n, m.d)
}

// CheckFinite returns an error that names the first coordinate that is NaN
// or infinite, or nil.
func (m *Matrix) CheckFinite() error {
	for j, v := range m.data {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("cov: x[%d, %d] is %v", j%m.n, j/m.n, v)
		}
	}
	return nil
}

func (m *Matrix) col(k int) []float64 { return m.data[k*m.n : (k+1)*m.n : (k+1)*m.n] }

func (m *Matrix) row(dst []float64, i int) {
	for k := range dst {
		dst[k] = m.data[k*m.n+i]
	}
}

// scaled returns m with dimension k divided by length[k], or every dimension by a
// single length[0].
func (m *Matrix) scaled(length []float64) *Matrix {
	s := newMatrix(m.n, m.d)
	for k := range m.d {
		l := length[0]
		if len(length) > 1 {
			l = length[k]
		}
		from, to := m.col(k), s.col(k)
		for i, v := range from {
			to[i] = v / l
		}
	}
	return s
}

// matrixOf returns the check of covariance functions defined on matrices.
func matrixOf(name string, x Inputs) (*Matrix, error) {
	m, ok := x.(*Matrix)
	if !ok || m == nil {
		return nil, fmt.Errorf("cov: %s takes points of a matrix (cov.Points, cov.Line), not %T", name, x)
	}
	if m.d == 0 {
		return nil, fmt.Errorf("cov: %s takes points of at least one dimension, x has none", name)
	}
	return m, nil
}

// same reports whether a and b are one value.
func same(a, b Inputs) bool {
	va, vb := reflect.ValueOf(a), reflect.ValueOf(b)
	return va.IsValid() && vb.IsValid() && va.Comparable() && vb.Comparable() && a == b
}

// Block returns the points [lo, hi) of x: x itself where that is all of them.
func Block(x Inputs, lo, hi int) Inputs {
	if lo == 0 && hi == x.Len() {
		return x
	}
	index := make([]int, hi-lo)
	for i := range index {
		index[i] = lo + i
	}
	return x.Subset(index)
}
