package statespace

import (
	"context"
	"math"
)

// still is the [tape] of a state of many numbers. It keeps the state of each block in the frame of a reference time,
// where it does not move: with A the transition from there, the process at t is hᵀx = (Aᵀh)ᵀz for z = A⁻¹x, and the
// covariance of z with the process is A⁻¹P∞h. So an observation takes products of a matrix and a vector only. A
// frame ends when A⁻¹ has an element above farthest; then z moves by A.
type still struct {
	*space
	length      int
	frames      []frame
	ended       []bool // at the last row
	s, m        []float64
	slots       []stillSlot
	checkpoints []stillState
	byS, byM    []float64
	byW, byH    []float64
	gw, aT      []float64
	psi, byPsi  []float64
}

// farthest bounds the elements of A⁻¹, and so the digits that are lost.
const farthest = 4

// frame is the state of a moving block: the time since the reference, and A and its inverse.
type frame struct {
	since      float64
	a, inverse []float64
}

// stillState is S, m and the times of the frames.
type stillState struct{ s, m, since []float64 }

// stillSlot has what the gradient needs of a row: h, the covariance g of z with the process, and w, the state before
// the observation, and for the frames that ended S and m before.
type stillSlot struct {
	s, m, h, g, w   []float64
	e, v            float64
	frames          []frame
	ended           []bool
	someEnded       bool
	before, mBefore []float64
}

func newStill(s *space, rows int) *still {
	n := s.n
	p := &still{space: s, length: stretch(rows, n), frames: make([]frame, len(s.blocks)), ended: make([]bool, len(s.blocks))}
	most := 1
	for i, k := range s.blocks {
		p.frames[i] = newFrame(k)
		most = max(most, k.b)
	}
	vector := func(n int) []float64 { return make([]float64, n) }
	p.s, p.m, p.byS, p.byM, p.byW, p.byH, p.gw = vector(n*n), vector(n), vector(n*n), vector(n), vector(n), vector(n), vector(n)
	p.psi, p.byPsi, p.aT = vector(s.q), vector(s.q), vector(most*most)
	return p
}

func newFrame(k *block) frame {
	return frame{a: make([]float64, k.b*k.b), inverse: make([]float64, k.b*k.b)}
}

// begin makes the frame one at its reference time.
func (f *frame) begin(b int) {
	f.since = 0
	clear(f.a)
	for i := range b {
		f.a[i*b+i] = 1
	}
	copy(f.inverse, f.a)
}

// advance moves the frames on by dt. The z of frames that end move by their A. A slot, if it is not nil, gets the
// frames.
func (p *still) advance(dt float64, slot *stillSlot) {
	for i, k := range p.blocks {
		f := &p.frames[i]
		p.ended[i] = false
		if k.moves() && dt != 0 {
			f.since += dt
			k.set(f.since)
			copy(f.a, k.a)
			p.ended[i] = !invert(f.inverse, f.a, k.spare, k.b)
		}
	}
	if slot != nil {
		slot.keep(p)
	}
	for i, k := range p.blocks {
		if p.ended[i] {
			k.left(p.s, p.n, k.a)
			k.right(p.s, p.n, k.a)
			k.vector(p.m, k.a)
			p.frames[i].begin(k.b)
		}
	}
}

// keep keeps the frames, and the rows of S and m of those that ended, before they move.
func (s *stillSlot) keep(p *still) {
	s.someEnded = false
	copy(s.ended, p.ended)
	for i, k := range p.blocks {
		f, own := &p.frames[i], &s.frames[i]
		own.since = f.since
		copy(own.a, f.a)
		copy(own.inverse, f.inverse)
		if p.ended[i] {
			s.someEnded = true
			lo, hi := k.off, k.off+k.size()
			copy(s.before[lo*p.n:hi*p.n], p.s[lo*p.n:hi*p.n])
			copy(s.mBefore[lo:hi], p.m[lo:hi])
		}
	}
}

// look writes h and g for time t, in the frames.
func (p *still) look(t float64, h, g []float64) (prior float64) {
	p.features(p.psi, t)
	for i, k := range p.blocks {
		psi, f := p.psi[k.first:k.first+k.q], &p.frames[i]
		for d := range k.b {
			byA, byInverse := 1.0, 1.0
			if k.moves() {
				byA, byInverse = f.a[d], 0
				for c := range k.b {
					byInverse += f.inverse[d*k.b+c] * k.p[c*k.b]
				}
			}
			at := k.off + d*k.q
			for l, v := range psi {
				h[at+l], g[at+l] = byA*v, byInverse*v
			}
		}
		for _, v := range psi {
			prior += v * v
		}
	}
	return prior
}

