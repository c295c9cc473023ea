package admm

import (
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
	f.Given(p.model, form.Data(p.data))
	f.Floats("alpha", p.alpha)
	f.JSON("steps", p.steps)
	return f.Seal()
}

// UnmarshalBinary replaces p by the posterior of a binary form. Where it fails p
// is unchanged.
func (p *CGPosterior) UnmarshalBinary(b []byte) error {
	return form.RestoreGiven(p, b, formatVersion, func(m gplib.Model, d gplib.Data, r *form.Reader) (*CGPosterior, error) {
		if err := check(m, d); err != nil {
			return nil, err
		}
		read := newCGPosterior(m, d)
		read.alpha = r.Vector("alpha", d.Len())
		r.JSON("steps", &read.steps)
		return read, nil
	})
}
