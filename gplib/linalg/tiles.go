package linalg

import (
	"context"
	"sync/atomic"

	"gonum.org/v1/gonum/blas"

	"krigo/gplib/parallel"
)

// The lower Cholesky factor and the inverse from it, as graphs of tasks on tiles
// (Buttari, Langou, Kurzak and Dongarra 2009, Parallel Computing 35, 38-53).

// tiles is the lower triangle of a square matrix in tiles.
type tiles struct {
	a           block
	side, count int
	cells       []parallel.Datum // of tile (i, j), at i·count+j
	diagonal    []parallel.Datum // of what follows
	corners     []triangle       // copies of the tiles on the diagonal
	memory      *[]float64       // of the corners
}

// cornersOf is memory for all tiles on a diagonal.
var cornersOf stock

// sideOf returns the order of tiles of a matrix of order n: of small ones there are enough for
// several processors, large ones move less memory. It does not depend on the
// number of processors, as results do on it.
func sideOf(n int) int {
	switch {
	case n <= 192:
		return roundUp(n, kernel.cols) // one tile, in one goroutine
	case n < 1400:
		return roundUp(144, kernel.cols)
	}
	return 192
}

func newTiles(a block) *tiles {
	t := &tiles{a: a, side: sideOf(a.r)}
	t.count = (a.r + t.side - 1) / t.side
	t.cells = make([]parallel.Datum, t.count*t.count)
	t.diagonal = make([]parallel.Datum, t.count)
	t.corners = make([]triangle, t.count)
	size := triangleLen(t.side)
	t.memory = cornersOf.borrow(t.count * size)
	for i := range t.corners {
		t.corners[i] = newTriangle((*t.memory)[i*size:][:size], t.rows(i))
	}
	return t
}

// release frees memory; t must not be used after it.
func (t *tiles) release() { cornersOf.giveBack(t.memory) }

// rows returns the number of rows of tiles (i, ·).
func (t *tiles) rows(i int) int { return min(t.side, t.a.r-i*t.side) }

func (t *tiles) at(i, j int) block {
	return t.a.part(i*t.side, j*t.side, t.rows(i), t.rows(j))
}

func (t *tiles) cell(i, j int) *parallel.Datum { return &t.cells[i*t.count+j] }

// loadCorner copies the lower triangle of tile (i, i).
func (t *tiles) loadCorner(i int) { t.corners[i].load(t.at(i, i).op(blas.NoTrans), t.rows(i)) }

// factoring replaces A by L. Tile (i, k) of L is kept as the right factor of products
// for as long as any needs it.
type factoring struct {
	*tiles
	panels []panelInUse // at i·count+k
	failed atomic.Bool
}

type panelInUse struct {
	memory *[]float64
	users  atomic.Int32
}

// panels is memory for tiles as right factors.
var panels stock

// potrf replaces the lower triangle of A by its Cholesky factor; the strict upper one is
// unchanged. ok reports whether the factor exists. err is the error of ctx.
func (b block) potrf(ctx context.Context) (ok bool, err error) {
	if b.r <= sideOf(b.r) {
		return b.factorizeTile(), ctx.Err()
	}
	f := &factoring{tiles: newTiles(b)}
	defer f.release()
	f.panels = make([]panelInUse, f.count*f.count)
	var g parallel.Graph
	for k := range f.count {
		f.addColumn(&g, k)
	}
	err = g.Run(ctx)
	return err == nil && !f.failed.Load(), err
}

// factorizeTile does potrf in one goroutine.
func (b block) factorizeTile() bool {
	memory := panels.borrow(triangleLen(b.r))
	defer panels.giveBack(memory)
	t := newTriangle(*memory, b.r)
	t.load(b.op(blas.NoTrans), b.r)
	if !t.factorize() {
		return false
	}
	t.store(b)
	return true
}

// inverseOfTile returns the inverse of the lower triangle of b as a triangle, by rows with zeros above the
// diagonal, and as a right factor, in memory of cornersOf. ok reports whether there is one.
func (b block) inverseOfTile() (t triangle, square block, right panel, memory *[]float64, ok bool) {
	n := roundUp(b.r, kernel.cols)
	memory = cornersOf.borrow(triangleLen(n) + 2*n*n)
	t = newTriangle(*memory, n)
	t.load(b.op(blas.NoTrans), b.r)
	rest := (*memory)[triangleLen(n):]
	right, square = panel{rest[:n*n], n, n}, block{rest[n*n:], n, n, n}
	if ok = t.invertDiagonal(); ok {
		t.invert(right)
		right.store(blas.NoTrans, square)
	}
	return t, square, right, memory, ok
}