// observe takes an observation, for h and g of its time, and returns the error and the variance of its prediction.
func (p *still) observe(h, g, w []float64, residual, noise float64) (e, v float64) {
	n := p.n
	for i := range w {
		w[i] = g[i] - dot(p.s[i*n:i*n+n], h)
	}
	e, v = residual-dot(h, p.m), dot(h, w)+noise
	for i, x := range w {
		addScaled(p.s[i*n:i*n+n], x/v, w)
	}
	addScaled(p.m, e/v, w)
	return e, v
}

func (p *still) value(ctx context.Context, o *series, keep bool) (sum float64, err error) {
	h, g, w := make([]float64, p.n), make([]float64, p.n), make([]float64, p.n)
	for i, k := range p.blocks {
		p.frames[i].begin(k.b)
	}
	logs := logSum{product: 1}
	for i, t := range o.t {
		if i%p.length == 0 {
			if ctx.Err() != nil {
				return 0, ctx.Err()
			}
			if keep {
				p.checkpoints = append(p.checkpoints, p.state())
			}
		}
		p.advance(o.step(i), nil)
		prior := p.look(t, h, g)
		e, v := p.observe(h, g, w, o.residual[i], o.noise[i])
		if !(v > least*(prior+o.noise[i])) || math.IsInf(v, 1) {
			return 0, determined(t, v, prior+o.noise[i])
		}
		sum += e * e / v
		logs.add(v)
	}
	return (sum + logs.sum() + float64(len(o.t))*math.Log(2*math.Pi)) / 2, nil
}

func (p *still) state() stillState {
	x := stillState{append([]float64(nil), p.s...), append([]float64(nil), p.m...), nil}
	for _, f := range p.frames {
		x.since = append(x.since, f.since)
	}
	return x
}

func (p *still) restore(x stillState) {
	copy(p.s, x.s)
	copy(p.m, x.m)
	for i, k := range p.blocks {
		f := &p.frames[i]
		f.begin(k.b)
		if f.since = x.since[i]; f.since > 0 {
			k.set(f.since)
			copy(f.a, k.a)
			invert(f.inverse, f.a, k.spare, k.b)
		}
	}
}

func (p *still) gradient(ctx context.Context, o *series, byResidual, byNoise []float64) error {
	p.allocate()
	for c := len(p.checkpoints) - 1; c >= 0; c-- {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		lo, hi := c*p.length, min((c+1)*p.length, len(o.t))
		p.restore(p.checkpoints[c])
		for i := lo; i < hi; i++ {
			p.record(&p.slots[i-lo], o, i)
		}
		for i := hi - 1; i >= lo; i-- {
			byResidual[i], byNoise[i] = p.backObserve(&p.slots[i-lo], o.t[i])
			p.backAdvance(&p.slots[i-lo])
		}
	}
	return nil
}

// allocate makes the slots, of 2n² numbers each: [stretch] bounds their number by about √rows.
func (p *still) allocate() {
	n := p.n
	p.slots = make([]stillSlot, p.length)
	for i := range p.slots {
		s := &p.slots[i]
		memory := make([]float64, 2*n*n+5*n)
		take := func(size int) (v []float64) {
			v, memory = memory[:size:size], memory[size:]
			return v
		}
		s.s, s.before, s.m, s.mBefore, s.h, s.g, s.w = take(n*n), take(n*n), take(n), take(n), take(n), take(n), take(n)
		s.ended, s.frames = make([]bool, len(p.blocks)), make([]frame, len(p.blocks))
		for j, k := range p.blocks {
			s.frames[j] = newFrame(k)
		}
	}
}

// record fills the slot of row i.
func (p *still) record(s *stillSlot, o *series, i int) {
	p.advance(o.step(i), s)
	p.look(o.t[i], s.h, s.g)
	copy(s.s, p.s)
	copy(s.m, p.m)
	s.e, s.v = p.observe(s.h, s.g, s.w, o.residual[i], o.noise[i])
}

// backObserve does [tape.backObserve] for g = A⁻¹P∞h apart from h.
func (p *still) backObserve(s *stillSlot, t float64) (byResidual, byNoise float64) {
	n := p.n
	for i := range p.gw {
		p.gw[i] = dot(p.byS[i*n:i*n+n], s.w)
	}
	e, iv := s.e, 1/s.v
	pw := dot(p.byM, s.w)
	byV := (-dot(s.w, p.gw)-pw*e)*iv*iv + (1-e*e*iv)*iv/2
	byE := (e + pw) * iv
	for i, q := range p.gw {
		p.byW[i] = (2*q+p.byM[i]*e)*iv + byV*s.h[i]
	}
	for i := range p.byH {
		p.byH[i] = byV*s.w[i] - byE*s.m[i] - dot(s.s[i*n:i*n+n], p.byW)
	}
	addScaled(p.byM, -byE, s.h)
	for i, u := range p.byW {
		row := p.byS[i*n : i*n+n]
		addScaled(row, -u/2, s.h)
		addScaled(row, -s.h[i]/2, p.byW)
	}
	p.features(p.psi, t)
	for i, k := range p.blocks {
		p.backLook(k, s, i, t)
	}
	return byE, byV
}

