package explore

import (
	"fmt"
	"math"
	"math/rand/v2"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// The most that a page may ask for at a time.
const (
	mostInputs  = 1000
	mostSamples = 20
)

// Posterior is the posterior of a figure's model given its data.
type Posterior struct {
	// At are the inputs; the mean and the standard deviations of f and of an observation y there.
	At     Numbers `json:"at"`
	Mean   Numbers `json:"mean"`
	SD     Numbers `json:"sd"`
	SDOfY  Numbers `json:"sdOfY"`
	Terms  Terms   `json:"terms"`
	Jitter float64 `json:"jitter"`
	// Bands are those of observations of a likelihood, and Mean is the median of their mean then; nil with
	// Gaussian noise.
	Bands *Bands `json:"bands,omitempty"`
	// Samples are functions f drawn from the posterior, at the inputs, or the means of observations there.
	Samples []Numbers `json:"samples,omitempty"`
	// Gradient has the derivatives of the log marginal likelihood with respect to the natural values
	// of the parameters.
	Gradient Numbers `json:"gradient,omitempty"`
}

// Terms are the log marginal likelihood, and the three terms whose sum it is (Rasmussen and Williams
// 2006, equation 5.8).
type Terms struct {
	Sum        float64 `json:"sum"`
	DataFit    float64 `json:"dataFit"`    // -rᵀC⁻¹r/2
	Complexity float64 `json:"complexity"` // the complexity penalty -log|C|/2
	Constant   float64 `json:"constant"`   // -(n/2) log 2π
	// Approximate terms are Laplace's: the log likelihood at the mode, and the rest.
	Approximate bool `json:"approximate,omitempty"`
}

// Posterior returns the posterior that q asks for.
func (s *State) Posterior(q *Question) (*Posterior, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	m, d, err := s.Get()
	if err != nil {
		return nil, err
	}
	posterior, terms, err := given(m, d)
	if err != nil {
		return nil, err
	}
	x := cov.Grid(q.From, q.To, q.Count).Like(d.X)
	p := &Posterior{At: x.Column(0), Terms: terms}
	if exact, ok := posterior.(*gplib.Exact); ok {
		p.Jitter = exact.Jitter()
	}
	if err := p.predict(posterior, x, q); err != nil {
		return nil, err
	}
	if q.Gradient {
		p.Gradient = make(Numbers, len(s.Params))
		if _, err := objective(m).Eval(m, d, p.Gradient); err != nil {
			return nil, err
		}
		for i := range p.Gradient {
			p.Gradient[i] = -p.Gradient[i] // of the log marginal likelihood, not of its negative
		}
	}
	return p, nil
}

// check returns what is wrong with the question for a posterior.
func (q *Question) check() error {
	switch {
	case q.Count < 1 || q.Count > mostInputs:
		return fmt.Errorf("explore: count is %d; ask for 1 to %d inputs", q.Count, mostInputs)
	case q.Samples < 0 || q.Samples > mostSamples:
		return fmt.Errorf("explore: samples is %d; ask for 0 to %d", q.Samples, mostSamples)
	case q.To < q.From:
		return fmt.Errorf("explore: the inputs go from %v to %v; the second must not be below the first", q.From, q.To)
	}
	return nil
}

// predict sets what the posterior says about f and y at x.
func (p *Posterior) predict(posterior gplib.Posterior, x cov.Inputs, q *Question) error {
	at, err := posterior.Predict(x)
	if err != nil {
		return err
	}
	p.Mean, p.SD, p.SDOfY = at.Mean, roots(at.Var), roots(at.VarY)
	if at.Lik != nil {
		p.Mean, p.Bands = bandsOf(at)
	}
	if q.Samples == 0 {
		return nil
	}
	drawn, err := gplib.Sample(posterior, x, q.Samples, rand.NewPCG(q.Seed, 0))
	if err != nil {
		return err
	}
	for i := range q.Samples {
		f := Numbers(drawn.RawRowView(i))
		if at.Lik != nil {
			f = meanOf(at.Lik, f)
		}
		p.Samples = append(p.Samples, f)
	}
	return nil
}

func roots(variances []float64) Numbers {
	sd := make(Numbers, len(variances))
	for i, v := range variances {
		sd[i] = math.Sqrt(v)
	}
	return sd
}
