package gplib

import (
	"errors"
	"time"
)

// Running describes a running fit to its observer, by [Step].Fit. It is the same
// pointer for all steps of a fit, so that an observer can distinguish fits.
type Running struct {
	// Method and Objective are named as in the Result; some learners change them by its
	// end.
	Method, Objective string
	// Starts is the number of starts, at least 1.
	Starts int
	// MaxIter is the largest possible Step.Iter of a start, 0 if unknown. Most starts
	// converge before it.
	MaxIter int
	// Runtime is Settings.Runtime, 0 without a cap.
	Runtime time.Duration

	told []func(*Result, error)
}

// AtEnd registers end, which is called once, just before Fit returns, with its results.
// The result must not be changed. If a fit panics, the result is nil and the error
// [ErrPanicked]. Call AtEnd only from within Settings.Observe.
func (r *Running) AtEnd(end func(*Result, error)) { r.told = append(r.told, end) }

// ErrPanicked is the error that AtEnd reports if the fit panics.
var ErrPanicked = errors.New("gplib: the fit panicked")

// end notifies the observers.
func (r *Running) end(result *Result, err error) {
	for _, told := range r.told {
		told(result, err)
	}
}

// announce makes the Running of the fit.
func (f *Fitting) announce() {
	f.running = &Running{
		Method: f.Name, Objective: f.Objective, Starts: max(1, f.Starts), MaxIter: f.Settings.MaxIter, Runtime: f.Settings.Runtime,
	}
	if f.LastIter != 0 {
		f.running.MaxIter = max(0, f.LastIter)
	}
}
