package admm

import (
	"krigo/gplib"
	"krigo/gplib/param"
)

// Auto returns a model for a first fit of d: [gplib.Auto] with its mean fixed at that of
// the observations, since errors of rows that are held out hardly determine it; see
// [gplib.AutoFor].
func (HoldOut) Auto(d gplib.Data) (gplib.Model, error) { return auto(d) }

// Auto returns the model of [HoldOut.Auto].
func (KFold) Auto(d gplib.Data) (gplib.Model, error) { return auto(d) }

// Auto returns the model of [HoldOut.Auto].
func (Adjoint) Auto(d gplib.Data) (gplib.Model, error) { return auto(d) }

// Auto returns the model of [HoldOut.Auto].
func (Stochastic) Auto(d gplib.Data) (gplib.Model, error) { return auto(d) }

// Auto returns the model of [HoldOut.Auto].
func (Continuation) Auto(d gplib.Data) (gplib.Model, error) { return auto(d) }

// Auto returns the model of [HoldOut.Auto].
func (GradientDescent) Auto(d gplib.Data) (gplib.Model, error) { return auto(d) }

func auto(d gplib.Data) (gplib.Model, error) {
	m, err := gplib.Auto(d)
	if err != nil {
		return gplib.Model{}, err
	}
	return m.Fix(param.Names(m.Mean.Params())...)
}
