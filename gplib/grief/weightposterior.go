package grief

import (
	"fmt"
	"math"

	"krigo/gplib/mcmc"
)

// weightPosterior is the posterior density of the noise variance and the
// weights as a target of package mcmc, in the coordinates
// x = (log σ², log w). With the Jacobian Σx the priors, log-normal, are normal
// in x:
//
//	log π(x) = LML - Σ (x - μ)²/(2 s_p²).
//
// It is 0 where σ² is outside its bounds. It knows its scales, 1/(1/s_p² + I)
// with the expected information I.
type weightPosterior struct {
	form      weightForm
	mu, sigma []float64
	least     float64 // of log σ²
	most      float64
	start     []float64 // the mode of the priors
	names     []string
	w         []float64 // scratch
}

var _ mcmc.Scaled = (*weightPosterior)(nil)

func newWeightPosterior(form weightForm, weight, noise LogNormal) (*weightPosterior, error) {
	p := &weightPosterior{form: form, w: make([]float64, form.len()), least: math.Inf(-1), most: math.Inf(1)}
	if err := p.addPrior("noise variance", noise); err != nil {
		return nil, err
	}
	for i := range form.len() {
		if err := p.addPrior(fmt.Sprintf("weight[%d]", i), weight); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *weightPosterior) addPrior(name string, l LogNormal) error {
	mu, sigma, err := l.Parameters()
	p.mu, p.sigma = append(p.mu, mu), append(p.sigma, sigma)
	p.start, p.names = append(p.start, math.Log(l.Mode)), append(p.names, name)
	return err
}

// Names are "noise variance" and "weight[0]" on.
func (p *weightPosterior) Names() []string { return append([]string(nil), p.names...) }

// Start is the mode of the priors.
func (p *weightPosterior) Start() []float64 { return append([]float64(nil), p.start...) }

// Natural is σ² and w.
func (p *weightPosterior) Natural(x []float64) []float64 {
	values := make([]float64, len(x))
	for i, v := range x {
		values[i] = math.Exp(v)
	}
	return values
}

// LogDensity is log π.
func (p *weightPosterior) LogDensity(grad, x []float64) float64 {
	if x[0] < p.least || x[0] > p.most {
		return math.Inf(-1)
	}
	noise := math.Exp(x[0])
	for i, v := range x[1:] {
		p.w[i] = math.Exp(v)
	}
	value, byNoise, err := p.form.evaluate(grad[1:], p.w, noise)
	if err != nil {
		return math.Inf(-1)
	}
	grad[0] = byNoise * noise
	for i, w := range p.w {
		grad[i+1] *= w
	}
	for i, v := range x {
		z := (v - p.mu[i]) / p.sigma[i]
		value -= z * z / 2
		grad[i] -= z / p.sigma[i]
	}
	return value
}

// Variances are 1/(1/s_p² + I).
func (p *weightPosterior) Variances(dst, x []float64) {
	noise := math.Exp(x[0])
	for i, v := range x[1:] {
		p.w[i] = math.Exp(v)
	}
	dst[0] = p.form.information(dst[1:], p.w, noise)
	for i, information := range dst {
		dst[i] = 1 / (1/(p.sigma[i]*p.sigma[i]) + math.Max(information, 0))
	}
}
