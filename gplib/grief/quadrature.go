package grief

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/dataset"
	"krigo/gplib/linalg"
	"krigo/gplib/parallel"
)

// Quadrature is GRIEF-I in its orthogonal form without sampling: given σ² the
// weights are independent, so that each is integrated over separately, on nodes
// of log w, at every node of log σ². It is deterministic, and the limit of
// [TypeI]. The trace has one step a node of log σ², with the negative logarithm
// of its posterior mass (up to a constant) as the value. Fixed noise has one
// node.
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
	return gplib.Learn(ctx, &quadrature{Quadrature: q}, m, d, s)
}

// FitRows integrates over weights given rows that need not fit into memory.
// The posterior's Data is empty.
func (q Quadrature) FitRows(ctx context.Context, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error) {
	return fitRows(ctx, q.FitPasses, m, r, s)
}

// FitPasses integrates over weights given rows that may be on other machines. The
// posterior's Data is empty.
func (q Quadrature) FitPasses(ctx context.Context, m gplib.Model, p Passes, s *gplib.Settings) (*gplib.Result, error) {
	return learnPasses(ctx, &quadrature{Quadrature: q, rows: p}, m, p, s)
}

// quadrature is the [gplib.Method] of one fit.
type quadrature struct {
	Quadrature
	rows     Passes
	integral *integral
}

func (q *quadrature) Begin(f *gplib.Fitting) error {
	if err := checkPriors(q.Weights, q.NoiseVariance); err != nil {
		return err
	}
	if q.NoiseNodes < 0 || q.WeightNodes < 0 {
		return fmt.Errorf("grief: NoiseNodes is %d and WeightNodes %d; neither may be negative", q.NoiseNodes, q.WeightNodes)
	}
	p, err := newProblem(f, q.rows, options{points: q.Points, functions: q.Functions, pad: q.Pad, exact: q.Exact})
	if err != nil {
		return err
	}
	f.Name, f.Objective = "GP-GRIEF type I, quadrature", "negative log posterior density of the noise variance"
	f.Starts = 1
	w, err := p.weighting(Orthogonal, q.Weights, q.NoiseVariance)
	if err != nil {
		return err
	}
	q.integral = &integral{
		weighting: w, form: w.form.(*orthogonal),
		noiseNodes: cmp.Or(q.NoiseNodes, 100), nodes: cmp.Or(q.WeightNodes, 200),
	}
	f.LastIter = max(1, q.integral.noiseNodes-1)
	return nil
}

func (q *quadrature) Run(s *gplib.Start) (*gplib.End, error) {
	i := q.integral
	i.integrate(s)
	posterior, _ := i.average()
	status, _ := s.Interrupted()
	end := s.End(status)
	end.Model, end.Warnings = i.withNoise(posterior.noise), littleCaptured(i.sums)
	end.Posterior = func(gplib.Model) (gplib.Posterior, gplib.Findings, error) {
		return posterior, i.belowBaseline(posterior), nil
	}
	return end, nil
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
// is, and evenly spaced nodes cover it. If s ends it early, the node of the
// largest density is added. Noise that is held has one node.
func (q *integral) integrate(s *gplib.Start) {
	if q.held > 0 {
		q.atNoise = []noiseNode{q.given(math.Log(q.held))}
		s.RecordAt(q.step(q.atNoise[0]), q.endAt(q.atNoise[0]))
		return
	}
	lo, peak, hi := q.mass()
	for k := range q.noiseNodes {
		node := q.given(lo + (hi-lo)*float64(k)/float64(max(1, q.noiseNodes-1)))
		q.atNoise = append(q.atNoise, node)
		if s.RecordAt(q.step(node), q.endAt(node)) {
			q.atNoise = append(q.atNoise, q.given(peak))
			return
		}
	}
}

func (q *integral) step(node noiseNode) gplib.Step {
	return gplib.Step{
		Value: -node.logMass, Theta: q.withNoise(node.noise).Theta(),
		Monitors: drawMonitors(node.noise, floats.Sum(node.logWeight)/float64(q.form.len())),
	}
}

// endAt returns a function that makes the posterior given the noise variance of a
// node.
func (q *integral) endAt(node noiseNode) func() (*gplib.End, error) {
	w := q.weighting
	return func() (*gplib.End, error) {
		covariance := mat.NewDense(len(node.variance), len(node.variance), nil)
		for i, v := range node.variance {
			covariance.Set(i, i, v)
		}
		return w.endWith(w.posterior(slices.Clone(node.mean), covariance, node.noise, node.weight), -node.logMass), nil
	}
}

// mass returns the interval of log σ² outside which the density is below e^-20
// of its peak, by bisection from its maximum on, inside the bounds.
func (q *integral) mass() (lo, peak, hi float64) {
	centre, width := q.mu[0], 8*q.sigma[0]
	lo, hi = math.Max(centre-width-10, q.least), math.Min(centre+width, q.most)
	best, most := lo, math.Inf(-1)
	const scan = 60
	step := (hi - lo) / scan
	for k := range scan + 1 {
		x := lo + step*float64(k)
		if v := q.logMass(x); v > most {
			best, most = x, v
		}
	}
	best = goldenSection(q.logMass, math.Max(best-step, q.least), math.Min(best+step, q.most))
	level := q.logMass(best) - 20
	return fall(q.logMass, best, math.Max(lo-step, q.least), level), best, fall(q.logMass, best, math.Min(hi+step, q.most), level)
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

// logMass returns the log posterior density of log σ², with the weights
// integrated over, up to a constant.
func (q *integral) logMass(x float64) float64 {
	noise, logs := math.Exp(x), make([]float64, q.form.len())
	parallel.Blocks(len(logs), len(logs)*q.nodes, func() func(int) {
		return func(i int) { logs[i] = q.weightIntegral(i, noise, nil) }
	})
	return q.outside(x) + floats.Sum(logs)
}

// outside returns the part of the density that no weight enters.
func (q *integral) outside(x float64) float64 {
	z, f := 0.0, q.form
	if q.held == 0 {
		z = (x - q.mu[0]) / q.sigma[0]
	}
	return -z*z/2 - 0.5*((f.n-float64(f.len()))*x+f.rest*math.Exp(-x))
}

// weightIntegral returns log ∫ v^-½ e^(-t²/2v) p(w) dw of weight i. use, where
// not nil, is called with every node and its part of the integral.
func (q *integral) weightIntegral(i int, noise float64, use func(w, part float64)) float64 {
	d, z := q.form.d[i], q.form.z[i]
	t2 := z * z / d
	mu, sigma := q.mu[q.first()+i], q.sigma[q.first()+i]
	// The posterior is between the prior and the weight of the largest likelihood,
	// if any.
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

// given returns the posterior given log σ² = x.
func (q *integral) given(x float64) noiseNode {
	p, noise := q.form.len(), math.Exp(x)
	node := noiseNode{
		noise: noise, logMass: q.outside(x),
		mean: make([]float64, p), variance: make([]float64, p), weight: make([]float64, p), logWeight: make([]float64, p),
	}
	logs := make([]float64, p)
	parallel.Blocks(p, p*q.nodes, func() func(int) {
		return func(i int) { logs[i] = q.weightMoments(&node, i) }
	})
	node.logMass += floats.Sum(logs)
	return node
}

// weightMoments fills in node's moments of weight i: the coefficient given w
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

// shares returns the posterior masses of the nodes, of sum 1.
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
