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
	handsOver             bool    // a polish follows
	lowest                []float64
}

// patience is the number of iterations without a θ-step after which a point
// that satisfies the constraint counts as stalled.
const patience = 10

// ADMM creeps where its last stride iterations lowered F by less than a part
// pace of it. Its θ-step holds z, so that it must not move Cz by more than the
// penalty allows: by about F/(ρ‖y_T‖²) on the log scale, which is a ten
// thousandth where there is little noise. A smaller ρ takes 2/ρ iterations to close
// the constraint. The quasi-Newton method on F, in which z follows θ, has neither
// scale.
const (
	stride = 5
	pace   = 0.25
)

func (h HoldOut) newRule(f *fit, restart int) *rule {
	return &rule{
		dual: f.Settings.Tol, primal: f.Settings.Tol / 10, stepTol: h.StepTol, maxIter: h.maxIter(f, restart),
		change: math.Inf(1), handsOver: !h.NoPolish && h.StepTol == 0,
	}
}

// maxIter caps the iterations of ADMM from a start.
func (h HoldOut) maxIter(f *fit, restart int) int {
	switch {
	case f.Settings.MaxIter > 0:
		return f.Settings.MaxIter
	case restart > 0:
		return 60
	case h.StepTol > 0:
		return 100
	}
	return 150
}

// lastIter returns the number of the last step that a start can have: the polish
// begins with one of its own.
func (h HoldOut) lastIter(f *fit) int {
	if h.NoPolish {
		return h.maxIter(f, 0)
	}
	return h.maxIter(f, 0) + 1 + polishIterations
}

// moved records what the θ-step did.
func (r *rule) moved(before, after []float64, same bool) {
	r.change = floats.Distance(before, after, 2)
	r.still++
	if !same {
		r.still = 0
	}
}

// creeps reports, given an iteration's exact error, whether a polish would be
// faster.
func (r *rule) creeps(err float64) bool {
	last := len(r.lowest) - 1
	if last >= 0 {
		err = math.Min(err, r.lowest[last])
	}
	r.lowest = append(r.lowest, err)
	return r.handsOver && last+1 >= stride && r.lowest[last+1-stride]-err < pace*err
}

// done reports whether to stop and why.
func (r *rule) done(rec *recorder, s state) (gplib.Status, bool) {
	if status, stop := rec.Interrupted(); stop {
		return status, true
	}
	creeps := r.creeps(s.error)
	switch {
	case r.stepTol > 0 && r.change < r.stepTol:
		return gplib.Converged, true
	case r.stepTol == 0 && s.primal < r.primal && s.dual < r.dual:
		return gplib.Converged, true
	case creeps || r.still >= patience && s.primal < r.primal:
		return gplib.Stalled, true
	case rec.iteration() >= r.maxIter:
		return gplib.IterationLimit, true
	}
	return gplib.Converged, false
}

func optionError(name string, value float64, want string) error {
	return fmt.Errorf("admm: %s is %v; %s", name, value, want)
}
