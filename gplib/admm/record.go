package admm

import (
	"math"
	"slices"

	"krigo/gplib"
)

// recorder keeps the best point of one start and its state.
type recorder struct {
	*gplib.Start
	fit   *fit
	phi   []float64 // best coordinates, by the exact error
	value float64   // the error there
	// quadratic is y_Tᵀ C⁻¹ y_T there, summed over the folds.
	quadratic float64
	slope     []float64 // ∇_φF there
	keepLast  bool      // the last point is the answer, not the best one
	rough     bool      // an interrupt cut the solves for the only point short
	err       error     // of a start that failed
}

// add records the point phi. A point at which an interrupt may have cut a
// solve short is left out, as its error is unreliable. The first point of all
// is kept, since a result needs one.
func (r *recorder) add(phi []float64, s state, monitors []gplib.Monitor) {
	_, stop := r.Interrupted()
	if stop && (r.Number > 0 || len(r.Steps()) > 0) {
		return
	}
	r.rough = stop
	r.Record(gplib.Step{Value: s.error, Theta: r.fit.told(phi, s.quadratic), GradNorm: s.grad, Monitors: monitors})
	if s.error < r.value || r.keepLast {
		r.value, r.phi, r.quadratic, r.slope = s.error, slices.Clone(phi), s.quadratic, slices.Clone(s.slope)
	}
}

// iteration returns the number of steps after the starting point.
func (r *recorder) iteration() int { return len(r.Steps()) - 1 }

func (f *fit) newRecorder(s *gplib.Start) *recorder {
	return &recorder{Start: s, fit: f, keepLast: f.keepLast, value: math.Inf(1)}
}
