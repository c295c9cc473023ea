package admm

import (
	"math"
	"slices"
)

// Adam takes a few steps of Adam (Kingma and Ba 2015, algorithm 1) with
// β = (0.9, 0.999); its moments are kept from one iteration of ADMM to the
// next. It needs no line search, but dithers about a solution by some 4e-3.
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
	return &adamStep{Adam: a, first: make([]float64, dim), second: make([]float64, dim)}
}

type adamStep struct {
	Adam
	first, second []float64 // moments
	time          int
}

func (a *adamStep) step(f phiFunc, phi []float64, tol float64) []float64 {
	const beta1, beta2 = 0.9, 0.999
	phi = slices.Clone(phi)
	for range a.Steps {
		if f.stopped() {
			break
		}
		g := descent(f, phi)
		a.time++
		correct1 := 1 - math.Pow(beta1, float64(a.time))
		correct2 := 1 - math.Pow(beta2, float64(a.time))
		for j, v := range g {
			a.first[j] = beta1*a.first[j] + (1-beta1)*v
			a.second[j] = beta2*a.second[j] + (1-beta2)*v*v
			phi[j] -= a.Rate * a.first[j] / correct1 / (math.Sqrt(a.second[j]/correct2) + tol)
		}
		f.bounds().clamp(phi)
	}
	return phi
}