// invertTile does potri in one goroutine.
func (b block) invertTile() bool {
	t, square, right, memory, ok := b.inverseOfTile()
	defer cornersOf.giveBack(memory)
	if ok {
		t.square(square, right)
		t.store(b)
	}
	return ok
}

// addColumn adds the tasks of the steps that come from column k.
func (f *factoring) addColumn(g *parallel.Graph, k int) {
	g.Add(k, func() {
		if !f.factor(k) {
			f.failed.Store(true)
			g.Stop()
		}
	}, f.cell(k, k))
	for i := k + 1; i < f.count; i++ {
		g.Add(k, func() { f.solve(i, k) }, f.cell(i, k), f.cell(k, k))
	}
	for j := k + 1; j < f.count; j++ {
		for i := j; i < f.count; i++ {
			g.Add(j, func() { f.update(i, j, k) }, f.cell(i, j), f.cell(i, k), f.cell(j, k))
		}
	}
}

// factor computes L_kk, after the updates of tile (k, k).
func (f *factoring) factor(k int) bool {
	if k == 0 {
		f.loadCorner(k)
	}
	if !f.corners[k].factorize() {
		return false
	}
	f.corners[k].store(f.at(k, k))
	return true
}

// solve computes L_ik = A_ik L_kk⁻ᵀ.
func (f *factoring) solve(i, k int) {
	a := f.at(i, k)
	kept := &f.panels[i*f.count+k]
	kept.memory = panels.borrow(panelLen(f.side, a.r))
	kept.users.Store(int32(f.count - i))
	p := panel{*kept.memory, f.side, a.r}
	p.load(blas.Trans, a)
	for j := 0; j < p.c; j += kernel.cols {
		f.corners[k].solve(p.sliver(j), 0)
	}
	p.store(blas.Trans, a)
}

// update computes A_ij -= L_ik L_jkᵀ.
func (f *factoring) update(i, j, k int) {
	kept := &f.panels[j*f.count+k]
	p := panel{*kept.memory, f.side, f.rows(j)}
	left := f.at(i, k).op(blas.NoTrans)
	if i > j {
		f.at(i, j).add(-1, left, p, shape{})
	} else {
		if k == 0 {
			f.loadCorner(i)
		}
		c := f.corners[i]
		block{c.data, c.order, f.rows(i), f.rows(i)}.add(-1, left, p, shape{lower: true})
	}
	if kept.users.Add(-1) == 0 {
		panels.giveBack(kept.memory)
	}
}

// inverting replaces L by the lower triangle of (L Lᵀ)⁻¹ = MᵀM, where M is L⁻¹.
type inverting struct {
	*tiles
	inverses []panel // M_ii as right factors
	squares  []block // and by rows, with zeros above the diagonal
}

// potri replaces the lower triangle of L by the one of (L Lᵀ)⁻¹. ok reports whether the inverse
// exists. err is the error of ctx.
func (b block) potri(ctx context.Context) (ok bool, err error) {
	if b.r <= sideOf(b.r) {
		return b.invertTile(), ctx.Err()
	}
	v, release, ok := newInverting(b)
	defer release()
	if !ok {
		return false, nil
	}
	var g parallel.Graph
	for j := range v.count {
		v.addColumn(&g, j)
	}
	for i := range v.count {
		v.addRow(&g, i)
	}
	if err := g.Run(ctx); err != nil {
		return false, err
	}
	return true, nil
}

// newInverting needs release, whether there is an inverse or not.
func newInverting(b block) (v *inverting, release func(), ok bool) {
	v = &inverting{tiles: newTiles(b)}
	size := roundUp(v.side, kernel.cols) * roundUp(v.side, kernel.cols)
	memory := cornersOf.borrow(2 * size * v.count)
	release = func() {
		v.release()
		cornersOf.giveBack(memory)
	}
	for i := range v.count {
		v.loadCorner(i)
		if !v.corners[i].invertDiagonal() {
			return v, release, false
		}
		order, at := v.corners[i].order, 2*i*size
		v.inverses = append(v.inverses, panel{(*memory)[at:][:order*order], order, order})
		v.squares = append(v.squares, block{(*memory)[at+size:][:order*order], order, order, order})
	}
	return v, release, true
}

// trtri replaces the lower triangle of L by L⁻¹. It reports whether L⁻¹ exists.
func (b block) trtri() bool {
	if b.r <= sideOf(b.r) {
		_, square, _, memory, ok := b.inverseOfTile()
		defer cornersOf.giveBack(memory)
		for i := range b.r {
			copy(b.data[i*b.stride:][:i+1], square.data[i*square.stride:])
		}
		return ok
	}
	v, release, ok := newInverting(b)
	defer release()
	if !ok {
		return false
	}
	var g parallel.Graph
	for j := range v.count {
		v.addColumn(&g, j)
		g.Add(j, func() {
			a, m := v.at(j, j), v.squares[j]
			for i := range a.r {
				copy(a.data[i*a.stride:][:i+1], m.data[i*m.stride:])
			}
		}, &v.diagonal[j])
	}
	return g.Run(context.Background()) == nil
}

