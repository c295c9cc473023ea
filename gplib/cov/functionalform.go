package cov

import (
	"encoding/json"
	"errors"
	"fmt"
)

// writtenTerm is a term of a functional as data.
type writtenTerm struct {
	Weight float64     `json:"weight"`
	X      []float64   `json:"x"`
	Order  []int       `json:"order,omitempty"`
	Along  *int        `json:"along,omitempty"`
	Ends   *[2]float64 `json:"ends,omitempty"`
}

// MarshalJSON writes the functionals as data. It fails where the construction of one has failed.
func (x *FunctionalInputs) MarshalJSON() ([]byte, error) {
	if x.err != nil {
		return nil, x.err
	}
	all := make([][]writtenTerm, len(x.all))
	for i, l := range x.all {
		for _, t := range l.terms {
			w := writtenTerm{Weight: t.weight, X: t.x, Order: t.order}
			if t.along >= 0 {
				w.Order, w.Along, w.Ends = nil, &t.along, &[2]float64{t.lo, t.hi}
			}
			all[i] = append(all[i], w)
		}
	}
	return json.Marshal(all)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (x *FunctionalInputs) UnmarshalJSON(data []byte) error {
	var read [][]writtenTerm
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	all := make([]Functional, len(read))
	for i, terms := range read {
		for q, w := range terms {
			l, err := w.functional()
			if err != nil {
				return fmt.Errorf("cov: functional %d: %w", i, err)
			}
			if l = l.Times(w.Weight); q > 0 {
				l = all[i].Plus(l)
			}
			all[i] = l
		}
	}
	made := Functionals(all...)
	if made.err != nil {
		return made.err
	}
	*x = *made
	return nil
}

func (w writtenTerm) functional() (Functional, error) {
	switch {
	case w.Along == nil && w.Ends == nil:
		return Derivative(w.X, w.Order...), nil
	case w.Along == nil || w.Ends == nil || w.Order != nil:
		return Functional{}, errors.New("an integral has a coordinate and two ends")
	}
	return Integral(w.X, *w.Along, w.Ends[0], w.Ends[1]), nil
}
