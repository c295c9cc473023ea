package mcmc

import (
	"fmt"
	"math"
)

// HMC is Hamiltonian Monte Carlo (Neal 2011, section 5.3): a step follows the
// density's dynamics for a random number of leapfrogs.
type HMC struct {
	// Leapfrogs is the largest number of leapfrogs a step; each step draws its
	// number from 1 on, to avoid periods of the path. 0 is 20.
	Leapfrogs int
	// Accept is the target mean probability of acceptance; 0 is 0.8.
	Accept float64
}

func (h HMC) check() error {
	if h.Leapfrogs < 0 {
		return fmt.Errorf("mcmc: HMC: %d leapfrogs", h.Leapfrogs)
	}
	return checkAccept("HMC", h.Accept)
}

func (h HMC) target() float64 { return acceptOr(h.Accept, 0.8) }

func (h HMC) step(c *chain) outcome {
	most := h.Leapfrogs
	if most == 0 {
		most = 20
	}
	return c.propose(1 + c.rng.IntN(most))
}

// MALA is the Metropolis-adjusted Langevin algorithm (Roberts and Tweedie
// 1996): a step along the gradient and a random one, which is one leapfrog
// from a fresh momentum.
type MALA struct {
	// Accept is the target mean probability of acceptance; 0 is 0.574 (Roberts and
	// Rosenthal 1998).
	Accept float64
}

func (m MALA) check() error          { return checkAccept("MALA", m.Accept) }
func (m MALA) target() float64       { return acceptOr(m.Accept, 0.574) }
func (m MALA) step(c *chain) outcome { return c.propose(1) }

// propose follows the path for steps leapfrogs and accepts its end by the
// Metropolis rule.
func (c *chain) propose(steps int) outcome {
	s := c.kick()
	before := c.energy(s)
	for range steps {
		if s = c.leapfrog(s, c.Step); math.IsInf(s.logp, -1) {
			return outcome{divergent: true}
		}
	}
	gain := c.energy(s) - before
	accept := math.Min(1, math.Exp(gain))
	if c.rng.Float64() < accept {
		c.at = s.point
	}
	return outcome{accept, gain < -divergence}
}

func checkAccept(name string, accept float64) error {
	if accept != 0 && !(accept > 0 && accept < 1) {
		return fmt.Errorf("mcmc: %s: the target acceptance is %v; it must lie between 0 and 1", name, accept)
	}
	return nil
}

func acceptOr(accept, otherwise float64) float64 {
	if accept == 0 {
		return otherwise
	}
	return accept
}
