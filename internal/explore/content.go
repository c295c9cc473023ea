package explore

import "fmt"

// Content is all that a page needs to draw a figure before anything computes.
type Content struct {
	// State is the state that the figure shows, and Start its first one, which Reset restores.
	State State `json:"state"`
	Start State `json:"start"`
	// Given is the covariance function of Start, for the menu; Kinds are the other entries.
	Given string `json:"given"`
	Kinds []Kind `json:"kinds"`
	// Likelihoods are the entries of the other menu.
	Likelihoods []Likelihood `json:"likelihoods"`
	Shown       Shown        `json:"shown"`
}

// Shown is the numbers of a drawn figure.
type Shown struct {
	Posterior *Posterior `json:"posterior"`
	// Landscape has the values of a grid, row by row; it is empty where there is none.
	Landscape Numbers `json:"landscape"`
}

// The numbers that a figure is drawn from at first.
const (
	firstInputs = 160
	beyond      = 0.12 // part of the range of the inputs on both sides
	sideOfCurve = 65
	sideOfMap   = 17
)

// NewContent returns the content of a page for a figure in state s, whose readers return to start.
func NewContent(s, start *State) (*Content, error) {
	c := &Content{State: *s, Start: *start, Given: fmt.Sprint(start.Model.Cov), Kinds: Kinds, Likelihoods: Likelihoods}
	low, high := ends(s.X)
	pad := beyond * (high - low)
	if pad == 0 {
		pad = beyond
	}
	var err error
	if c.Shown.Posterior, err = s.Posterior(&Question{From: low - pad, To: high + pad, Count: firstInputs}); err != nil {
		return nil, err
	}
	l, err := s.Landscape(s.grid())
	if err != nil {
		return nil, err
	}
	c.Shown.Landscape = l.Values
	return c, nil
}
