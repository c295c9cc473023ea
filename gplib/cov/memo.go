package cov

import (
	"fmt"
	"sync"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/internal/jet"
)

// defaultMemo is the number of rows that Memo keeps by default.
const defaultMemo = 1024

// Memo returns k with its parameters as constants and its values kept: on [Indexed]
// inputs, such as those of inducing points among the data, it evaluates k once for each
// row of the Gram matrix of the common set, and keeps at most rows rows, dropping the
// oldest first; 0 is 1024. A row takes 8 bytes per point of the set. Use it for
// functions that are slow to evaluate, such as those of graphs; a kept value costs
// O(1). It has no parameter: give it a variance by [Scale] or [Compound]. On other
// inputs it is k. Copies share the kept rows.
func Memo(k Func, rows int) Func {
	if rows < 0 {
		return function{broken{fmt.Errorf("cov: Memo was asked to keep %d rows", rows)}}
	}
	if rows == 0 {
		rows = defaultMemo
	}
	return function{memo{present(k, "Memo"), &kept{most: rows}}}
}

func init() {
	register("Memo", needs{whole: 1, parts: 1}, func(w written) Func { return Memo(w.parts[0], w.Whole[0]) })
}

type memo struct {
	base Func
	kept *kept
}

func (m memo) label() string       { return labelOf(m.base) }
func (m memo) params() []Param     { return nil }
func (m memo) with([]float64) body { return m }
func (m memo) String() string      { return fmt.Sprintf("Memo(%v, %d)", m.base, m.kept.most) }

func (m memo) check(x Inputs) error {
	ix, ok := x.(*Indexed)
	switch {
	case !ok:
		return m.base.Check(x)
	case ix == nil:
		return fmt.Errorf("cov: the inputs of %s are nil", m)
	}
	return m.base.Check(ix.all.x)
}

func (m memo) diag(dst []float64, a Inputs) {
	ix, ok := a.(*Indexed)
	if !ok {
		m.base.Diag(dst, a)
		return
	}
	diagonal := m.kept.diagonal(m.base, ix.all)
	for j, at := range ix.index {
		dst[j] = diagonal[at]
	}
}

// plain returns inputs without their index.
func plain(x Inputs) Inputs {
	if ix, ok := x.(*Indexed); ok {
		return ix.Inputs()
	}
	return x
}

func (m memo) Describe() (Spec, error) {
	return Spec{Kind: "Memo", Whole: []int{m.kept.most}}.over(m.base)
}

func (m memo) rows(a, b Inputs) evaluator {
	ia, okA := a.(*Indexed)
	ib, okB := b.(*Indexed)
	if okA && okB && ia.all == ib.all {
		switch {
		case ia.Len() <= ib.Len() && ia.Len() <= m.kept.most:
			return memoRows{m.kept.get(m.base, ia), ib.index}
		case ib.Len() < ia.Len() && ib.Len() <= m.kept.most:
			return memoColumns{m.kept.get(m.base, ib), ia.index}
		}
	}
	return unmoved{m.direct(a, b)}
}

func (m memo) direct(a, b Inputs) evaluator {
	pa := plain(a)
	if same(a, b) {
		return rowsOf(m.base, pa, pa)
	}
	return rowsOf(m.base, pa, plain(b))
}

// unmoved is an evaluator whose parameters are constants.
type unmoved struct{ evaluator }

func (unmoved) grad(_, _ []float64) {}

// memoRows has row i of a against the whole set, and the places of b.
type memoRows struct {
	of    [][]float64
	index []int
}

func (e memoRows) value(dst []float64, i, lo, hi int) {
	row := e.of[i]
	for j, at := range e.index[lo:hi] {
		dst[j] = row[at]
	}
}

func (memoRows) grad(_, _ []float64) {}

// memoColumns has row j of b against the whole set, and the places of a.
type memoColumns struct {
	of    [][]float64
	index []int
}

func (e memoColumns) value(dst []float64, i, lo, hi int) {
	at := e.index[i]
	for j, row := range e.of[lo:hi] {
		dst[j] = row[at]
	}
}

func (memoColumns) grad(_, _ []float64) {}

// kept are rows of the Gram matrix of one set, and its diagonal.
type kept struct {
	most  int
	mutex sync.Mutex
	all   *common
	rows  map[int][]float64
	order []int // of arrival
	diag  []float64
}

// of resets k if it holds another set.
func (k *kept) of(all *common) {
	if k.all != all {
		k.all, k.rows, k.order, k.diag = all, map[int][]float64{}, nil, nil
	}
}

// diagonal returns the diagonal of the whole set.
func (k *kept) diagonal(f Func, all *common) []float64 {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.of(all)
	if k.diag == nil {
		k.diag = make([]float64, all.x.Len())
		f.Diag(k.diag, all.x)
	}
	return k.diag
}

// get returns the rows of the points x, at most k.most, and evaluates those
// that are absent.
func (k *kept) get(f Func, x *Indexed) [][]float64 {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.of(x.all)
	rows, absent := make([][]float64, len(x.index)), []int{}
	for _, at := range x.index {
		if _, ok := k.rows[at]; !ok {
			k.rows[at] = nil
			absent = append(absent, at)
		}
	}
	k.evaluate(f, absent)
	for i, at := range x.index {
		rows[i] = k.rows[at]
	}
	k.forget()
	return rows
}

func (k *kept) evaluate(f Func, absent []int) {
	if len(absent) == 0 {
		return
	}
	n := k.all.x.Len()
	g := mat.NewDense(len(absent), n, nil)
	f.Gram(g, k.all.x.Subset(absent), k.all.x)
	for i, at := range absent {
		k.rows[at] = append([]float64(nil), g.RawRowView(i)...)
	}
	k.order = append(k.order, absent...)
}

// forget drops the oldest rows beyond the limit.
func (k *kept) forget() {
	for len(k.order) > k.most {
		delete(k.rows, k.order[0])
		k.order = k.order[1:]
	}
}

// jet: the parameters are constants.
func (m memo) jet(r *jet.Ring, _, x, y []jet.Jet) jet.Jet {
	ps := m.base.Params()
	theta := make([]jet.Jet, len(ps))
	for p := range ps {
		theta[p] = r.Constant(ps[p].Value)
	}
	return jetOf(m.base, r, theta, x, y)
}
