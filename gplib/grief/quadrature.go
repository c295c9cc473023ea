package grief

import (
	"context"
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/dataset"
	"krigo/gplib/linalg"
)

// Quadrature is GRIEF-I in its orthogonal form without sampling: given σ² the
// weights are independent, so that each is integrated over by itself, on
// nodes of log w, at every node of log σ². It is deterministic, and what
// [TypeI] converges to. The trace has one step a node of log σ², with the
// negative logarithm of its posterior mass (up to a constant) as the value.
type Quadrature struct {
	// Points, Functions, Pad and Exact are those of [TypeII].
	Points, Functions int
	Pad               float64
	Exact             int
	// Weights and NoiseVariance are those of [TypeI].
	Weights       LogNormal
	NoiseVariance float64
	// NoiseNodes and WeightNodes are the numbers of nodes; 0 is 100 and 200.
	NoiseNodes, WeightNodes int
}

// Fit integrates over weights given data in memory; see [gplib.Learner].
func (q Quadrature) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	r, err := rowsInMemory(d)
	if err != nil {
		return nil, err
	}
	return q.fit(ctx, m, r, d, s)
}

// FitRows integrates over weights given rows that need not fit into memory.
// The posterior's Data is empty.
func (q Quadrature) FitRows(ctx context.Context, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error) {
	return q.fit(ctx, m, r, gplib.Data{}, s)
}

func (q Quadrature) fit(ctx context.Context, m gplib.Model, r dataset.RowReader, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	if err := checkPriors(q.Weights, q.NoiseVariance); err != nil {
		return nil, err
	}
	if q.NoiseNodes < 0 || q.WeightNodes < 0 {
		return nil, fmt.Errorf("grief: NoiseNodes is %d and WeightNodes %d; neither may be negative", q.NoiseNodes, q.WeightNodes)
	}
	p, err := newProblem(ctx, m, r, s, options{points: q.Points, functions: q.Functions, pad: q.Pad, exact: q.Exact})
	if err != nil {
		return nil, err
	}
	p.data = d
	w, err := p.weighting(Orthogonal, q.Weights, q.NoiseVariance)
	if err != nil {
		return nil, err
	}
	for field, value := range map[*int]int{&q.NoiseNodes: 100, &q.WeightNodes: 200} {
		if *field == 0 {
			*field = value
		}
	}
	i := &integral{weighting: w, form: w.form.(*orthogonal), noiseNodes: q.NoiseNodes, nodes: q.WeightNodes}
	return i.result()
}

// integral is the posterior of the orthogonal form by quadrature.
type integral struct {
	*weighting
	form       *orthogonal
	noiseNodes int
	nodes      int
	atNoise    []noiseNode
}

// noiseNode is the posterior given one noise variance.
type noiseNode struct {
	noise   float64
	logMass float64
	// mean and variance are those of the coefficients on φ̂, weight and
	// logWeight the means of w and of log w.
	mean, variance, weight, logWeight []float64
}

// integrate evaluates the nodes of log σ²: a coarse scan finds where the mass
// is, and evenly spaced nodes cover it.
func (q *integral) integrate() error {
	lo, hi := q.mass()
	for k := range q.noiseNodes {
		if err := q.ctx.Err(); err != nil && k > 0 {
			return err
		}
		x := lo + (hi-lo)*float64(k)/float64(max(1, q.noiseNodes-1))
		q.atNoise = append(q.atNoise, q.given(x))
	}
	return nil
}

// mass returns the interval of log σ² outside which the density is below e^-20
// of its peak, by bisection from its maximum on.
func (q *integral) mass() (lo, hi float64) {
	centre, width := q.mu[0], 8*q.sigma[0]
	lo, hi = centre-width-10, centre+width
	best, peak := lo, math.Inf(-1)
	const scan = 60
	for k := range scan + 1 {
		x := lo + (hi-lo)*float64(k)/scan
		if v := q.logMass(x); v > peak {
			best, peak = x, v
		}
	}
	step := (hi - lo) / scan
	best = goldenSection(q.logMass, best-step, best+step)
	peak = q.logMass(best)
	return fall(q.logMass, best, lo-step, peak-20), fall(q.logMass, best, hi+step, peak-20)
}

// fall returns where f, coming from a maximum, falls to level, or the end.
func fall(f func(float64) float64, from, to, level float64) float64 {
	if f(to) > level {
		return to
	}
	for range 40 {
		if mid := (from + to) / 2; f(mid) > level {
			from = mid
		} else {
			to = mid
		}
	}
	return to
}

// logMass is the log posterior density of log σ², with the weights integrated
// over, up to a constant.
func (q *integral) logMass(x float64) float64 {
	noise, logs := math.Exp(x), make([]float64, q.form.len())
	linalg.ForBlocks(len(logs), len(logs)*q.nodes, func() func(int) {
		return func(i int) { logs[i] = q.weightIntegral(i, noise, nil) }
	})
	return q.outside(x) + floats.Sum(logs)
}

// outside is the part of the density that no weight is in.
func (q *integral) outside(x float64) float64 {
	z := (x - q.mu[0]) / q.sigma[0]
	f := q.form
	return -z*z/2 - 0.5*((f.n-float64(f.len()))*x+f.rest*math.Exp(-x))
}

