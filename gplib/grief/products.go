package grief

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/linalg"
	"krigo/gplib/parallel"
)

// level is the products of the functions of some factors that occur in the
// tuples: product e is product parent[e] of the level before times function
// column[e] of this level's factor.
type level struct {
	factor         int
	parent, column []int
}

// newLevels orders the tuples' prefixes by level. Factors with few functions in
// use come first: they have few prefixes, so that there are fewer products.
func newLevels(index [][]int, columns []int) []level {
	order := make([]int, len(columns))
	for l := range order {
		order[l] = l
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(columns[a], columns[b]) })
	rows := make([][]int, len(index))
	for i, tuple := range index {
		rows[i] = make([]int, len(order))
		for at, l := range order {
			rows[i][at] = tuple[l]
		}
	}
	levels := make([]level, len(order))
	for at := len(order) - 1; at >= 0; at-- {
		levels[at], rows = newLevel(order[at], rows)
	}
	return levels
}

// newLevel splits the last index, that of a factor, off products. It returns
// the distinct rests too.
func newLevel(factor int, rows [][]int) (level, [][]int) {
	v := level{factor: factor, parent: make([]int, len(rows)), column: make([]int, len(rows))}
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
	}
	return v, prefixes
}

// products evaluates a basis block by block of points, in memory that it
// keeps.
type products struct {
	basis   *Basis
	psi     []linalg.Buffer // Ψ_lᵀ by factor
	phi     linalg.Buffer   // Φᵀ
	scratch sync.Pool       // of *prefixes
}

func newProducts(b *Basis) *products {
	p := &products{basis: b, psi: make([]linalg.Buffer, len(b.factors))}
	p.scratch.New = func() any { return newPrefixes(b) }
	return p
}

// functions returns Φᵀ, p × B, valid until the next call. The functions of the
// factors are values of Ψ_l = G_l Q_l Λ_l^-½, and those of the basis their
// products (theorem 2), which cannot overflow as Σ_j Ψ_l[r,j]² <= 1 where k_l
// is at most 1.
func (p *products) functions(x *cov.Matrix) *mat.Dense {
	for l, f := range p.basis.factors {
		f.functions(&p.psi[l], cov.Line(x.Column(f.input)), p.basis.columns[l])
	}
	return p.multiply(x.Len())
}

// multiply returns Φᵀ at the n points whose Ψ_l are there.
func (p *products) multiply(n int) *mat.Dense {
	phi := p.phi.Sized(p.basis.Len(), n)
	p.forColumns(n, func(v *prefixes, lo, hi int) {
		v.fill(p.psi, lo, hi)
		v.last(phi, p.psi, lo, hi)
	})
	return phi
}

// hiBlock is the number of points whose products are formed at once: few
// enough for the products of one level to stay in the cache.
const hiBlock = parallel.RowBlock * 4

// forColumns calls work for ranges of at most hiBlock of n points.
func (p *products) forColumns(n int, work func(v *prefixes, lo, hi int)) {
	blocks := (n + hiBlock - 1) / hiBlock
	parallel.Blocks(blocks, n*p.basis.Len(), func() func(int) {
		return func(k int) {
			v := p.scratch.Get().(*prefixes)
			work(v, k*hiBlock, min((k+1)*hiBlock, n))
			p.scratch.Put(v)
		}
	})
}

// prefixes are the products of every level but the last at hiBlock points, and
// in a backward pass their adjoints.
type prefixes struct {
	basis           *Basis
	values, adjoint []*mat.Dense
}

func newPrefixes(b *Basis) *prefixes {
	v := &prefixes{basis: b}
	for _, level := range b.levels[:max(0, len(b.levels)-1)] {
		v.values = append(v.values, mat.NewDense(len(level.parent), hiBlock, nil))
		v.adjoint = append(v.adjoint, nil) // most passes go forward only
	}
	return v
}

// fill forms the products at points [lo, hi).
func (v *prefixes) fill(psi []linalg.Buffer, lo, hi int) {
	for l, values := range v.values {
		for e := range v.basis.levels[l].parent {
			v.multiply(values.RawRowView(e)[:hi-lo], psi, l, e, lo, hi)
		}
	}
}

// last writes the functions at points [lo, hi) into those columns of phi,
// after fill.
func (v *prefixes) last(phi *mat.Dense, psi []linalg.Buffer, lo, hi int) {
	last := len(v.basis.levels) - 1
	if last < 0 {
		fillRow(phi.RawRowView(0)[lo:hi], math.Sqrt(v.basis.scale))
		return
	}
	for e := range v.basis.levels[last].parent {
		v.multiply(phi.RawRowView(e)[lo:hi], psi, last, e, lo, hi)
	}
}

// multiply writes product e of level l into dst.
func (v *prefixes) multiply(dst []float64, psi []linalg.Buffer, l, e, lo, hi int) {
	level := &v.basis.levels[l]
	function := psi[level.factor].RawRowView(level.column[e])[lo:hi]
	if l == 0 {
		floats.ScaleTo(dst, math.Sqrt(v.basis.scale), function)
		return
	}
	linalg.MulTo(dst, v.values[l-1].RawRowView(level.parent[e])[:hi-lo], function)
}

// backward adds to the columns [lo, hi) of every out[l] the adjoints of Ψ_l,
// given those of the functions, h, after fill at the same points.
func (v *prefixes) backward(out []*mat.Dense, h *mat.Dense, psi []linalg.Buffer, lo, hi int) {
	if len(v.basis.levels) == 0 {
		return
	}
	for l := len(v.basis.levels) - 1; l > 0; l-- {
		below := v.zeros(l - 1)
		level := &v.basis.levels[l]
		for e, parent := range level.parent {
			adjoint, column := v.adjointOf(h, l, e, lo, hi), level.column[e]
			linalg.MulAdd(out[level.factor].RawRowView(column)[lo:hi], adjoint, v.values[l-1].RawRowView(parent)[:hi-lo])
			linalg.MulAdd(below.RawRowView(parent)[:hi-lo], adjoint, psi[level.factor].RawRowView(column)[lo:hi])
		}
	}
	for e, column := range v.basis.levels[0].column {
		to := out[v.basis.levels[0].factor].RawRowView(column)[lo:hi]
		floats.AddScaled(to, math.Sqrt(v.basis.scale), v.adjointOf(h, 0, e, lo, hi))
	}
}

// zeros clears the adjoints of level l.
func (v *prefixes) zeros(l int) *mat.Dense {
	if v.adjoint[l] == nil {
		v.adjoint[l] = mat.NewDense(len(v.basis.levels[l].parent), hiBlock, nil)
	}
	v.adjoint[l].Zero()
	return v.adjoint[l]
}

// adjointOf returns the adjoint of product e of level l at points [lo, hi).
func (v *prefixes) adjointOf(h *mat.Dense, l, e, lo, hi int) []float64 {
	if l == len(v.basis.levels)-1 {
		return h.RawRowView(e)[lo:hi]
	}
	return v.adjoint[l].RawRowView(e)[:hi-lo]
}

func fillRow(dst []float64, v float64) {
	for i := range dst {
		dst[i] = v
	}
}
