package mcmc

import "math"

// state is a point with a momentum.
type state struct {
	point
	p []float64
}

// kick draws a momentum at the chain's point.
func (c *chain) kick() state {
	p := make([]float64, len(c.at.u))
	for j, variance := range c.metric {
		p[j] = c.rng.NormFloat64() / math.Sqrt(variance)
	}
	return state{c.at, p}
}

// leapfrog returns the state after one step of length epsilon (Neal 2011,
// equations 2.28 to 2.30).
func (c *chain) leapfrog(s state, epsilon float64) state {
	p, u := make([]float64, len(s.p)), make([]float64, len(s.u))
	for j := range p {
		p[j] = s.p[j] + epsilon/2*s.grad[j]
		u[j] = s.u[j] + epsilon*c.metric[j]*p[j]
	}
	next := state{c.evaluate(u), p}
	if math.IsInf(next.logp, -1) {
		return next
	}
	for j := range p {
		p[j] += epsilon / 2 * next.grad[j]
	}
	return next
}

// energy returns the negative Hamiltonian: log density less kinetic energy.
func (c *chain) energy(s state) float64 {
	sum := s.logp
	for j, p := range s.p {
		sum -= p * p * c.metric[j] / 2
	}
	return sum
}

// divergence is the loss of energy from which a path counts as divergent.
const divergence = 1000

// reasonableStep doubles or halves the step until the acceptance of one
// leapfrog crosses 1/2 (Hoffman and Gelman 2014, algorithm 4).
func (c *chain) reasonableStep() float64 {
	epsilon := 1.0
	s := c.kick()
	before := c.energy(s)
	gain := func() float64 { return c.energy(c.leapfrog(s, epsilon)) - before }
	factor := 2.0
	if gain() < math.Log(0.5) {
		factor = 0.5
	}
	for range 60 {
		if (gain() > math.Log(0.5)) != (factor > 1) {
			break
		}
		epsilon *= factor
	}
	return epsilon
}
