package statespace

import (
	"context"
	"math"
)

// evaluation is the log density of observations and its gradient.
type evaluation interface {
	// value returns minus the log density, and keeps what gradient needs if keep.
	value(ctx context.Context, o *series, keep bool) (float64, error)
	// gradient writes the derivatives of value by the residuals and the variances of the noise, and collects those by
	// the parameters of the covariance function in the blocks.
	gradient(ctx context.Context, o *series, byResidual, byNoise []float64) error
}

// many is the size of the state from which frames take less time than moves of the whole state.
const many = 12

// newEvaluation returns the evaluation for a number of rows.
func newEvaluation(s *space, rows int) evaluation {
	if p := newPair(s, rows); p != nil {
		return p
	}
	if s.n > many {
		return newStill(s, rows)
	}
	return newTape(s, rows)
}

// tape is a filter with what its gradient needs of the rows of one stretch of observations. Slot 0 is the
// state before the first of them.
type tape struct {
	filter
	length            int
	ss, ms, ws, psis  []float64 // by slot
	es, vs            []float64
	checkpoints       []float64 // S and m before each stretch
	byS, byM, byW, gw []float64
	byPsi, aT         []float64
}

// stretch returns the number of rows of a stretch, for a series of rows: it fits into a cache, and there are not more
// of them than rows in one.
func stretch(rows, states int) int {
	const numbers = 1 << 15
	return min(rows, max(numbers/(states*states+3*states), 16, int(math.Sqrt(float64(rows)))))
}

func newTape(s *space, rows int) *tape {
	length := stretch(rows, s.n)
	slots := func(each int) []float64 { return make([]float64, (length+1)*each) }
	b := 1
	for _, k := range s.blocks {
		b = max(b, k.b)
	}
	return &tape{
		filter: *newFilter(s), length: length,
		ss: slots(s.n * s.n), ms: slots(s.n), ws: slots(s.n), psis: slots(s.q), es: slots(1), vs: slots(1),
		byS: make([]float64, s.n*s.n), byM: make([]float64, s.n), byW: make([]float64, s.n), gw: make([]float64, s.n),
		byPsi: make([]float64, s.q), aT: make([]float64, b*b),
	}
}

func (p *tape) value(ctx context.Context, o *series, keep bool) (sum float64, err error) {
	for i, t := range o.t {
		if i%p.length == 0 {
			if ctx.Err() != nil {
				return 0, ctx.Err()
			}
			if keep {
				p.checkpoints = append(append(p.checkpoints, p.s...), p.m...)
			}
		}
		p.advance(o.step(i))
		if err := p.observe(t, o.residual[i], o.noise[i]); err != nil {
			return 0, err
		}
		sum += p.cost()
	}
	return sum, nil
}

func (p *tape) gradient(ctx context.Context, o *series, byResidual, byNoise []float64) error {
	last := (len(o.t) - 1) / p.length
	for c := last; c >= 0; c-- {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		lo, hi := c*p.length, min((c+1)*p.length, len(o.t))
		if err := p.record(o, lo, hi, c); err != nil {
			return err
		}
		for i := hi - 1; i >= lo; i-- {
			slot := i - lo + 1
			byResidual[i], byNoise[i] = p.backObserve(slot, o.t[i])
			if dt := o.step(i); dt != 0 {
				p.backAdvance(slot, dt)
			}
		}
	}
	return nil
}

// record runs the filter from a checkpoint over rows [lo, hi) and keeps each state before its observation.
func (p *tape) record(o *series, lo, hi, checkpoint int) error {
	n := p.n
	at := p.checkpoints[checkpoint*(n*n+n):]
	copy(p.s, at[:n*n])
	copy(p.m, at[n*n:n*n+n])
	copy(p.ss, p.s)
	copy(p.ms, p.m)
	clear(p.ws[:n])
	p.es[0], p.vs[0] = 0, 1
	for i := lo; i < hi; i++ {
		slot := i - lo + 1
		p.advance(o.step(i))
		copy(p.ss[slot*n*n:], p.s)
		copy(p.ms[slot*n:], p.m)
		if err := p.observe(o.t[i], o.residual[i], o.noise[i]); err != nil {
			return err
		}
		copy(p.ws[slot*n:], p.w)
		copy(p.psis[slot*p.q:], p.psi)
		p.es[slot], p.vs[slot] = p.e, p.v
	}
	return nil
}

