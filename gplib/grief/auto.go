package grief

import (
	"slices"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Auto returns a model for a first fit of d: [gplib.Auto] with [cov.SE], which is a
// product of functions of one input each as this package needs; see [gplib.AutoFor].
func (TypeII) Auto(d gplib.Data) (gplib.Model, error) { return auto(d) }

// Auto returns the model of [TypeII.Auto].
func (TypeI) Auto(d gplib.Data) (gplib.Model, error) { return auto(d) }

// Auto returns the model of [TypeII.Auto].
func (Quadrature) Auto(d gplib.Data) (gplib.Model, error) { return auto(d) }

func auto(d gplib.Data) (gplib.Model, error) {
	m, err := gplib.Auto(d)
	if err != nil {
		return gplib.Model{}, err
	}
	m.Cov = cov.Scale(1, cov.SE(slices.Repeat([]float64{1}, d.X.(*cov.Matrix).Dim())...))
	return m.FromData(d), nil
}
