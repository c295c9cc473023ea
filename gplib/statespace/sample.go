package statespace

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/optim"
)

// Sample returns count joint draws of the latent f at the m points x, one a row, count × m, as the function
// [gplib.Sample] does for any posterior, but in O((n+m) s²) time each. A nil src is a fixed seed. A draw is one of
// the prior at observations and points, moved by what the observations, with drawn noise, say (Matheron's rule;
// Wilson et al. 2020, section 3.1).
func (p *Posterior) Sample(x cov.Inputs, count int, src rand.Source) (*mat.Dense, error) {
	if count < 1 {
		return nil, fmt.Errorf("statespace: Sample: count is %d, less than 1", count)
	}
	t, err := p.times(x)
	if err != nil {
		return nil, err
	}
	if _, err := p.given.backward(); err != nil { // the measured error
		return nil, err
	}
	mean := p.model.MeanAt(x)
	draws := mat.NewDense(count, len(t), nil)
	rng, points := rand.New(optim.Source(src)), p.given.points(t)
	for r := range count {
		row := draws.RawRowView(r)
		p.given.draw(row, points, rng)
		for i, v := range mean {
			row[i] += v
		}
	}
	return draws, nil
}

// draw writes a draw of the process at points, which are in order, by their index.
func (c *conditioned) draw(dst []float64, points []point, rng *rand.Rand) {
	prior := &priorDraw{columns: c.columns(1), rng: rng}
	prior.begin()
	alpha := mat.NewDense(c.count(), 1, nil)
	next := 0
	for i := range c.count() {
		o := c.at(i)
		for ; next < len(points) && points[next].gap == i; next++ {
			dst[points[next].index] = prior.at(points[next].t)
		}
		f := prior.at(o.t)
		alpha.Set(c.rowOf(i), 0, o.residual-f-math.Sqrt(o.noise)*rng.NormFloat64())
	}
	for ; next < len(points); next++ {
		dst[points[next].index] = prior.at(points[next].t)
	}
	c.solve(alpha)
	c.addWeightedSum(dst, points, alpha.RawMatrix().Data)
}

// priorDraw goes through times with a draw of the state from the prior.
type priorDraw struct {
	*columns
	rng     *rand.Rand
	now     float64
	started bool
}

// begin draws the state.
func (d *priorDraw) begin() {
	for _, k := range d.scratch.blocks {
		d.push(k, k.p)
	}
}

// at moves the state to time t and returns the process there.
func (d *priorDraw) at(t float64) float64 {
	if dt := t - d.now; d.started && dt > 0 {
		d.move(dt, false)
		for _, k := range d.scratch.blocks {
			if k.moves() {
				d.push(k, k.driving())
			}
		}
	}
	d.now, d.started = t, true
	d.observed(t)
	return d.sum[0]
}

// push adds independent normal numbers of covariance q, b × b, to the state of the block for each feature.
func (d *priorDraw) push(k *block, q []float64) {
	root := rootOf(q, k.b)
	z := make([]float64, k.b)
	for f := range k.q {
		for i := range z {
			z[i] = d.rng.NormFloat64()
		}
		for i := range k.b {
			d.states[k.off+i*k.q+f] += dot(root[i*k.b:i*k.b+k.b], z)
		}
	}
}

// driving returns P - APAᵀ, the covariance of what drives the moving state during the last transition.
func (k *block) driving() []float64 {
	b := k.b
	ap, q := make([]float64, b*b), append([]float64(nil), k.p...)
	for i := range b {
		for j := range b {
			for l := range b {
				ap[i*b+j] += k.a[i*b+l] * k.p[l*b+j]
			}
		}
	}
	for i := range b {
		for j := range b {
			q[i*b+j] -= dot(ap[i*b:i*b+b], k.a[j*b:j*b+b])
		}
	}
	return q
}

// rootOf returns the lower Cholesky factor of a covariance matrix, b × b, of a state of variances up to about 1. Pivots
// of at most 1e-15, as large as rounding errors of a difference of such covariances, have columns of 0: a draw does
// not move in directions whose standard deviation is below 3e-8 of that of the process.
func rootOf(q []float64, b int) []float64 {
	const rounding = 1e-15
	l := make([]float64, b*b)
	for j := range b {
		pivot := q[j*b+j] - dot(l[j*b:j*b+j], l[j*b:j*b+j])
		if pivot <= rounding {
			continue
		}
		l[j*b+j] = math.Sqrt(pivot)
		for i := j + 1; i < b; i++ {
			l[i*b+j] = (q[i*b+j] - dot(l[i*b:i*b+j], l[j*b:j*b+j])) / l[j*b+j]
		}
	}
	return l
}

// addWeightedSum adds Σ_i k(t, t_i) α_i at points, which are in order, with the weights by rows of the data.
func (c *conditioned) addWeightedSum(dst []float64, points []point, alpha []float64) {
	p, n := c.columns(1), c.count()
	one := make([]float64, 1)
	next, now := 0, math.NaN()
	to := func(t float64) {
		if t > now || t < now {
			p.move(math.Abs(t-now), t < now)
		}
		now = t
		p.scratch.features(p.psi, t)
	}
	see := func(k int, sum func()) {
		to(points[k].t)
		sum()
		dst[points[k].index] += p.sum[0]
	}
	for i := range n + 1 {
		for ; next < len(points) && points[next].gap == i; next++ {
			see(next, func() { p.observed(points[next].t) })
		}
		if i < n {
			to(c.row(i)[0])
			one[0] = alpha[c.rowOf(i)]
			p.addStationary(one)
		}
	}
	clear(p.states)
	next, now = len(points)-1, math.NaN()
	for i := n; i >= 0; i-- {
		if i < n {
			to(c.row(i)[0])
			one[0] = alpha[c.rowOf(i)]
			p.addObserved(one)
		}
		for ; next >= 0 && points[next].gap == i; next-- {
			see(next, p.observedBefore)
		}
	}
}
