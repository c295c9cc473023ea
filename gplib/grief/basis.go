package grief

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// Basis is p eigenfunctions of a covariance function on a grid,
//
//	φ_i(x) = √s λ_i^-½ k(x, U) q_i / s,
//
// for the p largest eigenvalues λ_i of K_UU at s = 1. The variance s is folded
// in: with weights of 1 the kernel Σ_i φ_i(x) φ_i(z) is the approximation of k
// itself. A Basis is immutable.
type Basis struct {
	dim     int
	theta   []float64 // the kernel's parameters
	parts   *cov.Separable
	scale   float64 // s
	factors []*factor
	tuples
	columns []int // functions of each factor that are in use
	levels  []level
	diag    cov.Func // k, for the prior variance
}

// NewBasis returns the p eigenfunctions of k on g with the largest
// eigenvalues, p >= 1, or all where there are fewer. k must be separable (see
// [cov.Separate]); inputs on which it does not depend and constant ones are
// left out.
func NewBasis(k cov.Func, g *Grid, p int) (*Basis, error) {
	b, err := newFactors(k, g)
	if err != nil {
		return nil, err
	}
	if p < 1 {
		return nil, optionError("p", float64(p), "it must be at least 1")
	}
	b.setTuples(topProducts(b.eigenvalues(), p))
	return b, nil
}

// newFactors solves the one-dimensional problems and chooses no functions.
func newFactors(k cov.Func, g *Grid) (*Basis, error) {
	if k == nil || g == nil {
		return nil, errors.New("grief: NewBasis: the covariance function or the grid is nil")
	}
	parts, err := cov.Separate(k, g.Dim())
	if err != nil {
		return nil, fmt.Errorf("grief: %w", err)
	}
	theta := param.Values(k.Params())
	b := &Basis{dim: g.Dim(), theta: theta, parts: parts, scale: parts.Value(theta), diag: k}
	for l, part := range parts.Factors {
		// A constant input multiplies k by a constant; its factor is left
		// out where that is 1.
		if part.Func == nil || len(g.axes[l].points) == 1 && isUnit(part.At(theta), g.axes[l].points) {
			continue
		}
		f, err := newFactor(l, part.At(theta), g.axes[l].points)
		if err != nil {
			return nil, err
		}
		b.factors = append(b.factors, f)
	}
	if !(b.scale > 0) {
		return nil, fmt.Errorf("grief: the variance of %v is %v; it must be positive", k, b.scale)
	}
	return b, nil
}

func isUnit(k cov.Func, points []float64) bool {
	v := make([]float64, len(points))
	x := cov.Line(points)
	if k.Check(x) != nil {
		return false
	}
	k.Diag(v, x)
	return v[0] == 1
}

func (b *Basis) eigenvalues() [][]float64 {
	lists := make([][]float64, len(b.factors))
	for l, f := range b.factors {
		lists[l] = f.values
	}
	return lists
}

// errFewEigenvalues means that a kernel has lost eigenvalues that a set uses.
var errFewEigenvalues = errors.New("grief: too few eigenvalues")

// frozen returns the basis of k on g with the tuples of b. It fails where a
// factor has too few eigenvalues for them.
func (b *Basis) frozen(k cov.Func, g *Grid) (*Basis, error) {
	next, err := newFactors(k, g)
	if err != nil {
		return nil, err
	}
	for l, columns := range b.columns {
		if columns > len(next.factors[l].values) {
			return nil, fmt.Errorf("%w: of input %d %d are above rounding, the basis needs %d",
				errFewEigenvalues, next.factors[l].input, len(next.factors[l].values), columns)
		}
	}
	next.tuples, next.columns, next.levels = tuples{next.logsOf(b.index), b.index}, b.columns, b.levels
	return next, nil
}

// logsOf returns the logarithms of the eigenvalues of tuples.
func (b *Basis) logsOf(index [][]int) []float64 {
	logs := make([]float64, len(index))
	for i, tuple := range index {
		for l, j := range tuple {
			logs[i] += math.Log(b.factors[l].values[j])
		}
	}
	return logs
}

// setTuples chooses functions.
func (b *Basis) setTuples(t tuples) {
	b.tuples = t
	b.columns = make([]int, len(b.factors))
	for _, tuple := range t.index {
		for l, j := range tuple {
			b.columns[l] = max(b.columns[l], j+1)
		}
	}
	b.levels = newLevels(t.index, b.columns)
}

// Len returns the number of functions, p.
func (b *Basis) Len() int { return len(b.index) }

// Dim returns the dimension of the inputs, d.
func (b *Basis) Dim() int { return b.dim }

// LogEigenvalues returns log λ_i at s = 1, descending where the basis is
// that of [NewBasis].
func (b *Basis) LogEigenvalues() []float64 { return slices.Clone(b.logs) }

// Tuple returns, for each input that the basis depends on, the index from 0 of
// the one-dimensional eigenfunction that is a factor of function i.
func (b *Basis) Tuple(i int) []int { return slices.Clone(b.index[i]) }

// Inputs returns the inputs that the basis depends on, in the order of Tuple.
func (b *Basis) Inputs() []int {
	var at []int
	for _, f := range b.factors {
		at = append(at, f.input)
	}
	return at
}

// String returns the size in words.
func (b *Basis) String() string {
	return fmt.Sprintf("basis of %d eigenfunctions of %v", b.Len(), b.diag)
}

// Eval returns the functions at the n points x, a *cov.Matrix: n × p. It takes
// O(n p d) time at most.
func (b *Basis) Eval(x cov.Inputs) (*mat.Dense, error) {
	m, err := b.checkInputs(x)
	if err != nil {
		return nil, err
	}
	return mat.DenseCopyOf(newProducts(b).functions(m).T()), nil
}

func (b *Basis) checkInputs(x cov.Inputs) (*cov.Matrix, error) {
	m, ok := x.(*cov.Matrix)
	if !ok || m == nil {
		return nil, fmt.Errorf("grief: the inputs are %T; they must be *cov.Matrix", x)
	}
	if m.Dim() != b.dim {
		return nil, fmt.Errorf("grief: the inputs have dimension %d, the basis %d", m.Dim(), b.dim)
	}
	if m.Len() == 0 {
		return nil, errors.New("grief: there are no inputs")
	}
	return m, m.CheckFinite()
}
