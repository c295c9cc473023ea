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
// It is 0 where σ² is outside its bounds. If σ² is held it is not a coordinate. The
// density knows its scales, 1/(1/s_p² + I) with the expected information I.
type weightPosterior struct {
	form      weightForm
	mu, sigma []float64
	held      float64 // σ² where it is not drawn, else 0
	least     float64 // of log σ²
	most      float64
	start     []float64 // the mode of the priors
	names     []string
	w         []float64 // scratch
}

var _ mcmc.Scaled = (*weightPosterior)(nil)

// newWeightPosterior draws the noise variance unless it is held.
func newWeightPosterior(form weightForm, weight, noise LogNormal, held bool) (*weightPosterior, error) {
	p := &weightPosterior{form: form, w: make([]float64, form.len()), least: math.Inf(-1), most: math.Inf(1)}
	if held {
		p.held = noise.Mode
	} else if err := p.addPrior("noise variance", noise); err != nil {
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

// first returns the coordinate of the first weight.
func (p *weightPosterior) first() int { return len(p.names) - p.form.len() }

// drawn returns σ² and the weights of a draw.
func (p *weightPosterior) drawn(draw []float64) (noise float64, w []float64) {
	if p.held > 0 {
		return p.held, draw
	}
	return draw[0], draw[1:]
}

// Names returns "noise variance", unless it is held, and "weight[0]" on.
func (p *weightPosterior) Names() []string { return append([]string(nil), p.names...) }

// Start returns the mode of the priors.
func (p *weightPosterior) Start() []float64 { return append([]float64(nil), p.start...) }

// Natural returns σ², unless it is held, and w.
func (p *weightPosterior) Natural(x []float64) []float64 {
	values := make([]float64, len(x))
	for i, v := range x {
		values[i] = math.Exp(v)
	}
	return values
}

// LogDensity is log π.
func (p *weightPosterior) LogDensity(grad, x []float64) float64 {
	if p.held == 0 && (x[0] < p.least || x[0] > p.most) {
		return math.Inf(-1)
	}
	noise, first := p.at(x), p.first()
	value, byNoise, err := p.form.evaluate(grad[first:], p.w, noise)
	if err != nil {
		return math.Inf(-1)
	}
	if p.held == 0 {
		grad[0] = byNoise * noise
	}
	for i, w := range p.w {
		grad[first+i] *= w
	}
	for i, v := range x {
		z := (v - p.mu[i]) / p.sigma[i]
		value -= z * z / 2
		grad[i] -= z / p.sigma[i]
	}
	return value
}

// at writes the weights at x into w and returns σ².
func (p *weightPosterior) at(x []float64) float64 {
	noise, logs := p.drawn(x)
	for i, v := range logs {
		p.w[i] = math.Exp(v)
	}
	if p.held == 0 {
		noise = math.Exp(noise)
	}
	return noise
}

// Variances are 1/(1/s_p² + I).
func (p *weightPosterior) Variances(dst, x []float64) {
	noise := p.at(x)
	ofNoise := p.form.information(dst[p.first():], p.w, noise)
	if p.held == 0 {
		dst[0] = ofNoise
	}
	for i, information := range dst {
		dst[i] = 1 / (1/(p.sigma[i]*p.sigma[i]) + math.Max(information, 0))
	}
}
