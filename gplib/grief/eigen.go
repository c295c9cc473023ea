package grief

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// negligible is the part of m_l λ_1 below which an eigenvalue is rounding
// noise, which is often negative.
const negligible = 1e-13

// factor is the one-dimensional eigenproblem of one input: K_l = QΛQᵀ.
type factor struct {
	input  int // the column of x
	kernel cov.Func
	points *cov.Matrix // U_l
	values []float64   // λ, descending, those of rounding left out
	q      *mat.Dense  // m_l × m'_l, orthonormal columns
	scaled *mat.Dense  // QΛ^-½
}

// newFactor solves K_l q = λ q. Signs make the largest component positive.
func newFactor(input int, k cov.Func, points []float64) (*factor, error) {
	f := &factor{input: input, kernel: k, points: cov.Line(points)}
	if err := k.Check(f.points); err != nil {
		return nil, fmt.Errorf("grief: input %d: %w", input, err)
	}
	m := len(points)
	gram := mat.NewDense(m, m, nil)
	k.Gram(gram, f.points, f.points)
	values, vectors, err := linalg.SymmetricEigen(gram)
	if err != nil {
		return nil, fmt.Errorf("grief: input %d, %v: %w", input, k, err)
	}
	kept := 0
	for kept < m && values[kept] > negligible*float64(m)*values[0] {
		kept++
	}
	if kept == 0 {
		return nil, fmt.Errorf("grief: input %d: %v has no positive eigenvalue on its grid", input, k)
	}
	f.values = values[:kept]
	f.q = mat.DenseCopyOf(vectors.Slice(0, m, 0, kept))
	for j := range f.values {
		column := mat.Col(nil, j, f.q)
		floats.Scale(signOfLargest(column), column)
		f.q.SetCol(j, column)
	}
	f.rescale()
	return f, nil
}

// rescale makes QΛ^-½.
func (f *factor) rescale() {
	f.scaled = mat.DenseCopyOf(f.q)
	f.scaled.Apply(func(_, j int, v float64) float64 { return v * (1 / math.Sqrt(f.values[j])) }, f.scaled)
}

func signOfLargest(v []float64) float64 {
	largest := 0.0
	for _, x := range v {
		if math.Abs(x) > math.Abs(largest) {
			largest = x
		}
	}
	return math.Copysign(1, largest)
}

// gram returns G = k_l(x, U_l), B × m_l.
func (f *factor) gram(x *cov.Matrix) *mat.Dense {
	g := mat.NewDense(x.Len(), f.points.Len(), nil)
	f.kernel.Gram(g, x, f.points)
	return g
}

// functions writes Ψᵀ for the first columns eigenfunctions into psi,
// columns × B: Ψ = G Q Λ^-½.
func (f *factor) functions(psi *linalg.Buffer, x *cov.Matrix, columns int) {
	m, _ := f.scaled.Dims()
	scaled := f.scaled.Slice(0, m, 0, columns).(*mat.Dense)
	linalg.Gemm(blas.Trans, blas.Trans, 1, scaled, f.gram(x), 0, psi.Sized(columns, x.Len()))
}
