package grief

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/parallel"
)

// SKI is structured kernel interpolation on a grid of many dimensions (Wilson
// and Nickisch 2015): K ≈ s E K_UU Eᵀ with a sparse interpolation matrix E
// whose rows are e_r = e_r⁽¹⁾ ⊗ ... ⊗ e_r⁽ᵈ⁾. As K_UU is a Kronecker product
//
//	(E K_UU Eᵀ)_rs = Π_l e_r⁽ˡ⁾ᵀ K_l e_s⁽ˡ⁾,
//
// so that a product with a vector takes O(d n²) time, linear in d where the
// grid has m̄^d points. Each e_r⁽ˡ⁾ interpolates by the polynomial through the
// four nearest grid points, fewer where there are fewer.
type SKI struct {
	scale float64
	n     int
	axes  []skiAxis
}

// skiAxis is one dimension: E_l as indices and weights, and E_l K_l.
type skiAxis struct {
	first   []int // the first grid point of a row
	weights *mat.Dense
	product *mat.Dense
}

// stencil is the number of grid points that an interpolation uses.
const stencil = 4

// NewSKI returns the interpolated kernel at the n points x, a *cov.Matrix. k
// must be separable; see [cov.Separate].
func NewSKI(k cov.Func, g *Grid, x cov.Inputs) (*SKI, error) {
	b, err := newFactors(k, g)
	if err != nil {
		return nil, err
	}
	m, err := b.checkInputs(x)
	if err != nil {
		return nil, err
	}
	s := &SKI{scale: b.scale, n: m.Len()}
	for _, f := range b.factors {
		s.axes = append(s.axes, newSKIAxis(f, m.Column(f.input)))
	}
	return s, nil
}

func newSKIAxis(f *factor, x []float64) skiAxis {
	points := f.points.Column(0)
	width := min(stencil, len(points))
	a := skiAxis{first: make([]int, len(x)), weights: mat.NewDense(len(x), width, nil)}
	gram := f.gram(f.points)
	a.product = mat.NewDense(len(x), len(points), nil)
	for r, v := range x {
		a.first[r] = nearest(points, v, width)
		lagrange(a.weights.RawRowView(r), points[a.first[r]:a.first[r]+width], v)
		row := a.product.RawRowView(r)
		for j, w := range a.weights.RawRowView(r) {
			for u, k := range gram.RawRowView(a.first[r] + j) {
				row[u] += w * k
			}
		}
	}
	return a
}

// nearest is the first of width consecutive points about v.
func nearest(points []float64, v float64, width int) int {
	at, _ := slices.BinarySearch(points, v)
	return max(0, min(at-width/2, len(points)-width))
}

// lagrange writes the weights of the polynomial through the points at v.
func lagrange(w, points []float64, v float64) {
	for j, p := range points {
		w[j] = 1
		for i, q := range points {
			if i != j {
				w[j] *= (v - q) / (p - q)
			}
		}
	}
}

// Len is n.
func (s *SKI) Len() int { return s.n }

// row writes row r of the kernel matrix into dst.
func (s *SKI) row(dst []float64, r int) {
	for i := range dst {
		dst[i] = s.scale
	}
	for _, a := range s.axes {
		left := a.product.RawRowView(r)
		for c := range dst {
			sum := 0.0
			for j, w := range a.weights.RawRowView(c) {
				sum += w * left[a.first[c]+j]
			}
			dst[c] *= sum
		}
	}
}

// MulVec writes s E K_UU Eᵀ v into dst in O(d n²) time and O(n) memory a
// goroutine. Both have length n.
func (s *SKI) MulVec(dst, v []float64) error {
	if len(dst) != s.n || len(v) != s.n {
		return fmt.Errorf("grief: SKI: vectors of length %d and %d; both must be %d", len(dst), len(v), s.n)
	}
	out := make([]float64, s.n)
	parallel.Rows(s.n, s.n*s.n, func() func(_, lo, hi int) {
		row := make([]float64, s.n)
		return func(_, lo, hi int) {
			for r := lo; r < hi; r++ {
				s.row(row, r)
				sum := 0.0
				for c, k := range row {
					sum += k * v[c]
				}
				out[r] = sum
			}
		}
	})
	copy(dst, out)
	return nil
}

// Gram returns the kernel matrix, n × n.
func (s *SKI) Gram() *mat.Dense {
	k := mat.NewDense(s.n, s.n, nil)
	parallel.Rows(s.n, s.n*s.n, func() func(_, lo, hi int) {
		return func(_, lo, hi int) {
			for r := lo; r < hi; r++ {
				s.row(k.RawRowView(r), r)
			}
		}
	})
	for r := range s.n {
		for c := range r { // rounding differs between the triangles
			v := (k.At(r, c) + k.At(c, r)) / 2
			k.Set(r, c, v)
			k.Set(c, r, v)
		}
	}
	return k
}

// String says the size.
func (s *SKI) String() string {
	points := 0.0
	for _, a := range s.axes {
		_, m := a.product.Dims()
		points += math.Log10(float64(m))
	}
	return fmt.Sprintf("kernel interpolated on 10^%.1f points at %d inputs", points, s.n)
}
