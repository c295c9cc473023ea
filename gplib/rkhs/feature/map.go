package feature

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Map describes a feature map φ(x; θ) from R^In to R^Out. All methods but
// Check presume that Check returns nil.
type Map interface {
	// Check returns an error if the description is invalid.
	Check() error
	// In and Out are the dimensions of x and of φ(x), Len that of θ.
	In() int
	Out() int
	Len() int
	// Parameters describes θ, in order; the names differ.
	Parameters() []Parameter
	// Init draws a start into theta, of length Len.
	Init(theta []float64, rng *rand.Rand)
	// Pass returns a pass at theta, which each Forward reads again. Backward writes
	// into grad and must not be called if grad is nil.
	Pass(theta, grad []float64) Pass
	// String returns kind and sizes. Maps with equal strings are the same function
	// of x and θ.
	String() string
}

// Parameter is one element of θ.
type Parameter struct {
	// Name is the standard term, such as "layer[0].weight[3,5]".
	Name string
	// Positive reports whether θ holds the logarithm of a positive number, such as
	// a lengthscale.
	Positive bool
}

// Pass maps minibatches. The matrices it returns are its own and valid until
// its next call. A Pass is not safe for concurrent use.
type Pass interface {
	// Forward returns φ of the rows of x (s × In), s × Out. x must not
	// change before Backward.
	Forward(x *mat.Dense) *mat.Dense
	// Backward writes the derivatives of L by θ, given seed = ∂L/∂φ (s × Out)
	// at the rows of the last Forward, and overwrites seed. If inputs is true it
	// returns ∂L/∂x (s × In), else nil.
	Backward(seed *mat.Dense, inputs bool) *mat.Dense
}

// checkSize returns an error unless size is at least 1.
func checkSize(what string, size int) error {
	if size < 1 {
		return fmt.Errorf("feature: %s is %d; it must be at least 1", what, size)
	}
	return nil
}
