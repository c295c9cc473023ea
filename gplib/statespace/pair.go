package statespace

import (
	"context"
	"math"
)

// pair is the [tape] of a process that is one Matern32 or SHO times a variance, whose state has two numbers: the same
// recursions, without loops over the state, which take several times as long.
type pair struct {
	block       *block
	length      int
	slots       []slot
	checkpoints []two // before each stretch
}

// two is S, which is symmetric, and m.
type two struct{ s00, s01, s11, m0, m1 float64 }

// slot has what the gradient needs of a row: the transition to it, the state before that and before the observation,
// and the error and the variance of the prediction.
type slot struct {
	a00, a01, a10, a11 float64
	before, at         two
	e, v               float64
}

// newPair returns nil for other processes.
func newPair(s *space, rows int) *pair {
	if len(s.blocks) != 1 {
		return nil
	}
	k := s.blocks[0]
	if k.b != 2 || len(k.motions) != 1 || len(k.features) > 0 {
		return nil
	}
	length := stretch(rows, s.n)
	return &pair{block: k, length: length, slots: make([]slot, length)}
}

// move moves the state by A, which a00 to a11 are.
func (x two) move(a00, a01, a10, a11 float64) two {
	b00, b01 := a00*x.s00+a01*x.s01, a00*x.s01+a01*x.s11
	b10, b11 := a10*x.s00+a11*x.s01, a10*x.s01+a11*x.s11
	return two{
		s00: b00*a00 + b01*a01, s01: b10*a00 + b11*a01, s11: b10*a10 + b11*a11,
		m0: a00*x.m0 + a01*x.m1, m1: a10*x.m0 + a11*x.m1,
	}
}

// covariance returns w for h = (std, 0).
func (x two) covariance(std float64) (w0, w1 float64) { return std * (1 - x.s00), -std * x.s01 }

// add adds wwᵀ/v to S and we/v to m.
func (x two) add(w0, w1, e, v float64) two {
	g0, g1 := w0/v, w1/v
	return two{x.s00 + g0*w0, x.s01 + g0*w1, x.s11 + g1*w1, x.m0 + g0*e, x.m1 + g1*e}
}

func (p *pair) value(ctx context.Context, o *series, keep bool) (float64, error) {
	x, std, k := two{}, p.block.std, p.block
	prior, fit := std*std, 0.0
	logs := logSum{product: 1}
	for i, t := range o.t {
		if i%p.length == 0 {
			if ctx.Err() != nil {
				return 0, ctx.Err()
			}
			if keep {
				p.checkpoints = append(p.checkpoints, x)
			}
		}
		if dt := o.step(i); dt != 0 {
			k.set(dt)
			x = x.move(k.a[0], k.a[1], k.a[2], k.a[3])
		}
		w0, w1 := x.covariance(std)
		e, v := o.residual[i]-std*x.m0, std*w0+o.noise[i]
		if !(v > least*(prior+o.noise[i])) || math.IsInf(v, 1) {
			return 0, determined(t, v, prior+o.noise[i])
		}
		x = x.add(w0, w1, e, v)
		fit += e * e / v
		logs.add(v)
	}
	return (fit + logs.sum() + float64(len(o.t))*math.Log(2*math.Pi)) / 2, nil
}

// logSum is a sum of logarithms. It takes that of a product where that is in range.
type logSum struct{ product, logs float64 }

func (l *logSum) add(v float64) {
	const most = 1e100
	if v > most || v < 1/most {
		l.logs += math.Log(v)
		return
	}
	l.product *= v
	if l.product > most || l.product < 1/most {
		l.logs += math.Log(l.product)
		l.product = 1
	}
}

func (l *logSum) sum() float64 { return l.logs + math.Log(l.product) }

