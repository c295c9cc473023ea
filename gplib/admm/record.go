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
	names    []string
	restart  int
	steps    []gplib.Step
	phi      []float64 // best coordinates, by the exact hold-out error
	value    float64   // the error there
	err      error     // from Observe
}

// next returns a recorder for another start.
func (r *recorder) next(restart int) *recorder {
	return &recorder{
		ctx: r.ctx, settings: r.settings, began: r.began, names: r.names,
		restart: restart, value: math.Inf(1),
	}
}

// add records the present point of l, at which F(θ) is value.
func (r *recorder) add(l *lagrangian, value, gradNorm float64, monitors []gplib.Monitor) {
	step := gplib.Step{
		Iter: len(r.steps), Restart: r.restart, Value: value,
		Theta: l.theta(l.phi), Names: r.names, GradNorm: gradNorm,
		Elapsed: time.Since(r.began), Monitors: monitors,
	}
	r.steps = append(r.steps, step)
	if value < r.value {
		r.value, r.phi = value, slices.Clone(l.phi)
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
