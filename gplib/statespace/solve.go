package statespace

import "gonum.org/v1/gonum/mat"

// columns are a pass over the observations with a state for each of several right-hand sides.
type columns struct {
	*conditioned
	scratch *space
	states  []float64 // n × count of columns
	psi, aT []float64
	sum     []float64
}

func (c *conditioned) columns(count int) *columns {
	s := newSmoother(c)
	return &columns{c, s.scratch, make([]float64, c.n*count), s.psi, s.aT, make([]float64, count)}
}

// observed sets sum to hᵀx for the states x, and returns h as psi.
func (p *columns) observed(t float64) {
	p.scratch.features(p.psi, t)
	clear(p.sum)
	count := len(p.sum)
	for _, k := range p.scratch.blocks {
		for f, h := range p.psi[k.first : k.first+k.q] {
			addScaled(p.sum, h, p.states[(k.off+f)*count:(k.off+f+1)*count])
		}
	}
}

// weighted sets sum to wᵀx.
func (p *columns) weighted(w []float64) {
	clear(p.sum)
	for r, v := range w {
		addScaled(p.sum, v, p.states[r*len(p.sum):(r+1)*len(p.sum)])
	}
}

// addWeighted adds c w yᵀ to the states.
func (p *columns) addWeighted(c float64, w, y []float64) {
	for r, v := range w {
		addScaled(p.states[r*len(y):(r+1)*len(y)], c*v, y)
	}
}

// addObserved adds h yᵀ.
func (p *columns) addObserved(y []float64) {
	count := len(y)
	for _, k := range p.scratch.blocks {
		for f, h := range p.psi[k.first : k.first+k.q] {
			addScaled(p.states[(k.off+f)*count:(k.off+f+1)*count], h, y)
		}
	}
}

// addStationary adds P∞h yᵀ.
func (p *columns) addStationary(y []float64) {
	count := len(y)
	for _, k := range p.scratch.blocks {
		for d := range k.b {
			for f, h := range p.psi[k.first : k.first+k.q] {
				row := k.off + d*k.q + f
				addScaled(p.states[row*count:(row+1)*count], k.p[d*k.b]*h, y)
			}
		}
	}
}

// move moves the states by the transition over dt, or back by its transpose.
func (p *columns) move(dt float64, back bool) {
	if dt == 0 {
		return
	}
	for _, k := range p.scratch.blocks {
		if !k.moves() {
			continue
		}
		k.set(dt)
		a := k.a
		if back {
			a = transposed(p.aT, a, k.b)
		}
		k.left(p.states, len(p.sum), a)
	}
}

// step returns the time from observation i-1 to i.
func (c *conditioned) step(i int) float64 {
	if i == 0 {
		return 0
	}
	return c.row(i)[0] - c.row(i - 1)[0]
}

// solve replaces b, with a row for each row of the data, by C⁻¹b.
func (c *conditioned) solve(b *mat.Dense) {
	n := c.count()
	_, count := b.Dims()
	p := c.columns(count)
	for i := range n {
		p.move(c.step(i), false)
		o, y := c.at(i), b.RawRowView(c.rowOf(i))
		p.observed(o.t)
		addScaled(y, -1, p.sum)
		for j := range y {
			y[j] /= o.v
		}
		p.addWeighted(1, o.w, y)
	}
	clear(p.states)
	for i := n - 1; i >= 0; i-- {
		o, y := c.at(i), b.RawRowView(c.rowOf(i))
		p.weighted(o.w)
		addScaled(y, -1/o.v, p.sum)
		p.scratch.features(p.psi, o.t)
		p.addObserved(y)
		p.move(c.step(i), true)
	}
}

// multiply replaces b by Cb, with C the covariance matrix of the observations and their noise.
func (c *conditioned) multiply(b *mat.Dense) {
	n := c.count()
	_, count := b.Dims()
	p := c.columns(count)
	out := mat.NewDense(n, count, nil)
	for i := range n {
		p.move(c.step(i), false)
		o, row := c.at(i), c.rowOf(i)
		p.observed(o.t)
		addScaled(out.RawRowView(row), 1, p.sum)
		y := b.RawRowView(row)
		addScaled(out.RawRowView(row), o.noise, y)
		p.addStationary(y)
	}
	clear(p.states)
	for i := n - 1; i >= 0; i-- {
		o, row := c.at(i), c.rowOf(i)
		y := b.RawRowView(row)
		p.scratch.features(p.psi, o.t)
		p.addObserved(y)
		p.observedBefore()
		addScaled(out.RawRowView(row), 1, p.sum)
		p.move(c.step(i), true)
	}
	b.Copy(out)
}

// observedBefore sets sum to hᵀP∞x.
func (p *columns) observedBefore() {
	clear(p.sum)
	count := len(p.sum)
	for _, k := range p.scratch.blocks {
		for d := range k.b {
			for f, h := range p.psi[k.first : k.first+k.q] {
				row := k.off + d*k.q + f
				addScaled(p.sum, k.p[d*k.b]*h, p.states[row*count:(row+1)*count])
			}
		}
	}
}
