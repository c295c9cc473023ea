package admm

import (
	"context"
	"math"
	"slices"
	"time"

	"krigo/gplib"
)

// recorder keeps what one start of a fit went through and its best point,
// and tells when the caller wants it to end.
type recorder struct {
	ctx      context.Context
	settings *gplib.Settings
	began    time.Time
	space    *space
	names    []string
	begun    *bool // whether any start has recorded a step
	restart  int
	steps    []gplib.Step
	phi      []float64 // best coordinates, by the exact error
	value    float64   // the error there
	// quadratic is y_Tᵀ C⁻¹ y_T there, summed over the folds.
	quadratic float64
	keepLast  bool  // the last point is the answer, not the best one
	rough     bool  // an interrupt cut the solves for the only point short
	err       error // from Observe
}

// next returns a recorder for another start.
func (r *recorder) next(restart int) *recorder {
	return &recorder{
		ctx: r.ctx, settings: r.settings, began: r.began,
		space: r.space, names: r.names, begun: r.begun, keepLast: r.keepLast,
		restart: restart, value: math.Inf(1),
	}
}

// add records the point phi. A point at which an interrupt may have cut a
// solve short is left out, for its error is not to be trusted, unless it is
// the first one of all, without which there is no result.
func (r *recorder) add(phi []float64, s state, monitors []gplib.Monitor) {
	_, stop := r.interrupted()
	if stop && *r.begun {
		return
	}
	*r.begun, r.rough = true, stop
	step := gplib.Step{
		Iter: len(r.steps), Restart: r.restart, Value: s.error,
		Theta: r.space.theta(phi), Names: r.names, GradNorm: s.grad,
		Elapsed: time.Since(r.began), Monitors: monitors,
	}
	r.steps = append(r.steps, step)
	if s.error < r.value || r.keepLast {
		r.value, r.phi, r.quadratic = s.error, slices.Clone(phi), s.quadratic
	}
	if r.settings.Observe != nil && r.err == nil {
		r.err = r.settings.Observe(step)
	}
}

// interrupted tells whether the fit must end, and the status that says why.
func (r *recorder) interrupted() (gplib.Status, bool) {
	switch {
	case r.err != nil || r.ctx.Err() != nil:
		return gplib.Cancelled, true
	case r.settings.Runtime > 0 && time.Since(r.began) >= r.settings.Runtime:
		return gplib.RuntimeLimit, true
	default:
		return gplib.Converged, false
	}
}

// iteration is the number of steps after the starting point.
func (r *recorder) iteration() int { return len(r.steps) - 1 }
