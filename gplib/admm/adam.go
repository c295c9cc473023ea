package admm

import (
	"slices"

	"krigo/gplib/optim"
)

// Adam takes a few steps of [optim.Adam] with its constants; the moments are kept
// from one iteration of ADMM to the next. It needs no line search, but dithers
// about a solution by some 4e-3.
type Adam struct {
	// Steps is the number of steps an iteration; 0 is 10.
	Steps int
	// Rate is the step length on the learning scale; 0 is 0.02.
	Rate float64
}

func (a Adam) start(dim int) stepper {
	if a.Steps <= 0 {
		a.Steps = 10
	}
	if a.Rate <= 0 {
		a.Rate = 0.02
	}
	return &adamStep{Adam: a, dim: dim}
}

type adamStep struct {
	Adam
	dim     int
	stepper optim.Stepper // of the first tolerance
}

func (a *adamStep) step(f phiFunc, phi []float64, tol float64) []float64 {
	if a.stepper == nil {
		// Only constants out of range cause an error.
		a.stepper, _ = optim.Adam{Rate: optim.ConstantRate(a.Rate), Epsilon: tol}.Start(a.dim)
	}
	phi = slices.Clone(phi)
	for range a.Steps {
		if f.stopped() {
			break
		}
		a.stepper.Step(phi, projected(f, phi))
		f.bounds().clamp(phi)
	}
	return phi
}
