package rkhs

import (
	"krigo/gplib"
	"krigo/gplib/rkhs/feature"
)

// Auto returns a model for a first fit of d: [gplib.Auto] with the [Linear] kernel of a
// network with two hidden layers of 128 units, in the units of d; see [gplib.AutoFor].
func (Training) Auto(d gplib.Data) (gplib.Model, error) {
	m, err := gplib.Auto(d)
	if err != nil {
		return gplib.Model{}, err
	}
	x := rowsOf(d.X)
	_, inputs := x.Dims()
	m.Cov = Linear(feature.MLP{Inputs: inputs, Widths: []int{128, 128}}, 1).inUnits(x, sizeOf(m.Residuals(d)))
	return m, nil
}
