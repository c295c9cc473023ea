package mean

import (
	"fmt"

	"krigo/gplib/internal/kind"
	"krigo/gplib/param"
)

// Spec describes a mean as data, to be written and read again: [Describe] makes
// one, [Spec.Func] a mean of it.
type Spec struct {
	// By is the number added to Base.
	By   float64 `json:"by,omitempty"`
	Base *Spec   `json:"base,omitempty"`
	// Kind is the registered name, and Whole a number such as a degree.
	Kind   string       `json:"kind"`
	Whole  int          `json:"whole,omitempty"`
	Params []param.Spec `json:"params"`
}

// Describer is a mean that [Describe] can describe. Its package calls [RegisterKind]
// when it is initialised. To keep its type when its parameters are adjusted, it needs
// the method of [WithParams] too.
type Describer interface {
	Func
	// Describe returns the mean as data, of a registered Kind.
	Describe() (Spec, error)
}

// Describe returns m as data. It fails for a mean that is no [Describer].
func Describe(m Func) (Spec, error) {
	d, ok := m.(Describer)
	if !ok {
		return Spec{}, fmt.Errorf("gplib: a mean of type %T cannot be written", m)
	}
	return d.Describe()
}

// kinds are the functions by kind that make means.
var kinds kind.Registry[Spec, Func]

// RegisterKind registers the constructor of the means of a kind for [Spec.Func].
// Outside this package the kind is the import path of the package that makes them, a
// dot and a name.
func RegisterKind(kind string, make func(Spec) (Func, error)) { kinds.Register(kind, make) }

// Func returns the mean that s describes. It fails if s is invalid.
func (s Spec) Func() (Func, error) { return kinds.Construct("mean", s.Kind, s) }
