package cholqr

import (
	"time"

	"krigo/gplib"
	"krigo/gplib/inducing"
	"krigo/gplib/internal/form"
)

// formatVersion is the version of a [Posterior]'s binary form.
const formatVersion = 1

func init() { gplib.RegisterPosterior(&Posterior{}) }

// Extend returns the posterior given more observations too, at the same
// inducing points; see [inducing.Posterior.Extend]. The objective is not
// evaluated again: Swaps are those of the fit.
func (p *Posterior) Extend(more gplib.Data) (gplib.Posterior, error) {
	extended, err := p.Posterior.Extend(more)
	if err != nil {
		return nil, err
	}
	return &Posterior{extended.(*inducing.Posterior), p.index, p.first, p.swaps}, nil
}

// swapNumbers is how many numbers a [Swap] is written as.
const swapNumbers = 9

// MarshalBinary returns the posterior's binary form, which [gplib.Load] reads.
// It fails where inducing.Posterior's does.
func (p *Posterior) MarshalBinary() ([]byte, error) {
	sparse, err := p.Posterior.MarshalBinary()
	if err != nil {
		return nil, err
	}
	f := form.New(p, formatVersion)
	f.Bytes("sparse", sparse)
	f.JSON("index", p.index)
	f.JSON("first", p.first)
	swaps := make([][]float64, len(p.swaps))
	for i, s := range p.swaps {
		accepted := 0.0
		if s.Accepted {
			accepted = 1
		}
		swaps[i] = []float64{float64(s.Epoch), float64(s.Out), float64(s.In), s.Estimate, s.Gain, s.Rise, accepted, s.Value, float64(s.Elapsed)}
	}
	f.Floats("swaps", swaps...)
	return f.Seal()
}

// UnmarshalBinary replaces p by the posterior of a binary form. Where it fails
// p is unchanged.
func (p *Posterior) UnmarshalBinary(b []byte) error {
	return form.Restore(p, b, formatVersion, func(r *form.Reader) (*Posterior, error) {
		read, swaps := &Posterior{Posterior: new(inducing.Posterior)}, r.Floats("swaps")
		r.JSON("index", &read.index)
		r.JSON("first", &read.first)
		for ; len(swaps) >= swapNumbers; swaps = swaps[swapNumbers:] {
			read.swaps = append(read.swaps, Swap{
				Epoch: int(swaps[0]), Out: int(swaps[1]), In: int(swaps[2]), Estimate: swaps[3], Gain: swaps[4], Rise: swaps[5],
				Accepted: swaps[6] == 1, Value: swaps[7], Elapsed: time.Duration(swaps[8]),
			})
		}
		return read, read.Posterior.UnmarshalBinary(r.Bytes("sparse"))
	})
}