// weightIntegral is log ∫ v^-½ e^(-t²/2v) p(w) dw of weight i. use, where not
// nil, is called with every node and its part of the integral.
func (q *integral) weightIntegral(i int, noise float64, use func(w, part float64)) float64 {
	d, z := q.form.d[i], q.form.z[i]
	t2 := z * z / d
	mu, sigma := q.mu[i+1], q.sigma[i+1]
	// The posterior lies between the prior and the weight at which the
	// likelihood is largest, where there is one.
	lo, hi := mu, mu
	if likely := (t2 - noise) / d; likely > 0 {
		lo, hi = math.Min(lo, math.Log(likely)), math.Max(hi, math.Log(likely))
	}
	lo, hi = lo-8*sigma, hi+8*sigma
	logs, values := make([]float64, q.nodes), make([]float64, q.nodes)
	step := (hi - lo) / float64(max(1, q.nodes-1))
	peak := math.Inf(-1)
	for k := range logs {
		x := lo + step*float64(k)
		values[k] = math.Exp(x)
		v := noise + d*values[k]
		u := (x - mu) / sigma
		logs[k] = -0.5 * (math.Log(v) + t2/v + u*u)
		peak = math.Max(peak, logs[k])
	}
	sum := 0.0
	for k, l := range logs {
		logs[k] = math.Exp(l - peak)
		sum += logs[k]
	}
	if use != nil {
		for k, part := range logs {
			use(values[k], part/sum)
		}
	}
	return peak + math.Log(sum*step)
}

// given is the posterior given log σ² = x.
func (q *integral) given(x float64) noiseNode {
	p, noise := q.form.len(), math.Exp(x)
	node := noiseNode{
		noise: noise, logMass: q.outside(x),
		mean: make([]float64, p), variance: make([]float64, p), weight: make([]float64, p), logWeight: make([]float64, p),
	}
	logs := make([]float64, p)
	linalg.ForBlocks(p, p*q.nodes, func() func(int) {
		return func(i int) { logs[i] = q.weightMoments(&node, i) }
	})
	node.logMass += floats.Sum(logs)
	return node
}

// weightMoments fills in what node says of weight i: the coefficient given w
// has the mean wz/v and the variance σ²w/v.
func (q *integral) weightMoments(node *noiseNode, i int) float64 {
	d, z := q.form.d[i], q.form.z[i]
	square, within := 0.0, 0.0
	log := q.weightIntegral(i, node.noise, func(w, part float64) {
		v := node.noise + d*w
		c := w * z / v
		node.mean[i] += part * c
		square += part * c * c
		within += part * node.noise * w / v
		node.weight[i] += part * w
		node.logWeight[i] += part * math.Log(w)
	})
	node.variance[i] = within + math.Max(0, square-node.mean[i]*node.mean[i])
	return log
}

// shares are the posterior masses of the nodes, of sum 1.
func (q *integral) shares() []float64 {
	peak := math.Inf(-1)
	for _, node := range q.atNoise {
		peak = math.Max(peak, node.logMass)
	}
	shares := make([]float64, len(q.atNoise))
	for k, node := range q.atNoise {
		shares[k] = math.Exp(node.logMass - peak)
	}
	floats.Scale(1/floats.Sum(shares), shares)
	return shares
}

// average mixes the nodes: the covariance is the mean of the variances and the
// covariance of the means.
func (q *integral) average() (p *Posterior, logWeight []float64) {
	size := q.form.len()
	mean, weight, noise := make([]float64, size), make([]float64, size), 0.0
	logWeight = make([]float64, size)
	shares := q.shares()
	for k, node := range q.atNoise {
		floats.AddScaled(mean, shares[k], node.mean)
		floats.AddScaled(weight, shares[k], node.weight)
		floats.AddScaled(logWeight, shares[k], node.logWeight)
		noise += shares[k] * node.noise
	}
	gaps := mat.NewDense(size, len(q.atNoise), nil)
	covariance := mat.NewDense(size, size, nil)
	for k, node := range q.atNoise {
		for i := range size {
			gaps.Set(i, k, math.Sqrt(shares[k])*(node.mean[i]-mean[i]))
			covariance.Set(i, i, covariance.At(i, i)+shares[k]*node.variance[i])
		}
	}
	linalg.AddGram(covariance, gaps)
	linalg.MirrorLower(covariance)
	return q.posterior(mean, covariance, noise, weight), logWeight
}

func (q *integral) result() (*gplib.Result, error) {
	status := gplib.Converged
	if err := q.integrate(); err != nil {
		status = gplib.Cancelled
	}
	posterior, _ := q.average()
	steps, observed := q.report()
	r := &gplib.Result{
		Method: "GP-GRIEF type I, quadrature", Model: q.withNoise(posterior.noise), Posterior: posterior,
		Value:  steps[0].Value,
		Trace:  gplib.Trace{Objective: "negative log posterior density of the noise variance", Steps: steps},
		Status: status, Warnings: append(q.warnings, captureWarnings(q.sums)...), Elapsed: time.Since(q.began),
	}
	for _, s := range steps {
		r.Value = math.Min(r.Value, s.Value)
	}
	return r, observed
}

// report makes a step of each node and shows them to the observer until it
// returns an error.
func (q *integral) report() (steps []gplib.Step, err error) {
	names := q.problem.names()
	for k, node := range q.atNoise {
		step := gplib.Step{
			Iter: k, Value: -node.logMass, Theta: q.withNoise(node.noise).Theta(), Names: names, Elapsed: time.Since(q.began),
			Monitors: []gplib.Monitor{
				{Name: "noise variance", Value: node.noise},
				{Name: "mean weight", Value: math.Exp(floats.Sum(node.logWeight) / float64(q.form.len()))},
			},
		}
		steps = append(steps, step)
		if q.settings.Observe != nil && err == nil {
			err = q.settings.Observe(step)
		}
	}
	return steps, err
}
