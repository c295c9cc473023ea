package gplib

import (
	"fmt"

	"krigo/gplib/cov"
)

// Joiner is Inputs that can be joined with others of their kind, which
// [Extendable] needs. The matrix, string and label inputs of package
// cov are built in.
type Joiner interface {
	cov.Inputs
	// Join returns the points of both, these first.
	Join(more cov.Inputs) (cov.Inputs, error)
}

// Join is the data of both, d first. It fails where the inputs are no [Joiner],
// or of different kinds.
func (d Data) Join(more Data) (Data, error) {
	j, ok := d.X.(Joiner)
	if !ok {
		return Data{}, fmt.Errorf("gplib: inputs of kind %T cannot be joined (they have no Join)", d.X)
	}
	x, err := j.Join(more.X)
	if err != nil {
		return Data{}, err
	}
	return Data{X: x, Y: append(append([]float64(nil), d.Y...), more.Y...)}, nil
}
