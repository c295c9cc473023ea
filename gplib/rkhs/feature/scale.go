package feature

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// Scale is φ(x) = a·x with one learned magnitude a > 0. θ holds log a.
type Scale struct{ Inputs int }

// Check returns an error if the size is invalid.
func (s Scale) Check() error { return checkSize("Scale.Inputs", s.Inputs) }

// In returns Inputs.
func (s Scale) In() int { return s.Inputs }

// Out returns Inputs.
func (s Scale) Out() int { return s.Inputs }

// Len returns 1.
func (s Scale) Len() int { return 1 }

// Parameters returns the magnitude.
func (s Scale) Parameters() []Parameter { return []Parameter{{Name: "scale", Positive: true}} }

// Init starts at a = 1.
func (s Scale) Init(theta []float64, _ *rand.Rand) { theta[0] = 0 }

// String returns the size in words.
func (s Scale) String() string { return fmt.Sprintf("Scale(%d)", s.Inputs) }

// Pass returns a pass; see [Map].
func (s Scale) Pass(theta, grad []float64) Pass { return &scalePass{theta: theta, grad: grad} }

type scalePass struct {
	theta, grad []float64
	phi         linalg.Buffer
}

func (p *scalePass) Forward(x *mat.Dense) *mat.Dense {
	phi := p.phi.Sized(x.Dims())
	a := math.Exp(p.theta[0])
	rows, _ := x.Dims()
	for i := range rows {
		floats.ScaleTo(phi.RawRowView(i), a, x.RawRowView(i))
	}
	return phi
}

// Backward computes dlog a = <seed, φ> and dx = a·seed.
func (p *scalePass) Backward(seed *mat.Dense, inputs bool) *mat.Dense {
	d := seed.RawMatrix().Data
	p.grad[0] = floats.Dot(d, p.phi.RawMatrix().Data)
	if !inputs {
		return nil
	}
	floats.Scale(math.Exp(p.theta[0]), d)
	return seed
}
