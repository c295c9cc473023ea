package param

import (
	"fmt"
	"math"
)

// Spec is a [Param] as data. A bound that is absent is infinite.
type Spec struct {
	Name      string     `json:"name"`
	Value     float64    `json:"value"`
	Transform Transform  `json:"transform"`
	Min       *float64   `json:"min,omitempty"`
	Max       *float64   `json:"max,omitempty"`
	Fixed     bool       `json:"fixed,omitempty"`
	Prior     *PriorSpec `json:"prior,omitempty"`
	Tied      string     `json:"tied,omitempty"`
	Role      Role       `json:"role,omitempty"`
	Dims      []int      `json:"dims,omitempty"`
}

// PriorSpec is a [Prior] of this package as data: the constructor's name and
// its numbers.
type PriorSpec struct {
	Name  string     `json:"name"`
	Theta [2]float64 `json:"theta"`
}

// Describe returns ps as data, one Spec for each; infinite bounds are left out. It fails for priors from outside this
// package.
func Describe(ps []Param) ([]Spec, error) {
	specs := make([]Spec, len(ps))
	for i, p := range ps {
		s := Spec{Name: p.Name, Value: p.Value, Transform: p.Transform, Fixed: p.Fixed, Tied: p.Tied,
			Min: finiteOrNil(p.Min), Max: finiteOrNil(p.Max), Role: p.Role, Dims: p.Dims}
		if p.Prior != nil {
			q, ok := p.Prior.(prior)
			if !ok {
				return nil, fmt.Errorf("a prior of type %T cannot be written", p.Prior)
			}
			s.Prior = &PriorSpec{q.name, [2]float64{q.a, q.b}}
		}
		specs[i] = s
	}
	return specs, nil
}

func finiteOrNil(v float64) *float64 {
	if math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// Restore returns the parameters that [Describe] described. It fails for an unknown prior and for values that
// [Param.Check] refuses.
func Restore(specs []Spec) ([]Param, error) {
	ps := make([]Param, len(specs))
	for i, s := range specs {
		p := Param{Name: s.Name, Value: s.Value, Transform: s.Transform, Fixed: s.Fixed, Tied: s.Tied,
			Min: math.Inf(-1), Max: math.Inf(1), Role: s.Role, Dims: s.Dims}
		if s.Min != nil {
			p.Min = *s.Min
		}
		if s.Max != nil {
			p.Max = *s.Max
		}
		if s.Prior != nil {
			kind, ok := priorKinds[s.Prior.Name]
			if !ok {
				return nil, fmt.Errorf("there is no prior %q", s.Prior.Name)
			}
			p.Prior = prior{s.Prior.Name, s.Prior.Theta[0], s.Prior.Theta[1], kind}
		}
		if err := p.Check(); err != nil {
			return nil, err
		}
		ps[i] = p
	}
	return ps, nil
}

// RestoreAs does [Restore] with one role for all, for older files, which hold no roles.
func RestoreAs(r Role, specs []Spec) ([]Param, error) {
	ps, err := Restore(specs)
	for i := range ps {
		ps[i].Role = r
	}
	return ps, err
}

// RestoreOne does [RestoreAs] for exactly one parameter.
func RestoreOne(r Role, specs []Spec) (Param, error) {
	if len(specs) != 1 {
		return Param{}, fmt.Errorf("%d parameters are described; there must be 1", len(specs))
	}
	ps, err := RestoreAs(r, specs)
	if err != nil {
		return Param{}, err
	}
	return ps[0], nil
}
