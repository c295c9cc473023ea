package mcmc

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

// point is a position with its log density and gradient.
type point struct {
	u, grad []float64
	logp    float64
}

// chain is the state of one Markov chain.
type chain struct {
	target   Target
	settings Settings
	rng      *rand.Rand
	at       point
	metric   []float64 // inverse masses: estimates of the variances of u
	told
}

// told is the result of a chain, in a form that survives JSON.
type told struct {
	Draws      [][]float64
	LogDensity []float64
	Accept     float64 // summed over the steps after warm-up
	Kept       int     // these steps
	Diverged   int     // among them
	Evals      int
	Step       float64 // of the leapfrog
}

// tries is the number of random starts of a chain.
const tries = 100

// start returns a chain at a point where the density is not 0.
func start(t Target, s Settings, rng *rand.Rand) (*chain, error) {
	c := &chain{target: t, settings: s, rng: rng, told: told{Step: 1}}
	origin := t.Start()
	c.metric = make([]float64, len(origin))
	floats.AddConst(1, c.metric)
	for range tries {
		u := append([]float64(nil), origin...)
		for j := range u {
			u[j] += s.Spread * rng.NormFloat64()
		}
		if c.at = c.evaluate(u); !math.IsInf(c.at.logp, -1) {
			return c, nil
		}
	}
	return nil, fmt.Errorf("mcmc: the density is 0 at %d starts about %v", tries, origin)
}

// evaluate returns the point at u; non-finite values have density 0.
func (c *chain) evaluate(u []float64) point {
	p := point{u: u, grad: make([]float64, len(u))}
	p.logp = c.target.LogDensity(p.grad, u)
	c.Evals++
	if math.IsNaN(p.logp+floats.Sum(p.grad)) || math.IsInf(p.logp, 0) || math.IsInf(floats.Norm(p.grad, math.Inf(1)), 1) {
		p.logp = math.Inf(-1)
	}
	return p
}

func (c *chain) run(ctx context.Context, sampler Sampler, number int) error {
	c.takeScales()
	c.Step = c.reasonableStep()
	adapt := newAdaptation(c, sampler.target())
	total := c.settings.Warmup + c.settings.Draws*c.settings.Thin
	for i := range total {
		if ctx.Err() != nil {
			return nil
		}
		out := sampler.step(c)
		warm := i < c.settings.Warmup
		values := c.target.Natural(c.at.u)
		if warm {
			adapt.learn(c, i, out.accept)
		} else {
			c.record(i-c.settings.Warmup, values, out)
		}
		if c.settings.Observe == nil {
			continue
		}
		if err := c.settings.Observe(Step{number, i, warm, values, c.at.logp, out.accept, out.divergent}); err != nil {
			return err
		}
	}
	return nil
}

func (c *chain) record(i int, values []float64, out outcome) {
	c.Kept++
	c.Accept += out.accept
	if out.divergent {
		c.Diverged++
	}
	if (i+1)%c.settings.Thin == 0 {
		c.Draws, c.LogDensity = append(c.Draws, values), append(c.LogDensity, c.at.logp)
	}
}
