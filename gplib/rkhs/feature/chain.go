package feature

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Chain is the composition of maps, the first applied first. θ is that of
// each map in turn.
type Chain []Map

// Check returns an error if a map is invalid or sizes do not match.
func (c Chain) Check() error {
	if len(c) == 0 {
		return errors.New("feature: a Chain of no maps")
	}
	for i, m := range c {
		if m == nil {
			return fmt.Errorf("feature: Chain[%d] is nil", i)
		}
		if err := m.Check(); err != nil {
			return fmt.Errorf("feature: Chain[%d]: %w", i, err)
		}
		if i > 0 && c[i-1].Out() != m.In() {
			return fmt.Errorf("feature: Chain[%d] takes %d inputs, Chain[%d] has %d outputs", i, m.In(), i-1, c[i-1].Out())
		}
	}
	return nil
}

// In returns the first map's In.
func (c Chain) In() int { return c[0].In() }

// Out returns the last map's Out.
func (c Chain) Out() int { return c[len(c)-1].Out() }

// Len returns the sum over the maps.
func (c Chain) Len() int {
	total := 0
	for _, m := range c {
		total += m.Len()
	}
	return total
}

// Parameters returns the parameters of the maps; their names begin with
// "layer[i]." for map i.
func (c Chain) Parameters() []Parameter {
	ps := make([]Parameter, 0, c.Len())
	for i, m := range c {
		for _, p := range m.Parameters() {
			p.Name = fmt.Sprintf("layer[%d].%s", i, p.Name)
			ps = append(ps, p)
		}
	}
	return ps
}

// Init starts each map.
func (c Chain) Init(theta []float64, rng *rand.Rand) {
	for _, m := range c {
		m.Init(theta[:m.Len()], rng)
		theta = theta[m.Len():]
	}
}

// String lists the maps.
func (c Chain) String() string {
	names := make([]string, len(c))
	for i, m := range c {
		names[i] = m.String()
	}
	return "Chain(" + strings.Join(names, ", ") + ")"
}

// Pass returns a pass; see [Map].
func (c Chain) Pass(theta, grad []float64) Pass {
	var passes chainPass
	for _, m := range c {
		var part []float64
		if grad != nil {
			part, grad = grad[:m.Len():m.Len()], grad[m.Len():]
		}
		passes = append(passes, m.Pass(theta[:m.Len():m.Len()], part))
		theta = theta[m.Len():]
	}
	return passes
}

type chainPass []Pass

func (p chainPass) Forward(x *mat.Dense) *mat.Dense {
	for _, part := range p {
		x = part.Forward(x)
	}
	return x
}

func (p chainPass) Backward(seed *mat.Dense, inputs bool) *mat.Dense {
	for i := len(p) - 1; i >= 0; i-- {
		seed = p[i].Backward(seed, inputs || i > 0)
	}
	return seed
}
