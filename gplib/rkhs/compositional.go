package rkhs

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/optim"
)

// compositional is stochastic compositional gradient descent: the gradient of
// log|F| is that of <F̃⁻¹, F> with a running average F̃.
type compositional struct {
	plain
	average
	rate  optim.Schedule // b_t
	stale bool
	// project takes w = F̃⁻¹c̃ from averages instead of learning it.
	project bool
	c, w    []float64
	steps   []float64 // t, as a slice for memory
}

func (c *compositional) name() string {
	if c.project {
		return "variable projection"
	}
	return "SCGD"
}

func (c *compositional) sizes(k *Kernel) (weights, own int) {
	if c.project {
		return 0, 0
	}
	return k.features.Out(), 0
}

func (c *compositional) begin(s *state, m *moments, _ *rows, _ *rand.Rand) error {
	c.steps = []float64{0}
	c.c = make([]float64, s.d)
	c.w = make([]float64, s.d)
	floats.AddScaled(c.c, 1/float64(m.n), m.c)
	if err := c.start(s.scaledF(m)); err != nil {
		return err
	}
	if c.project {
		return nil
	}
	return s.startWeights(m)
}

// gradient has seeds (1/s)[r_i w/v + Pφ_i/n] and adds tr P/(2n²) by v,
// for P = F̃⁻¹.
func (c *compositional) gradient(s *state, x *mat.Dense, y []float64) error {
	phi := s.pass.Forward(x)
	if !c.stale {
		if err := c.observe(s, phi, y); err != nil {
			return err
		}
	}
	w, gradW := s.w, s.gradW
	if c.project {
		c.mulVec(c.w, c.c)
		w, gradW = c.w, nil
	}
	seed := s.addError(phi, y, w, gradW)
	n := float64(s.n)
	c.addMul(seed, 1/(n*float64(len(y))), phi)
	s.addNoise(c.trace() / (2 * n * n))
	if c.stale {
		if err := c.observe(s, phi, y); err != nil {
			return err
		}
	}
	s.pass.Backward(seed, false)
	return nil
}

// observe adds the minibatch to the averages.
func (c *compositional) observe(s *state, phi *mat.Dense, y []float64) error {
	b := c.rate(int(c.steps[0]))
	c.steps[0]++
	if c.project {
		floats.Scale(1-b, c.c)
		for i, v := range y {
			floats.AddScaled(c.c, b*v/float64(len(y)), phi.RawRowView(i))
		}
	}
	return c.update(phi, b, s.noise()/float64(s.n))
}

func (c *compositional) memory() [][]float64 {
	return append(append(memoryOf(c.f), c.inverse.memory()...), c.c, c.steps)
}

func (c *compositional) restored(*state) error { return c.inverse.restored(c.f) }

// monitors returns the relative distance of F̃ from F.
func (c *compositional) monitors(s *state, m *moments) []gplib.Monitor {
	f := s.scaledF(m)
	size := mat.Norm(f, 2)
	f.Sub(f, c.f)
	return []gplib.Monitor{{Name: "average gap", Value: mat.Norm(f, 2) / size, Meaning: "relative distance of the running average from the matrix F"}}
}
