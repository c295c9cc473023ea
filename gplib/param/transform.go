package param

import (
	"fmt"
	"math"
)

// Transform is a bijection between the natural scale of a parameter and the
// unconstrained scale on which it is learned.
type Transform int

const (
	// Log learns log θ, for positive parameters.
	Log Transform = iota
	// Identity learns θ itself.
	Identity
	// Softplus learns φ with θ = log(1+exp φ), for positive parameters.
	Softplus
)

// Free returns the unconstrained value of the natural value x.
func (t Transform) Free(x float64) float64 {
	switch t {
	case Log:
		return math.Log(x)
	case Softplus:
		if x > 30 {
			return x
		}
		return math.Log(math.Expm1(x))
	default:
		return x
	}
}

// Natural returns the natural value of the unconstrained value u; it is the
// inverse of Free.
func (t Transform) Natural(u float64) float64 {
	switch t {
	case Log:
		return math.Exp(u)
	case Softplus:
		if u > 30 {
			return u
		}
		return math.Log1p(math.Exp(u))
	default:
		return u
	}
}

// Slope returns dx/du, the derivative of Natural at u.
func (t Transform) Slope(u float64) float64 {
	switch t {
	case Log:
		return math.Exp(u)
	case Softplus:
		return 1 / (1 + math.Exp(-u))
	default:
		return 1
	}
}

// String names the transform.
func (t Transform) String() string {
	switch t {
	case Log:
		return "log"
	case Softplus:
		return "softplus"
	case Identity:
		return "identity"
	default:
		return fmt.Sprintf("Transform(%d)", int(t))
	}
}
