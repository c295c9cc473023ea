package mcmc

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// NUTS is the no-U-turn sampler (Hoffman and Gelman 2014) with multinomial
// draws from the path and the generalised turn criterion (Betancourt 2017,
// appendix A.3 and A.4.2): a step doubles its path until it turns back.
type NUTS struct {
	// MaxDepth is the largest number of doublings; 0 is 10.
	MaxDepth int
	// Accept is the target mean probability of acceptance; 0 is 0.8.
	Accept float64
}

func (n NUTS) check() error {
	if n.MaxDepth < 0 {
		return fmt.Errorf("mcmc: NUTS: MaxDepth is %d", n.MaxDepth)
	}
	return checkAccept("NUTS", n.Accept)
}

func (n NUTS) target() float64 { return acceptOr(n.Accept, 0.8) }

func (n NUTS) step(c *chain) outcome {
	depth := n.MaxDepth
	if depth == 0 {
		depth = 10
	}
	s := c.kick()
	w := &walk{chain: c, before: c.energy(s)}
	whole := tree{first: s, last: s, draw: s.point, momentum: s.p}
	for d := 0; d < depth && !w.divergent; d++ {
		forward := c.rng.IntN(2) == 1
		edge := whole.first
		if forward {
			edge = whole.last
		}
		part, ok := w.grow(edge, d, forward)
		if !ok {
			break
		}
		// The newer half is preferred: it is farther away.
		if math.Log(c.rng.Float64()) < part.weight-whole.weight {
			whole.draw = part.draw
		}
		if whole, ok = w.join(whole, part, forward); !ok {
			break
		}
	}
	c.at = whole.draw
	return outcome{w.accept / float64(max(w.steps, 1)), w.divergent}
}

// tree is a stretch of a path: its ends in the order of time, a point drawn
// from it, the log of its summed weights relative to the start, and the sum
// of its momenta.
type tree struct {
	first, last state
	draw        point
	weight      float64
	momentum    []float64
}

// walk is the state of one step's path while it grows.
type walk struct {
	*chain
	before    float64 // energy at the start
	accept    float64 // summed over the leapfrogs
	steps     int
	divergent bool
}

// grow builds a tree of 2^depth states beyond edge. It fails where the path
// diverges or turns within.
func (w *walk) grow(edge state, depth int, forward bool) (tree, bool) {
	if depth == 0 {
		return w.leaf(edge, forward)
	}
	near, ok := w.grow(edge, depth-1, forward)
	if !ok {
		return tree{}, false
	}
	if edge = near.first; forward {
		edge = near.last
	}
	far, ok := w.grow(edge, depth-1, forward)
	if !ok {
		return tree{}, false
	}
	if math.Log(w.rng.Float64()) < far.weight-logSum(near.weight, far.weight) {
		near.draw = far.draw
	}
	return w.join(near, far, forward)
}

func (w *walk) leaf(edge state, forward bool) (tree, bool) {
	epsilon := w.chain.Step
	if !forward {
		epsilon = -epsilon
	}
	s := w.leapfrog(edge, epsilon)
	gain := w.energy(s) - w.before
	w.steps++
	w.accept += math.Min(1, math.Exp(gain))
	if !(gain > -divergence) {
		w.divergent = true
		return tree{}, false
	}
	return tree{first: s, last: s, draw: s.point, weight: gain, momentum: s.p}, true
}

// join appends far to near, or prepends it if the path runs backward. It keeps
// near's draw. It reports whether the joint path has not turned yet.
func (w *walk) join(near, far tree, forward bool) (tree, bool) {
	a, b := near, far
	if !forward {
		a, b = far, near
	}
	joint := tree{first: a.first, last: b.last, draw: near.draw, weight: logSum(near.weight, far.weight)}
	joint.momentum = floats.AddTo(make([]float64, len(a.momentum)), a.momentum, b.momentum)
	whole := w.straight(joint.momentum, a.first, b.last)
	// The halves are checked across their joint as well, to detect a path that
	// closes between two checks.
	left := floats.AddTo(make([]float64, len(a.momentum)), a.momentum, b.first.p)
	right := floats.AddTo(make([]float64, len(a.momentum)), a.last.p, b.momentum)
	return joint, whole && w.straight(left, a.first, b.first) && w.straight(right, a.last, b.last)
}

// straight reports whether both ends still move along the sum of the momenta.
func (w *walk) straight(momentum []float64, first, last state) bool {
	begin, end := 0.0, 0.0
	for j, p := range momentum {
		begin += first.p[j] * w.metric[j] * p
		end += last.p[j] * w.metric[j] * p
	}
	return begin > 0 && end > 0
}

func logSum(a, b float64) float64 {
	return math.Max(a, b) + math.Log1p(math.Exp(-math.Abs(a-b)))
}
