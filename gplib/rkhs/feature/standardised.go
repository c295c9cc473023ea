package feature

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// Standardised is a map in the units of data: φ(x) = Out·Map((x - Mean)/Std),
// coordinate by coordinate. θ and its names are those of Map.
type Standardised struct {
	Map `json:"-"`
	// Mean and Std have a number for each input, those of Std positive.
	Mean, Std []float64
	// Output is the factor of φ, positive.
	Output float64
}

// Check returns an error if the map or the units are invalid.
func (s Standardised) Check() error {
	if s.Map == nil {
		return fmt.Errorf("feature: Standardised has no map")
	}
	if err := s.Map.Check(); err != nil {
		return err
	}
	if in := s.In(); len(s.Mean) != in || len(s.Std) != in {
		return fmt.Errorf("feature: Standardised has %d means and %d standard deviations for %d inputs", len(s.Mean), len(s.Std), in)
	}
	for k, v := range s.Std {
		if !(v > 0) {
			return fmt.Errorf("feature: Standardised.Std[%d] is %v; it must be positive", k, v)
		}
	}
	if !(s.Output > 0) {
		return fmt.Errorf("feature: Standardised.Output is %v; it must be positive", s.Output)
	}
	return nil
}

// Init starts the map.
func (s Standardised) Init(theta []float64, rng *rand.Rand) { s.Map.Init(theta, rng) }

// String returns the map and the units in words.
func (s Standardised) String() string {
	return fmt.Sprintf("Standardised(%v, %.6g, %.6g, %.6g)", s.Map, s.Mean, s.Std, s.Output)
}

// Pass returns a pass; see [Map].
func (s Standardised) Pass(theta, grad []float64) Pass {
	return &standardisedPass{Standardised: s, pass: s.Map.Pass(theta, grad)}
}

type standardisedPass struct {
	Standardised
	pass   Pass
	z, phi linalg.Buffer
}

func (p *standardisedPass) Forward(x *mat.Dense) *mat.Dense {
	rows, _ := x.Dims()
	z := p.z.Sized(x.Dims())
	for i := range rows {
		floats.SubTo(z.RawRowView(i), x.RawRowView(i), p.Mean)
		floats.Div(z.RawRowView(i), p.Std)
	}
	inner := p.pass.Forward(z)
	phi := p.phi.Sized(inner.Dims())
	for i := range rows {
		floats.ScaleTo(phi.RawRowView(i), p.Output, inner.RawRowView(i))
	}
	return phi
}

func (p *standardisedPass) Backward(seed *mat.Dense, inputs bool) *mat.Dense {
	rows, _ := seed.Dims()
	for i := range rows {
		floats.Scale(p.Output, seed.RawRowView(i))
	}
	back := p.pass.Backward(seed, inputs)
	if !inputs {
		return nil
	}
	for i := range rows {
		floats.Div(back.RawRowView(i), p.Std)
	}
	return back
}
