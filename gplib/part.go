package gplib

import (
	"errors"
	"slices"
)

// Part has a fit run one of its starts, so that several processes can share the starts of a
// fit, as cluster.Fit does. Each process passes the same arguments to Fit except Part.
// A learner of your own must pass its Settings to [Learn]. Fits inside the fit run all of their
// starts.
type Part struct {
	// Start is the number of the start to run, counted from 0.
	Start int
	// Report, where not nil, is called once with the end of the start, or with nil where the
	// fit has no start of that number. Fit then returns [ErrReported] and no result.
	Report func(*StartEnd)
	// Ended, where not nil, is the end of the start in another process: the result has its
	// Theta and Value instead of those of the start here, which need not converge.
	Ended *StartEnd
}

// StartEnd is the end of one start of a fit.
type StartEnd struct {
	// Theta holds the natural parameter values in the order of Model.Params, nil where the
	// start has no model.
	Theta []float64
	// Value is the objective at Theta. The start of the lowest Score is the best; a Score
	// that is NaN is worse than any other.
	Value, Score float64
	// Err is the reason why the start failed.
	Err error
}

// ErrReported is the error of a fit whose [Part] has a Report.
var ErrReported = errors.New("gplib: the start was run for its report, not for a result")

// numbers lists the numbers of the starts to run, of count starts. A nil part is all of them.
func (p *Part) numbers(count int) []int {
	var all []int
	for k := range count {
		if p == nil || p.Start == k {
			all = append(all, k)
		}
	}
	return all
}

// reports reports whether the fit ends with the report of a start.
func (p *Part) reports() bool { return p != nil && p.Report != nil }

// report reports the end of the start that was run, if any.
func (p *Part) report(ran []*Start) error {
	var end *StartEnd
	for _, s := range ran {
		end = s.report()
	}
	p.Report(end)
	return ErrReported
}

// report returns the end of a start that has run. It finishes a copy of the End.
func (s *Start) report() *StartEnd {
	if s.end == nil {
		return &StartEnd{Err: s.err}
	}
	e := *s.end
	report := &StartEnd{Score: e.Score}
	if e.Finish != nil && e.Finish(&e) != nil {
		return report
	}
	report.Theta, report.Value = e.Model.Theta(), e.Value
	return report
}

// endElsewhere replaces the end and the trace of a start by the end of the same start in
// another process, and returns the final end. This start began at the parameters of that
// end and was interrupted there. Its own end differs in the last bits: a method moves
// parameters to its scale and back, by a logarithm and an exponential. A posterior that the
// method made itself keeps the model for which it was made.
func (s *Start) endElsewhere(at *StartEnd) End {
	e := s.end
	s.steps, s.ends = nil, stepEnds{}
	s.Record(Step{Value: at.Value, Theta: slices.Clone(at.Theta)})
	own := *e
	if e.Posterior == nil {
		*e = End{Status: e.Status, Model: s.Fitting.Model.With(at.Theta), Value: at.Value, Name: e.Name, Objective: e.Objective, Bounds: e.Bounds, HeldOut: e.HeldOut}
		return *e
	}
	e.Finish = func(e *End) error {
		if own.Finish != nil {
			if err := own.Finish(e); err != nil {
				return err
			}
		}
		e.Value = at.Value
		return nil
	}
	return End{Model: s.Fitting.Model.With(at.Theta), Value: at.Value, Posterior: own.Posterior}
}