// addColumn adds the tasks that replace column j of L by that of M: M_kj is
// -L_kk⁻¹ Σ_t L_kt M_tj, t in [j, k).
func (v *inverting) addColumn(g *parallel.Graph, j int) {
	g.Add(j, func() { v.invertCorner(j) }, &v.diagonal[j])
	for k := j + 1; k < v.count; k++ {
		g.Add(j, func() { v.first(k, j) }, v.cell(k, j), &v.diagonal[j])
		for t := j + 1; t < k; t++ {
			g.Add(j, func() { v.addTo(v.at(k, j), -1, v.at(k, t).op(blas.NoTrans), v.at(t, j), shape{}) }, v.cell(k, j), v.cell(k, t), v.cell(t, j))
		}
		g.Add(j, func() { v.solve(k, j) }, v.cell(k, j), &v.diagonal[k])
	}
}

// addRow adds the tasks that replace row i of M by that of MᵀM, which needs the
// rows below.
func (v *inverting) addRow(g *parallel.Graph, i int) {
	for j := range i {
		g.Add(v.count+i, func() { v.firstOfRow(i, j) }, v.cell(i, j), &v.diagonal[i])
		for k := i + 1; k < v.count; k++ {
			g.Add(v.count+i, func() { v.addTo(v.at(i, j), 1, v.at(k, i).op(blas.Trans), v.at(k, j), shape{}) }, v.cell(i, j), v.cell(k, i), v.cell(k, j))
		}
	}
	g.Add(v.count+i, func() { v.squareCorner(i) }, &v.diagonal[i])
	for k := i + 1; k < v.count; k++ {
		g.Add(v.count+i, func() {
			c := v.corners[i]
			v.addTo(block{c.data, c.order, v.rows(i), v.rows(i)}, 1, v.at(k, i).op(blas.Trans), v.at(k, i), shape{lower: true})
		}, &v.diagonal[i], v.cell(k, i))
	}
	g.Add(v.count+i, func() { v.corners[i].store(v.at(i, i)) }, &v.diagonal[i])
}

// invertCorner sets M_ii.
func (v *inverting) invertCorner(i int) {
	v.corners[i].invert(v.inverses[i])
	v.inverses[i].store(blas.NoTrans, v.squares[i])
}

// first computes -L_kj M_jj, in place.
func (v *inverting) first(k, j int) {
	a := v.at(k, j)
	scratch := panels.borrow(a.r * a.c)
	defer panels.giveBack(scratch)
	left := block{*scratch, a.c, a.r, a.c}
	for i := range a.r {
		row := a.data[i*a.stride:][:a.c]
		copy(left.data[i*left.stride:], row)
		clear(row)
	}
	a.add(-1, left.op(blas.NoTrans), v.inverses[j], shape{lowerRight: true})
}

// solve computes L_kk⁻¹ A_kj, in place.
func (v *inverting) solve(k, j int) {
	a := v.at(k, j)
	order := v.corners[k].order
	scratch := panels.borrow(panelLen(order, a.c))
	defer panels.giveBack(scratch)
	p := panel{*scratch, order, a.c}
	p.loadPadded(a)
	for c := 0; c < p.c; c += kernel.cols {
		v.corners[k].solve(p.sliver(c), 0)
	}
	p.store(blas.NoTrans, a)
}

// firstOfRow computes M_iiᵀ M_ij, in place.
func (v *inverting) firstOfRow(i, j int) {
	a := v.at(i, j)
	scratch := panels.borrow(panelLen(a.r, a.c))
	defer panels.giveBack(scratch)
	p := panel{*scratch, a.r, a.c}
	p.load(blas.NoTrans, a)
	a.scale(0)
	a.add(1, v.squares[i].op(blas.Trans), p, shape{upperLeft: true})
}

// squareCorner computes M_iiᵀ M_ii.
func (v *inverting) squareCorner(i int) {
	v.corners[i].square(v.squares[i], v.inverses[i])
}

// addTo computes b += alpha·x·y.
func (v *inverting) addTo(b block, alpha float64, x strided, y block, s shape) {
	scratch := panels.borrow(panelLen(y.r, y.c))
	defer panels.giveBack(scratch)
	p := panel{*scratch, y.r, y.c}
	p.load(blas.NoTrans, y)
	b.add(alpha, x, p, s)
}