// backLook passes the derivatives by h and by g, which are those by w, on to ψ and A of a block:
// h = (A₀₀ψ, A₀₁ψ, ...), and g = A⁻¹P∞(ψ, 0, ...).
func (p *still) backLook(k *block, s *stillSlot, i int, t float64) {
	psi, byPsi, f := p.psi[k.first:k.first+k.q], p.byPsi[k.first:k.first+k.q], &s.frames[i]
	moved := k.moves() && !s.ended[i] && f.since > 0
	if moved {
		k.set(f.since)
		k.changed = true
	}
	clear(byPsi)
	for d := range k.b {
		byH, byG := p.byH[k.off+d*k.q:k.off+(d+1)*k.q], p.byW[k.off+d*k.q:k.off+(d+1)*k.q]
		fromA, fromInverse := 0.0, k.p[d*k.b]
		if d == 0 {
			fromA = 1
		}
		if moved {
			fromA, fromInverse = f.a[d], 0
			for c := range k.b {
				fromInverse += f.inverse[d*k.b+c] * k.p[c*k.b]
			}
			k.byA[d] += dot(byH, psi)
			// The derivative of A⁻¹y is -A⁻¹ ∂A A⁻¹y.
			along := dot(byG, psi)
			for r := range k.b {
				weight := f.inverse[d*k.b+r] * along
				for c := range k.b {
					y := 0.0
					for l := range k.b {
						y += f.inverse[c*k.b+l] * k.p[l*k.b]
					}
					k.byA[r*k.b+c] -= weight * y
				}
			}
		}
		addScaled(byPsi, fromA, byH)
		addScaled(byPsi, fromInverse, byG)
	}
	k.addByPsi(byPsi, psi, t, t-p.origin)
}

// backAdvance does [tape.backAdvance] for the frames that ended at a row.
func (p *still) backAdvance(s *stillSlot) {
	if !s.someEnded {
		return
	}
	n := p.n
	for i, k := range p.blocks {
		if s.ended[i] {
			k.set(s.frames[i].since)
			k.right(p.byS, n, transposed(p.aT, k.a, k.b))
		}
	}
	for i, k := range p.blocks {
		if !s.ended[i] {
			continue
		}
		k.changed = true
		for d := range k.b {
			for f := range k.q {
				row := k.off + d*k.q + f
				byT := p.byS[row*n : row*n+n]
				for c := range k.b {
					column := k.off + c*k.q + f
					k.byA[d*k.b+c] += 2*dot(byT, s.before[column*n:column*n+n]) + p.byM[row]*s.mBefore[column]
				}
			}
		}
	}
	for i, k := range p.blocks {
		if s.ended[i] {
			transposed(p.aT, k.a, k.b)
			k.left(p.byS, n, p.aT)
			k.vector(p.byM, p.aT)
		}
	}
}

// invert writes the inverse of the b × b matrix a into dst, by elimination with pivots, with scratch memory of b²
// numbers. It reports whether there is one with elements up to farthest.
func invert(dst, a, work []float64, b int) bool {
	work = work[:copy(work, a)]
	clear(dst)
	for i := range b {
		dst[i*b+i] = 1
	}
	for c := range b {
		pivot := c
		for r := c + 1; r < b; r++ {
			if math.Abs(work[r*b+c]) > math.Abs(work[pivot*b+c]) {
				pivot = r
			}
		}
		if math.Abs(work[pivot*b+c]) < 1e-3 {
			return false
		}
		for j := range b {
			work[c*b+j], work[pivot*b+j] = work[pivot*b+j], work[c*b+j]
			dst[c*b+j], dst[pivot*b+j] = dst[pivot*b+j], dst[c*b+j]
		}
		scale := 1 / work[c*b+c]
		for j := range b {
			work[c*b+j] *= scale
			dst[c*b+j] *= scale
		}
		for r := range b {
			if factor := work[r*b+c]; r != c && factor != 0 {
				for j := range b {
					work[r*b+j] -= factor * work[c*b+j]
					dst[r*b+j] -= factor * dst[c*b+j]
				}
			}
		}
	}
	for _, v := range dst {
		if !(math.Abs(v) <= farthest) {
			return false
		}
	}
	return true
}
