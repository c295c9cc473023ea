package bo

import (
	"encoding/json"
	"fmt"
	"io"
)

// saved is a run as a file.
type saved struct {
	Format      int          `json:"format"`
	Dimensions  []Dimension  `json:"dimensions"`
	Linear      []Linear     `json:"linear,omitempty"`
	Settings    Settings     `json:"settings"`
	Evaluations []Evaluation `json:"evaluations"`
	Pending     [][]float64  `json:"pending,omitempty"`
}

// savedFormat is the format that this version writes.
const savedFormat = 1

// Save writes the run as JSON, for [Resume]. The models are not written, since they follow from the evaluations.
func (o *Optimiser) Save(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(saved{
		savedFormat, o.space.dims, o.space.linear, o.settings, o.evaluations, o.pending,
	})
}

// Resume reads a run that [Optimiser.Save] wrote. It continues as the run would have without the interruption.
func Resume(r io.Reader) (*Optimiser, error) {
	var s saved
	if err := json.NewDecoder(r).Decode(&s); err != nil {
		return nil, fmt.Errorf("bo: Resume: %w", err)
	}
	if s.Format != savedFormat {
		return nil, fmt.Errorf("bo: Resume: the format is %d; this version reads %d", s.Format, savedFormat)
	}
	space, err := NewSpace(s.Dimensions...)
	if err != nil {
		return nil, fmt.Errorf("bo: Resume: %w", err)
	}
	if len(s.Linear) > 0 {
		if space, err = space.Constrain(s.Linear...); err != nil {
			return nil, fmt.Errorf("bo: Resume: %w", err)
		}
	}
	o, err := New(space, &s.Settings)
	if err != nil {
		return nil, fmt.Errorf("bo: Resume: %w", err)
	}
	for i, e := range s.Evaluations {
		if err := o.restore(e); err != nil {
			return nil, fmt.Errorf("bo: Resume: evaluation %d: %w", i, err)
		}
	}
	for i, x := range s.Pending {
		if err := space.Check(x); err != nil {
			return nil, fmt.Errorf("bo: Resume: pending point %d: %w", i, err)
		}
	}
	o.pending = s.Pending
	return o, nil
}

func (o *Optimiser) restore(e Evaluation) error {
	if e.Failed {
		return o.TellFailed(e.X)
	}
	return o.Tell(e.X, e.Y, e.Constraints...)
}
