// Package derivative is where who runs functions tells who needs their derivatives what it knows of them: an interpreter knows
// the code of the functions that it runs, a library has a function value only.
package derivative

import "sync/atomic"

// Kernel is a function of two points and parameters.
type Kernel = func(x, y, theta []float64) float64

// Gradient writes the derivatives of a Kernel by theta into grad, to rounding, and reports whether it knows them there. It
// may be called from several goroutines, and panics as the Kernel does.
type Gradient = func(grad, x, y, theta []float64) (known bool)

var source atomic.Pointer[func(Kernel) Gradient]

// From has of say which gradients are known. Of returns nil for a function of which it knows nothing.
func From(of func(Kernel) Gradient) { source.Store(&of) }

// Of is the gradient of a function, or nil where nobody knows it.
func Of(k Kernel) Gradient {
	if of := source.Load(); of != nil {
		return (*of)(k)
	}
	return nil
}
