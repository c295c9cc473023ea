package lik

import (
	"fmt"

	"krigo/gplib/internal/kind"
	"krigo/gplib/param"
)

// Spec describes a likelihood as data, to be written and read again: [Describe] makes one,
// [Spec.Func] a likelihood of it.
type Spec struct {
	// Kind is the registered name, Whole a number such as that of trials, and Classes the names of classes.
	Kind    string       `json:"kind"`
	Whole   int          `json:"whole,omitempty"`
	Classes []string     `json:"classes,omitempty"`
	Params  []param.Spec `json:"params,omitempty"`
}

// Describer is a likelihood that [Describe] can describe. Its package calls [RegisterKind] when it
// is initialised. To keep its type when its parameters are adjusted, it needs the method of
// [WithParams] too.
type Describer interface {
	Func
	// Describe returns the likelihood as data, of a registered Kind.
	Describe() (Spec, error)
}

// Describe returns l as data. It fails for a likelihood that is no [Describer].
func Describe(l Func) (Spec, error) {
	d, ok := l.(Describer)
	if !ok {
		return Spec{}, fmt.Errorf("lik: a likelihood of type %T cannot be written", l)
	}
	return d.Describe()
}

// kinds are the functions by kind that make likelihoods.
var kinds kind.Registry[Spec, Func]

// RegisterKind registers the constructor of the likelihoods of a kind for [Spec.Func]. Outside
// this package the kind is the import path of the package that makes them, a dot and a name.
func RegisterKind(kind string, make func(Spec) (Func, error)) { kinds.Register(kind, make) }

// Func returns the likelihood that s describes. It fails if s is invalid.
func (s Spec) Func() (Func, error) {
	l, err := kinds.Construct("likelihood", s.Kind, s)
	if err != nil {
		return nil, err
	}
	return l, l.Check()
}
