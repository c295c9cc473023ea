package explore

import (
	"encoding/json"
	"fmt"
	"slices"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// MostRows is the largest number of observations of a figure: the posterior of more takes too long
// for a picture that follows a finger.
const MostRows = 300

// State is the state of a figure: what a reader can change.
type State struct {
	// Model has the parts of the model. Params has its values.
	Model gplib.Model `json:"model"`
	// Params are the parameters of the model, in the order of gplib.Model.Params.
	Params []Param `json:"params"`
	// X and Y are the observations, Input and Target their names.
	X      Numbers `json:"x"`
	Y      Numbers `json:"y"`
	Input  string  `json:"input"`
	Target string  `json:"target"`
	// Over are the positions in Params of the landscape's parameters, one or two.
	Over []int `json:"over"`
	// Kind is the chosen entry of the menu of covariance functions; "" is the figure's own.
	Kind string `json:"kind"`
	// Likelihood is the chosen entry of [Likelihoods]; "" is Gaussian noise.
	Likelihood string `json:"likelihood"`
}

// Param is a parameter as a figure shows it.
type Param struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	// Low and High are the ends of its slider, which is logarithmic where Log is true.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	Log  bool    `json:"log"`
	// Free parameters have a slider, and a fit moves them.
	Free bool `json:"free"`
	// Unit is the unit in terms of the axes, such as "x" or "y²".
	Unit string `json:"unit"`
}

// UnmarshalJSON reads a parameter, which must have a value.
func (p *Param) UnmarshalJSON(text []byte) error {
	type plain Param
	read := struct {
		*plain
		Value *float64 `json:"value"`
	}{plain: (*plain)(p)}
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	if read.Value == nil {
		return fmt.Errorf("explore: the parameter %q has no value", p.Name)
	}
	p.Value = *read.Value
	return nil
}

// New returns the state of a figure of m and d in which the named parameters are free, those without
// a name keep their values. No names are all parameters that are not fixed. The error says why there
// is no figure of them.
func New(m gplib.Model, d gplib.Data, names ...string) (*State, error) {
	x, err := line(m, d)
	if err != nil {
		return nil, err
	}
	if m, err = Named(m, x); err != nil {
		return nil, err
	}
	free, err := Free(m, d, names)
	if err != nil {
		return nil, err
	}
	s := &State{Model: m, X: x.Column(0), Y: slices.Clone(d.Y), Input: "x", Target: "y"}
	if len(m.Inputs) > 0 {
		s.Input = m.Inputs[0]
	}
	if d.Target != "" {
		s.Target = d.Target
	}
	s.describe(d, free)
	return s, nil
}

// Named returns m with the names of the inputs x if it has none, as a fit of it has them.
func Named(m gplib.Model, x cov.Inputs) (gplib.Model, error) {
	points, ok := x.(*cov.Matrix)
	if !ok || points == nil || points.Names() == nil || len(m.Inputs) > 0 {
		return m, nil
	}
	return m.Named(points.Names()...)
}

// line returns the inputs of a figure's data.
func line(m gplib.Model, d gplib.Data) (*cov.Matrix, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	x, ok := d.X.(*cov.Matrix)
	if !ok || x.Dim() != 1 {
		return nil, fmt.Errorf("explore: the inputs are %v, and a figure has one input that is a number", d.X)
	}
	if means, _ := x.Standardisations(); means != nil {
		return nil, fmt.Errorf("explore: the inputs are standardised: the figure needs them in their own unit")
	}
	if d.Len() > MostRows {
		return nil, fmt.Errorf("explore: the data have %d rows, and a figure has at most %d", d.Len(), MostRows)
	}
	if err := m.Check(x); err != nil {
		return nil, err
	}
	if _, err := json.Marshal(m); err != nil {
		return nil, fmt.Errorf("explore: a page cannot have the model: %w", err)
	}
	return x, nil
}

// describe sets the parameters and the landscape for the model. Those in free can move.
func (s *State) describe(d gplib.Data, free map[string]bool) {
	s.Params = nil
	for _, p := range s.Model.ParamsFor(d) {
		low, high, log := Range(p, d.Y)
		s.Params = append(s.Params, Param{
			Name: p.Name, Value: p.Value, Low: low, High: high, Log: log, Free: free[p.Name], Unit: s.unitOf(p),
		})
	}
	s.Over = s.over()
}

// model returns the model with the values of the parameters.
func (s *State) model() (gplib.Model, error) {
	ps := s.Model.Params()
	if len(ps) != len(s.Params) {
		return gplib.Model{}, fmt.Errorf("explore: %d values for the %d parameters of %v", len(s.Params), len(ps), s.Model)
	}
	theta := make([]float64, len(ps))
	for i, p := range s.Params {
		if p.Name != ps[i].Name {
			return gplib.Model{}, fmt.Errorf("explore: parameter %d is %q, in the model %q", i, p.Name, ps[i].Name)
		}
		ps[i].Value, theta[i] = p.Value, p.Value
		if err := ps[i].Check(); err != nil {
			return gplib.Model{}, fmt.Errorf("explore: %w", err)
		}
	}
	return s.Model.With(theta), nil
}

// data returns the observations.
func (s *State) data() (gplib.Data, error) {
	if len(s.X) > MostRows {
		return gplib.Data{}, fmt.Errorf("explore: %d points, and a figure has at most %d", len(s.X), MostRows)
	}
	x, err := cov.Line(s.X), error(nil)
	if s.Model.Inputs != nil {
		x, err = x.Named(s.Model.Inputs...)
	}
	if err != nil {
		return gplib.Data{}, err
	}
	d, err := gplib.NewData(x, s.Y)
	if s.Target != "y" {
		d.Target = s.Target
	}
	return d, err
}

// Get returns the model with the values of the parameters, and the data.
func (s *State) Get() (gplib.Model, gplib.Data, error) {
	d, err := s.data()
	if err != nil {
		return gplib.Model{}, gplib.Data{}, err
	}
	m, err := s.model()
	if err != nil {
		return gplib.Model{}, gplib.Data{}, err
	}
	return m, d, m.CheckData(d)
}
