package admm

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
)

// rule decides when ADMM stops.
type rule struct {
	primal, dual, stepTol float64
	maxIter               int
	change                float64 // ‖Δθ‖ of the last step
	still                 int     // iterations in a row in which θ did not move
}

// patience is the number of iterations without a θ-step after which a point
// that satisfies the constraint counts as stalled.
const patience = 10

func (f *fit) newRule(stepTol float64, restart int) *rule {
	r := &rule{dual: f.Settings.Tol, stepTol: stepTol, maxIter: f.Settings.MaxIter, change: math.Inf(1)}
	if r.dual == 0 {
		r.dual = 1e-3
	}
	r.primal = r.dual / 10
	if r.maxIter == 0 {
		r.maxIter = 150
		if stepTol > 0 {
			r.maxIter = 100
		}
		if restart > 0 {
			r.maxIter = 60
		}
	}
	return r
}

// moved tells the rule what the θ-step did.
func (r *rule) moved(before, after []float64, same bool) {
	r.change = floats.Distance(before, after, 2)
	r.still++
	if !same {
		r.still = 0
	}
}

// done tells whether to stop and why.
func (r *rule) done(rec *recorder, s state) (gplib.Status, bool) {
	if status, stop := rec.Interrupted(); stop {
		return status, true
	}
	switch {
	case r.stepTol > 0 && r.change < r.stepTol:
		return gplib.Converged, true
	case r.stepTol == 0 && s.primal < r.primal && s.dual < r.dual:
		return gplib.Converged, true
	case r.still >= patience && s.primal < r.primal:
		return gplib.Stalled, true
	case rec.iteration() >= r.maxIter:
		return gplib.IterationLimit, true
	}
	return gplib.Converged, false
}

func optionError(name string, value float64, want string) error {
	return fmt.Errorf("admm: %s is %v; %s", name, value, want)
}
