package admm

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
)

// consensus is the state of the scheme from one start.
type consensus struct {
	*team
	w      []float64   // the common coordinates
	u      [][]float64 // scaled dual variables, Σ_k u_k = 0
	tau    float64     // penalty τ
	f0     float64     // F at the start
	change float64     // d = τ√K‖w − w_old‖/F₀
	moved  float64     // ‖Δθ‖ of the common θ
}

func (k KFold) beginConsensus(f *fit) scheme {
	t := k.newTeam(f)
	f.extra = []gplib.Monitor{spreadOfFolds(0), consensusDual(0)}
	return func(r *recorder, phi []float64) gplib.Status {
		status := t.consensus(r, phi)
		if k.Each.NoPolish {
			return status
		}
		return f.polish(r, status)
	}
}

// consensus runs the scheme from phi until the folds agree on a stationary
// point of F.
func (t *team) consensus(r *recorder, phi []float64) gplib.Status {
	c := t.newConsensus(r, phi)
	rule := t.Each.newRule(t.fit, r.Number)
	s := t.at(c.w)
	c.f0 = s.error
	c.tau = t.Penalty * c.f0 / float64(len(t.own))
	for {
		r.add(c.w, s, c.monitors(s))
		if status, done := c.done(rule, r, s); done {
			return status
		}
		c.round()
		s = t.at(c.w)
		c.adapt(r.iteration())
	}
}

func (t *team) newConsensus(r *recorder, phi []float64) *consensus {
	t.place(r, phi)
	return &consensus{
		team: t, w: slices.Clone(phi), u: columns(len(t.own), len(phi)),
		change: math.Inf(1), moved: math.Inf(1),
	}
}

// round moves every fold once and then the point on which they agree:
//
//	φ_k ← θ-step on L_ρ,k(φ, z_k, λ_k) + (τ/2)‖φ − w + u_k‖²
//	z_k, λ_k ← z-step, dual step of fold k
//	w ← mean_k(φ_k + u_k),  u_k ← u_k + φ_k − w
func (c *consensus) round() {
	c.own.each(func(k int, l *lagrangian) {
		target := floats.SubTo(make([]float64, len(c.w)), c.w, c.u[k])
		c.Each.iterate(l, c.steps[k], coupled{l, target, c.tau})
		if !l.stopped() {
			c.states[k] = l.measure()
		}
	})
	old := c.w
	c.w = c.mean()
	for k, l := range c.own {
		floats.Add(c.u[k], l.phi)
		floats.Sub(c.u[k], c.w)
	}
	k := float64(len(c.own))
	c.change = c.tau * math.Sqrt(k) * floats.Distance(c.w, old, 2) / c.f0
	c.moved = floats.Distance(c.space.theta(c.w), c.space.theta(old), 2)
}

// mean returns mean_k(φ_k + u_k). It is in the box except for rounding, which
// clamp undoes.
func (c *consensus) mean() []float64 {
	w := make([]float64, len(c.w))
	for k, l := range c.own {
		floats.Add(w, l.phi)
		floats.Add(w, c.u[k])
	}
	floats.Scale(1/float64(len(c.own)), w)
	c.space.clamp(w)
	return w
}

// adapt changes the ρ of folds. τ stays: if balanced, it diverges.
func (c *consensus) adapt(iteration int) {
	for k, l := range c.own {
		switch {
		case c.Each.AdaptRho:
			l.rho = balanced(l.rho, c.states[k])
		case iteration > 10 && c.states[k].primal > 0.05:
			l.rho = math.Min(2*l.rho, 100)
		}
	}
}

func (c *consensus) monitors(s state) []gplib.Monitor {
	change := c.change
	if math.IsInf(change, 1) {
		change = 0
	}
	return c.team.monitors(s,
		spreadOfFolds(c.spread(c.w)),
		consensusDual(change))
}

func (c *consensus) done(rule *rule, r *recorder, s state) (gplib.Status, bool) {
	if status, stop := r.Interrupted(); stop {
		return status, true
	}
	tol, creeps := rule.dual, rule.creeps(s.error)
	switch {
	case rule.stepTol > 0 && c.moved < rule.stepTol:
		return gplib.Converged, true
	case rule.stepTol == 0 && c.spread(c.w) < tol && c.change < tol && s.primal < tol && s.dual < 5*tol:
		return gplib.Converged, true
	case creeps:
		return gplib.Stalled, true
	case r.iteration() >= rule.maxIter:
		return gplib.IterationLimit, true
	}
	return gplib.Converged, false
}

// coupled is the augmented Lagrangian of a fold with the pull towards its
// target w − u_k: L_ρ(φ) + (τ/2)‖φ − target‖².
type coupled struct {
	*lagrangian
	target []float64
	tau    float64
}

func (c coupled) value(phi []float64) float64 {
	d := floats.Distance(phi, c.target, 2)
	return c.lagrangian.value(phi) + c.tau/2*d*d
}

func (c coupled) gradient(dst, phi []float64) {
	c.lagrangian.gradient(dst, phi)
	for j, v := range phi {
		dst[j] += c.tau * (v - c.target[j])
	}
}