// backObserve makes of the derivatives by S and m after an observation those before it, and returns those by the
// residual and the variance of its noise. With h for the coefficients ψ of the state and G and p for the derivatives
// by S + wwᵀ/v and m + we/v:
//
//	∂v = -wᵀGw/v² - pᵀw e/v² + (1/v - e²/v²)/2,  ∂e = (e + pᵀw)/v,
//	∂w = 2Gw/v + pe/v + ∂v h,  ∂h = ∂v w - S∂w - ∂e m + P∞∂w,
//	∂S = G - (∂w hᵀ + h ∂wᵀ)/2,  ∂m = p - ∂e h.
func (p *tape) backObserve(slot int, t float64) (byResidual, byNoise float64) {
	n := p.n
	w, psi := p.ws[slot*n:slot*n+n], p.psis[slot*p.q:slot*p.q+p.q]
	e, v := p.es[slot], p.vs[slot]
	for i := range p.gw {
		p.gw[i] = dot(p.byS[i*n:i*n+n], w)
	}
	pw := dot(p.byM, w)
	byV := (-dot(w, p.gw)-pw*e)/(v*v) + (1-e*e/v)/(2*v)
	byE := (e + pw) / v
	for i, g := range p.gw {
		p.byW[i] = (2*g + p.byM[i]*e) / v
	}
	for _, k := range p.blocks {
		addScaled(p.byW[k.off:k.off+k.q], byV, psi[k.first:k.first+k.q])
	}
	m, s := p.ms[slot*n:slot*n+n], p.ss[slot*n*n:(slot+1)*n*n]
	for _, k := range p.blocks {
		own := psi[k.first : k.first+k.q]
		by := p.byPsi[k.first : k.first+k.q]
		for i, h := range own {
			row := k.off + i
			sum := byV*w[row] - byE*m[row] - dot(s[row*n:row*n+n], p.byW)
			for d := range k.b {
				sum += k.p[d*k.b] * p.byW[row+d*k.q]
			}
			by[i] = sum
			p.byM[row] -= byE * h
			addScaled(p.byS[row*n:row*n+n], -h/2, p.byW)
		}
		k.addByPsi(by, own, t, t-p.origin)
	}
	for i, u := range p.byW {
		row := p.byS[i*n : i*n+n]
		for _, k := range p.blocks {
			addScaled(row[k.off:k.off+k.q], -u/2, psi[k.first:k.first+k.q])
		}
	}
	return byE, byV
}

// backAdvance makes of the derivatives by S and m after the transition of time dt those before it. With T = ∂S A
// they are AᵀT and Aᵀ∂m, and those by A are 2TS + ∂m mᵀ with S and m before.
func (p *tape) backAdvance(slot int, dt float64) {
	n := p.n
	for _, k := range p.blocks {
		if k.moves() {
			k.set(dt)
			k.right(p.byS, n, transposed(p.aT, k.a, k.b))
		}
	}
	before, m, w := p.ss[(slot-1)*n*n:slot*n*n], p.ms[(slot-1)*n:slot*n], p.ws[(slot-1)*n:slot*n]
	scale, shift := 1/p.vs[slot-1], p.es[slot-1]/p.vs[slot-1]
	for _, k := range p.blocks {
		if !k.moves() {
			continue
		}
		k.changed = true
		for d := range k.b {
			for f := range k.q {
				row := k.off + d*k.q + f
				byT := p.byS[row*n : row*n+n]
				tw := dot(byT, w) * scale
				for c := range k.b {
					column := k.off + c*k.q + f
					k.byA[d*k.b+c] += 2*(dot(byT, before[column*n:column*n+n])+tw*w[column]) + p.byM[row]*(m[column]+shift*w[column])
				}
			}
		}
	}
	for _, k := range p.blocks {
		if k.moves() {
			transposed(p.aT, k.a, k.b)
			k.left(p.byS, n, p.aT)
			k.vector(p.byM, p.aT)
		}
	}
}
