package feature

import (
	"fmt"
	"math"

	"krigo/gplib/linalg"
)

// Activation is the function of a layer's units.
type Activation int

const (
	// ReLU is max(a, 0), with the derivative 0 at 0.
	ReLU Activation = iota
	// Tanh is the hyperbolic tangent.
	Tanh
	// None is the identity.
	None
)

// String returns the name.
func (a Activation) String() string {
	switch a {
	case ReLU:
		return "relu"
	case Tanh:
		return "tanh"
	case None:
		return "none"
	}
	return fmt.Sprintf("Activation(%d)", int(a))
}

func (a Activation) check() error {
	if a < ReLU || a > None {
		return fmt.Errorf("feature: Activation is %d; want ReLU, Tanh or None", int(a))
	}
	return nil
}

// apply replaces v by its activations.
func (a Activation) apply(v []float64) {
	switch a {
	case ReLU:
		for j, x := range v {
			v[j] = max(x, 0)
		}
	case Tanh:
		tanh(v)
	}
}

// tanh computes 1 - 2/(e^2x + 1), whose absolute error is rounding error.
func tanh(v []float64) {
	for j := range v {
		v[j] *= 2
	}
	linalg.Exp(v, v)
	for j, e := range v {
		v[j] = 1 - 2/(e+1)
	}
}

// chain multiplies d by the derivatives, given the activations h.
func (a Activation) chain(d, h []float64) {
	switch a {
	case ReLU:
		for j, v := range h[:len(d)] {
			d[j] = math.Float64frombits(math.Float64bits(d[j]) & positive(v))
		}
	case Tanh:
		for j, v := range h[:len(d)] {
			d[j] *= 1 - v*v
		}
	}
}

// positive returns all bits set if v >= 0 is not 0, else 0. Units switch at
// random, so that a branch here would be mispredicted.
func positive(v float64) uint64 {
	bits := int64(math.Float64bits(v))
	return uint64((bits | -bits) >> 63)
}
