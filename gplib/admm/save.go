package admm

import (
	"fmt"

	"krigo/gplib"
	"krigo/gplib/internal/form"
)

// formatVersion is that of the form of a [CGPosterior]: the model, the data and
// α.
const formatVersion = 1

func init() { gplib.RegisterPosterior(&CGPosterior{}) }

// MarshalBinary returns the posterior's binary form, which [gplib.Load] reads. It
// solves for α first where that was put off. It fails for models and inputs that
// cannot be described.
func (p *CGPosterior) MarshalBinary() ([]byte, error) {
	p.solve(nil)
	f := form.New(p, formatVersion)
	f.JSON("model", p.model)
	f.Floats("y", p.data.Y)
	f.Inputs("x", p.data.X)
	f.Floats("alpha", p.alpha)
	f.JSON("steps", p.steps)
	b, err := f.Seal()
	if err != nil {
		return nil, fmt.Errorf("admm: a posterior: %w", err)
	}
	return b, nil
}

// UnmarshalBinary replaces p by the posterior of a binary form. Where it fails p
// is unchanged.
func (p *CGPosterior) UnmarshalBinary(b []byte) error {
	r, err := form.Read(b, p, formatVersion)
	if err != nil {
		return fmt.Errorf("admm: reading a posterior: %w", err)
	}
	var m gplib.Model
	r.JSON("model", &m)
	d := gplib.Data{X: r.Inputs("x"), Y: r.Floats("y")}
	alpha, steps := r.Vector("alpha", d.Len()), p.steps
	r.JSON("steps", &steps)
	err = r.Err()
	if err == nil {
		err = check(m, d)
	}
	if err != nil {
		return fmt.Errorf("admm: reading a posterior: %w", err)
	}
	p.model, p.data, p.op = m, d, newCGPosterior(m, d).op
	p.alpha, p.start, p.steps = alpha, nil, steps
	return nil
}
