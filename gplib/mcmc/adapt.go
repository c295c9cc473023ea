package mcmc

import "math"

// dualAverage adapts a step length to a target acceptance (Hoffman and Gelman
// 2014, equation 6 and algorithm 5, with their constants).
type dualAverage struct {
	want, mu       float64
	gap, logStep   float64 // averages
	t              float64
	present, final float64
}

func newDualAverage(step, want float64) *dualAverage {
	return &dualAverage{want: want, mu: math.Log(10 * step), present: step, final: step}
}

func (d *dualAverage) learn(accept float64) {
	const gamma, t0, kappa = 0.05, 10, 0.75
	d.t++
	d.gap += (d.want - accept - d.gap) / (d.t + t0)
	log := d.mu - math.Sqrt(d.t)/gamma*d.gap
	d.logStep += math.Pow(d.t, -kappa) * (log - d.logStep)
	d.present, d.final = math.Exp(log), math.Exp(d.logStep)
}

// adaptation is the warm-up of one chain: the step length is learned
// throughout, the metric in windows between the first part and the last.
type adaptation struct {
	average     *dualAverage
	want        float64
	ends        []int // steps at which a window ends
	first, last int   // the steps at which the metric is learned
	variance    variances
	total       int
}

// newAdaptation plans windows of 25, 50, 100... steps; the last one includes a
// remainder too short for another. A tenth of the steps after them settles the
// step length.
func newAdaptation(c *chain, want float64) *adaptation {
	total := c.settings.Warmup
	a := &adaptation{want: want, average: newDualAverage(c.Step, want), total: total}
	if _, scaled := c.target.(Scaled); scaled {
		a.ends = []int{total / 2}
		return a
	}
	a.first, a.last = total*15/100, total*90/100
	at, width := a.first, 25
	for at+width <= a.last {
		at += width
		width *= 2
		if at+width > a.last {
			at = a.last
		}
		a.ends = append(a.ends, at)
	}
	return a
}

// learn updates the adaptation by step i of the warm-up.
func (a *adaptation) learn(c *chain, i int, accept float64) {
	a.average.learn(accept)
	c.Step = a.average.present
	if i >= a.first && i < a.last {
		a.variance.add(c.at.u)
	}
	if len(a.ends) > 0 && i+1 == a.ends[0] {
		a.ends = a.ends[1:]
		if !c.takeScales() {
			c.metric = a.variance.shrunk()
			a.variance = variances{}
		}
		a.average = newDualAverage(c.reasonableStep(), a.want)
		c.Step = a.average.present
	}
	if i+1 == a.total {
		c.Step = a.average.final
	}
}

// takeScales sets the metric to the variances of a [Scaled] target at the
// chain's point. It reports whether the target is Scaled.
func (c *chain) takeScales() bool {
	t, ok := c.target.(Scaled)
	if ok {
		t.Variances(c.metric, c.at.u)
	}
	return ok
}

// variances sums squares about the mean (Welford 1962).
type variances struct {
	n          float64
	mean, sums []float64
}

func (v *variances) add(u []float64) {
	if v.n == 0 {
		v.mean, v.sums = make([]float64, len(u)), make([]float64, len(u))
	}
	v.n++
	for j, x := range u {
		d := x - v.mean[j]
		v.mean[j] += d / v.n
		v.sums[j] += d * (x - v.mean[j])
	}
}

// shrunk returns the variances, shrunk a little towards 1e-3 as Stan does.
func (v *variances) shrunk() []float64 {
	out := make([]float64, len(v.sums))
	for j, s := range v.sums {
		out[j] = v.n/(v.n+5)*s/math.Max(v.n-1, 1) + 1e-3*5/(v.n+5)
	}
	return out
}
