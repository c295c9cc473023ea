package cov

import (
	"fmt"

	"krigo/gplib/internal/kind"
	"krigo/gplib/param"
)

// Spec describes a covariance function as data, to be written and read
// again: [Describe] makes one, [Spec.Func] a function of it.
type Spec struct {
	// Kind is the constructor's name.
	Kind string `json:"kind"`
	// Theta holds the function's own numbers, Whole its whole ones (counts
	// first), Text its formula.
	Theta []float64 `json:"theta,omitempty"`
	Whole []int     `json:"whole,omitempty"`
	Text  string    `json:"text,omitempty"`
	// Params holds the parameters' learning options, if they differ from the
	// constructor's default.
	Params []param.Spec `json:"params,omitempty"`
	Parts  []Spec       `json:"parts,omitempty"`
}

// Describer is a covariance function that [Describe] can describe, as all of this
// package are. Other packages call [RegisterKind] when they are initialised.
type Describer interface {
	Func
	// Describe returns the function as data, of a registered Kind.
	Describe() (Spec, error)
}

// Describe returns k as data. It fails for functions from outside this
// package that are no [Describer], [Custom], and feature maps and priors from
// outside.
func Describe(k Func) (Spec, error) {
	d, ok := k.(Describer)
	if !ok {
		return Spec{}, fmt.Errorf("cov: a covariance function of type %T cannot be written", k)
	}
	return d.Describe()
}

// describeLeaf returns the description of a function without parts: its numbers are
// the values of its parameters.
func describeLeaf(kind string, ps []Param, whole ...int) (Spec, error) {
	return Spec{Kind: kind, Theta: param.Values(ps), Whole: whole}, nil
}

// over returns s with the descriptions of parts.
func (s Spec) over(parts ...Func) (Spec, error) {
	for _, k := range parts {
		part, err := Describe(k)
		if err != nil {
			return Spec{}, err
		}
		s.Parts = append(s.Parts, part)
	}
	return s, nil
}

// registered are the functions by kind that make covariance functions.
var registered kind.Registry[Spec, Func]

// RegisterKind registers the constructor of the functions of a kind for [Spec.Func].
// The kind is the import path of the package that makes them, a dot and a name; for
// this package it is the name alone.
func RegisterKind(kind string, make func(Spec) (Func, error)) { registered.Register(kind, make) }

// Func returns the covariance function that s describes. It fails if s is invalid.
func (s Spec) Func() (Func, error) { return registered.Construct("covariance function", s.Kind, s) }

// written is a description with its parts and parameters restored.
type written struct {
	Spec
	parts  []Func
	params []Param
}

// needs holds the numbers of values and parts that a kind's description requires.
type needs struct{ theta, whole, parts int }

const anyParts = -1

// register does [RegisterKind] for a kind of this package.
func register(kind string, least needs, make func(w written) Func) {
	RegisterKind(kind, func(s Spec) (Func, error) {
		if len(s.Theta) < least.theta || len(s.Whole) < least.whole || least.parts != anyParts && len(s.Parts) != least.parts {
			return nil, fmt.Errorf("cov: %s: its description lacks numbers or parts", kind)
		}
		w, err := s.restored()
		if err != nil {
			return nil, err
		}
		k := make(w)
		if err := failure(k); err != nil {
			return nil, err
		}
		return k, nil
	})
}

func (s Spec) restored() (written, error) {
	w := written{Spec: s, parts: make([]Func, len(s.Parts))}
	for i, part := range s.Parts {
		k, err := part.Func()
		if err != nil {
			return w, err
		}
		w.parts[i] = k
	}
	var err error
	w.params, err = param.Restore(s.Params)
	return w, err
}

func halves(t []float64) (a, b []float64) { return t[:len(t)/2], t[len(t)/2:] }
