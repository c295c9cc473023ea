package grief

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// Basis is p eigenfunctions of a covariance function on a grid,
//
//	φ_i(x) = √s λ_i^-½ k(x, U) q_i / s,
//
// those of the p largest eigenvalues λ_i of K_UU at s = 1. The variance s is
// folded in: with weights of 1 the kernel Σ_i φ_i(x) φ_i(z) is the
// approximation of k itself. A Basis is immutable.
type Basis struct {
	dim     int
	theta   []float64 // the kernel's parameters
	parts   *cov.Separable
	scale   float64 // s
	factors []*factor
	tuples
	levels []level
	diag   cov.Func // k, for the prior variance
}

// level is the products of the first factors' functions that occur in the
// tuples: product e is product parent[e] of the level before times function
// column[e] of this level's factor.
type level struct {
	parent, column []int
	columns        int // functions in use
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
	theta := valuesOf(k.Params())
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

func valuesOf(ps []cov.Param) []float64 {
	theta := make([]float64, len(ps))
	for i, p := range ps {
		theta[i] = p.Value
	}
	return theta
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

// frozen returns the basis of k on g with the tuples of b. It fails where a
// factor has too few eigenvalues for them.
func (b *Basis) frozen(k cov.Func, g *Grid) (*Basis, error) {
	next, err := newFactors(k, g)
	if err != nil {
		return nil, err
	}
	for l, level := range b.levels {
		if level.columns > len(next.factors[l].values) {
			return nil, fmt.Errorf("grief: input %d has %d eigenvalues above rounding, the basis needs %d",
				next.factors[l].input, len(next.factors[l].values), level.columns)
		}
	}
	next.tuples, next.levels = tuples{next.logsOf(b.index), b.index}, b.levels
	return next, nil
}

// logsOf are the logarithms of the eigenvalues of tuples.
func (b *Basis) logsOf(index [][]int) []float64 {
	logs := make([]float64, len(index))
	for i, tuple := range index {
		for l, j := range tuple {
			logs[i] += math.Log(b.factors[l].values[j])
		}
	}
	return logs
}

// setTuples orders the tuples' prefixes by level.
func (b *Basis) setTuples(t tuples) {
	b.tuples = t
	b.levels = make([]level, len(b.factors))
	rows := t.index
	for l := len(b.factors) - 1; l >= 0; l-- {
		b.levels[l], rows = newLevel(rows)
	}
}

// newLevel splits the last index off products of l+1 functions. It returns the
// distinct rests too.
func newLevel(rows [][]int) (level, [][]int) {
	v := level{parent: make([]int, len(rows)), column: make([]int, len(rows))}
	var prefixes [][]int
	at := map[string]int{}
	for e, row := range rows {
		last := len(row) - 1
		prefix := row[:last]
		key := fmt.Sprint(prefix)
		if _, known := at[key]; !known {
			at[key] = len(prefixes)
			prefixes = append(prefixes, prefix)
		}
		v.parent[e], v.column[e] = at[key], row[last]
		v.columns = max(v.columns, row[last]+1)
	}
	return v, prefixes
}

// Len is the number of functions, p.
func (b *Basis) Len() int { return len(b.index) }

// Dim is the dimension of the inputs, d.
func (b *Basis) Dim() int { return b.dim }

// LogEigenvalues returns log λ_i at s = 1, descending where the basis is
// that of [NewBasis].
func (b *Basis) LogEigenvalues() []float64 { return slices.Clone(b.logs) }

// Tuple returns, for each input that the basis depends on, which of its
// one-dimensional eigenfunctions function i is the product of, from 0.
func (b *Basis) Tuple(i int) []int { return slices.Clone(b.index[i]) }

// Inputs are the inputs that the basis depends on, in the order of Tuple.
func (b *Basis) Inputs() []int {
	var at []int
	for _, f := range b.factors {
		at = append(at, f.input)
	}
	return at
}

// String says the size.
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
	phi := mat.NewDense(b.Len(), m.Len(), nil)
	b.evaluate(phi, m)
	return mat.DenseCopyOf(phi.T()), nil
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

// evaluate writes Φᵀ into phi, p × B. The functions of the factors are values
// of Ψ_l = G_l Q_l Λ_l^-½, and those of the basis their products (theorem 2),
// which cannot overflow as Σ_j Ψ_l[r,j]² <= 1 where k_l is at most 1.
func (b *Basis) evaluate(phi *mat.Dense, x *cov.Matrix) {
	psi := b.factorFunctions(x)
	b.forColumns(x.Len(), func() func(lo, hi int) {
		e := newProducts(b, hiBlock)
		return func(lo, hi int) { e.forward(phi, psi, lo, hi) }
	})
}

// factorFunctions returns Ψ_lᵀ of every factor.
func (b *Basis) factorFunctions(x *cov.Matrix) []*mat.Dense {
	psi := make([]*mat.Dense, len(b.factors))
	for l, f := range b.factors {
		psi[l] = f.functions(cov.Line(x.Column(f.input)), b.levels[l].columns)
	}
	return psi
}

// hiBlock is the number of points whose products are formed at once: few
// enough for the products of one level to stay in the cache.
const hiBlock = linalg.RowBlock * 4

// forColumns splits n points into ranges of at most hiBlock.
func (b *Basis) forColumns(n int, start func() func(lo, hi int)) {
	blocks := (n + hiBlock - 1) / hiBlock
	linalg.ForBlocks(blocks, n*b.Len(), func() func(int) {
		work := start()
		return func(k int) { work(k*hiBlock, min((k+1)*hiBlock, n)) }
	})
}

// products is the scratch memory of one goroutine that forms products.
type products struct {
	basis  *Basis
	values []*mat.Dense // of every level but the last, by point
}

func newProducts(b *Basis, width int) *products {
	p := &products{basis: b}
	for _, v := range b.levels[:max(0, len(b.levels)-1)] {
		p.values = append(p.values, mat.NewDense(len(v.parent), width, nil))
	}
	return p
}

// forward writes the functions at points [lo, hi) into those columns of phi.
func (p *products) forward(phi *mat.Dense, psi []*mat.Dense, lo, hi int) {
	p.prefixes(psi, lo, hi)
	last := len(p.basis.levels) - 1
	if last < 0 {
		fillRow(phi.RawRowView(0)[lo:hi], math.Sqrt(p.basis.scale))
		return
	}
	for e := range p.basis.levels[last].parent {
		p.multiply(phi.RawRowView(e)[lo:hi], psi, last, e, lo, hi)
	}
}

// prefixes forms the products of all levels but the last.
func (p *products) prefixes(psi []*mat.Dense, lo, hi int) {
	for l, values := range p.values {
		for e := range p.basis.levels[l].parent {
			p.multiply(values.RawRowView(e)[:hi-lo], psi, l, e, lo, hi)
		}
	}
}

// multiply writes product e of level l into dst.
func (p *products) multiply(dst []float64, psi []*mat.Dense, l, e, lo, hi int) {
	v := p.basis.levels[l]
	function := psi[l].RawRowView(v.column[e])[lo:hi]
	if l == 0 {
		floats.ScaleTo(dst, math.Sqrt(p.basis.scale), function)
		return
	}
	floats.MulTo(dst, p.values[l-1].RawRowView(v.parent[e])[:hi-lo], function)
}

func fillRow(dst []float64, v float64) {
	for i := range dst {
		dst[i] = v
	}
}