func (p *pair) gradient(ctx context.Context, o *series, byResidual, byNoise []float64) error {
	var by backTwo
	for c := len(p.checkpoints) - 1; c >= 0; c-- {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		lo, hi := c*p.length, min((c+1)*p.length, len(o.t))
		p.record(o, lo, hi, p.checkpoints[c])
		for i := hi - 1; i >= lo; i-- {
			s := &p.slots[i-lo]
			var byStd float64
			byResidual[i], byNoise[i], byStd = by.observe(s, p.block.std)
			p.block.byStd += byStd
			if dt := o.step(i); dt != 0 {
				p.block.put(dt, s)
				by.move(s, p.block.byA)
			}
		}
	}
	return nil
}

// record fills the slots of rows [lo, hi).
func (p *pair) record(o *series, lo, hi int, x two) {
	std, k := p.block.std, p.block
	for i := lo; i < hi; i++ {
		s := &p.slots[i-lo]
		s.before = x
		if dt := o.step(i); dt != 0 {
			k.set(dt)
			s.a00, s.a01, s.a10, s.a11 = k.a[0], k.a[1], k.a[2], k.a[3]
			x = x.move(s.a00, s.a01, s.a10, s.a11)
		}
		s.at = x
		w0, w1 := x.covariance(std)
		s.e, s.v = o.residual[i]-std*x.m0, std*w0+o.noise[i]
		x = x.add(w0, w1, s.e, s.v)
	}
}

// put makes a the transition of a slot, which is of time dt, and expects derivatives by it.
func (k *block) put(dt float64, s *slot) {
	if dt != k.dt {
		k.flush()
		k.dt = dt
		k.a[0], k.a[1], k.a[2], k.a[3] = s.a00, s.a01, s.a10, s.a11
	}
	k.changed = true
}

// backTwo holds the derivatives by S and m; see [tape.backObserve].
type backTwo struct{ g00, g01, g11, p0, p1 float64 }

// observe returns the derivatives by the residual and the noise, and ψ times that by ψ.
func (b *backTwo) observe(s *slot, std float64) (byResidual, byNoise, byStd float64) {
	w0, w1 := s.at.covariance(std)
	e, iv := s.e, 1/s.v
	q0, q1 := b.g00*w0+b.g01*w1, b.g01*w0+b.g11*w1
	pw := b.p0*w0 + b.p1*w1
	byV := (-(w0*q0+w1*q1)-pw*e)*iv*iv + (1-e*e*iv)*iv/2
	byE := (e + pw) * iv
	u0, u1 := (2*q0+b.p0*e)*iv+byV*std, (2*q1+b.p1*e)*iv
	byPsi := byV*w0 - byE*s.at.m0 + u0 - s.at.s00*u0 - s.at.s01*u1
	b.p0 -= byE * std
	b.g00 -= std * u0
	b.g01 -= std * u1 / 2
	return byE, byV, byPsi * std
}

// move goes back over the transition to a slot, and adds the derivatives by it to byA.
func (b *backTwo) move(s *slot, byA []float64) {
	t00, t01 := b.g00*s.a00+b.g01*s.a10, b.g00*s.a01+b.g01*s.a11
	t10, t11 := b.g01*s.a00+b.g11*s.a10, b.g01*s.a01+b.g11*s.a11
	x := &s.before
	byA = byA[:4]
	byA[0] += 2*(t00*x.s00+t01*x.s01) + b.p0*x.m0
	byA[1] += 2*(t00*x.s01+t01*x.s11) + b.p0*x.m1
	byA[2] += 2*(t10*x.s00+t11*x.s01) + b.p1*x.m0
	byA[3] += 2*(t10*x.s01+t11*x.s11) + b.p1*x.m1
	*b = backTwo{
		g00: s.a00*t00 + s.a10*t10, g01: s.a00*t01 + s.a10*t11, g11: s.a01*t01 + s.a11*t11,
		p0: s.a00*b.p0 + s.a10*b.p1, p1: s.a01*b.p0 + s.a11*b.p1,
	}
}
