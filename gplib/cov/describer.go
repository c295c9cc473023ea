package cov

import "sync"

// Describer is a covariance function from outside this package that
// [Describe] makes data of. Its package calls [RegisterKind] when it is
// initialised.
type Describer interface {
	Func
	// Describe returns the function as data, of a registered Kind.
	Describe() (Spec, error)
}

// registered are the functions by kind that make covariance functions of other
// packages.
var registered sync.Map

// RegisterKind tells [Spec.Func] how the functions of a kind are made. The kind
// is the import path of the package that makes them, a dot and a name.
func RegisterKind(kind string, make func(Spec) (Func, error)) { registered.Store(kind, make) }
