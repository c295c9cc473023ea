package noise

import (
	"fmt"

	"krigo/gplib/cov"
	"krigo/gplib/internal/kind"
	"krigo/gplib/param"
)

// Spec describes a noise as data, to be written and read again: [Describe] makes
// one, [Spec.Func] a noise of it.
type Spec struct {
	// Kind is the registered name, and Whole a number such as the index of a
	// coordinate.
	Kind   string       `json:"kind"`
	Whole  int          `json:"whole,omitempty"`
	Params []param.Spec `json:"params"`
	// Cov is the covariance function of a [Process].
	Cov *cov.Spec `json:"cov,omitempty"`
}

// Describer is a noise that [Describe] can describe. Its package calls [RegisterKind]
// when it is initialised. To keep its type when its parameters are adjusted, it needs
// the method of [WithParams] too.
type Describer interface {
	Func
	// Describe returns the noise as data, of a registered Kind.
	Describe() (Spec, error)
}

// Describe returns n as data. It fails for a noise that is no [Describer].
func Describe(n Func) (Spec, error) {
	d, ok := n.(Describer)
	if !ok {
		return Spec{}, fmt.Errorf("gplib: a noise of type %T cannot be written", n)
	}
	return d.Describe()
}

// kinds are the functions by kind that make noises.
var kinds kind.Registry[Spec, Func]

// RegisterKind registers the constructor of the noises of a kind for [Spec.Func].
// Outside this package the kind is the import path of the package that makes them, a
// dot and a name.
func RegisterKind(kind string, make func(Spec) (Func, error)) { kinds.Register(kind, make) }

// Func returns the noise that s describes. It fails if s is invalid.
func (s Spec) Func() (Func, error) { return kinds.Construct("noise", s.Kind, s) }
