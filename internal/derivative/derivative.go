// Package derivative passes derivatives from an interpreter, which knows the code of the functions
// that it runs, to a library that needs them and has function values only.
package derivative

import "sync/atomic"

// Kernel is a function of two points and parameters.
type Kernel = func(x, y, theta []float64) float64

// Gradient writes the derivatives of a Kernel with respect to theta into grad, exact to rounding,
// and reports whether it knows them there. It is safe for concurrent use, and panics as the Kernel
// does.
type Gradient = func(grad, x, y, theta []float64) (known bool)

var source atomic.Pointer[func(Kernel) Gradient]

// From registers of as the source of gradients. of returns nil for a function without a known one.
func From(of func(Kernel) Gradient) { source.Store(&of) }

// Of returns the gradient of a function, or nil if none is known.
func Of(k Kernel) Gradient {
	if of := source.Load(); of != nil {
		return (*of)(k)
	}
	return nil
}
