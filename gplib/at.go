package gplib

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
)

// At returns the result as it would be had the fit ended at step i of its trace:
// model, posterior, value and the trace up to there, without a check-up. Step 0 is
// the starting point. Each call conditions anew, which takes as long as it took at
// the end of the fit; the same i gives the same result.
//
// The steps of a method that averages, over Markov chains say, are the draws that
// it averages: At has the posterior given one of them.
//
// [Result.KeptSteps] are the steps that can be asked for. What a posterior depends
// on beside the parameters, such as inducing points, is kept of some 64 steps.
func (r *Result) At(i int) (*Result, error) {
	steps := r.Trace.Steps
	switch {
	case i < 0 || i >= len(steps):
		return nil, fmt.Errorf("gplib: At(%d): the trace has %s", i, stepsFrom0(len(steps)))
	case r.way == nil:
		return nil, fmt.Errorf("gplib: At(%d): the result comes from no fit of this session, so that nothing is known of its steps but the trace", i)
	}
	r.way.lock.Lock()
	defer r.way.lock.Unlock()
	at, err := r.way.resultAt(steps[i])
	if err != nil {
		return nil, fmt.Errorf("gplib: At(%d): %w", i, err)
	}
	at.Method, at.Name = r.Method, fmt.Sprintf("%s at step %d", r.Label(), i)
	at.Trace = Trace{Objective: r.Trace.Objective, Steps: slices.Clip(steps[:i+1])}
	at.Status, at.Elapsed, at.way = IterationLimit, steps[i].Elapsed, r.way
	if i == len(steps)-1 {
		at.Status = r.Status
	}
	return at, nil
}

func stepsFrom0(n int) string {
	if n == 0 {
		return "no steps"
	}
	return fmt.Sprintf("steps 0 to %d", n-1)
}

// KeptSteps are the steps of the trace that [Result.At] takes, ascending: all where
// the parameters are all that a posterior depends on, else every second, fourth and
// so on from the first one, with the last and the one that is the result. It is
// empty where the result comes from no fit of this session.
func (r *Result) KeptSteps() []int {
	var kept []int
	for i, step := range r.Trace.Steps {
		if r.way != nil && r.way.knows(step) {
			kept = append(kept, i)
		}
	}
	return kept
}

// way is what is known of the steps of a fit beside its trace. It holds no more
// than posteriors at them need.
type way struct {
	model Model
	// condition makes the posterior at parameters; it is nil where that depends on
	// more.
	condition func(m Model) (Posterior, []string, error)
	ends      []stepEnd // of steps recorded by RecordAt that are kept
	own       int       // the step that is the result, or -1
	result    Result    // which that step has: model, value and posterior
	after     func(p Posterior) (Posterior, error)
	lock      sync.Mutex // ends may share scratch
}

// knows tells whether there is a posterior at a step.
func (w *way) knows(step Step) bool {
	if len(step.Theta) != len(step.Names) {
		return false // of an earlier run
	}
	return w.condition != nil && w.ends == nil || step.Iter == w.own || w.end(step.Iter) != nil
}

// end is what was kept of a step, or nil.
func (w *way) end(iter int) func() (*End, error) {
	at, found := slices.BinarySearchFunc(w.ends, iter, func(e stepEnd, iter int) int { return e.iter - iter })
	if !found {
		return nil
	}
	return w.ends[at].end
}

// resultAt has model, posterior, value and warnings at a step.
func (w *way) resultAt(step Step) (*Result, error) {
	if !w.knows(step) {
		return nil, w.unknown(step)
	}
	end := w.end(step.Iter)
	switch {
	case end != nil:
	case step.Iter == w.own:
		own := w.result
		return &own, nil
	default:
		end = func() (*End, error) { return &End{Model: w.model.With(step.Theta), Value: step.Value}, nil }
	}
	e, err := end()
	if err != nil {
		return nil, err
	}
	p, warnings, err := w.posterior(e)
	if err != nil {
		return nil, err
	}
	return &Result{Model: e.Model, Posterior: p, Value: e.Value, Warnings: slices.Concat(e.Warnings, warnings)}, nil
}

// posterior completes an End and conditions its model.
func (w *way) posterior(e *End) (p Posterior, warnings []string, err error) {
	if e.Finish != nil {
		if err := e.Finish(e); err != nil {
			return nil, nil, err
		}
	}
	condition := w.condition
	if e.Posterior != nil {
		condition = e.Posterior
	}
	if p, warnings, err = condition(e.Model); err != nil || p == nil {
		return nil, warnings, err
	}
	warnings = append(warnings, jitterWarnings(p)...)
	if w.after != nil {
		p, err = w.after(p)
	}
	return p, warnings, err
}

// unknown names the steps next to one of which nothing is kept.
func (w *way) unknown(step Step) error {
	if len(step.Theta) != len(step.Names) {
		return errors.New("the step is of an earlier run, whose parameters its checkpoint does not hold")
	}
	before, after := -1, math.MaxInt
	known := []int{}
	for _, e := range w.ends {
		known = append(known, e.iter)
	}
	if w.own >= 0 {
		known = append(known, w.own)
	}
	for _, k := range known {
		if k < step.Iter {
			before = max(before, k)
		} else {
			after = min(after, k)
		}
	}
	switch {
	case len(known) == 0:
		return errors.New("the method does not say what its posterior at a step is (Start.RecordAt)")
	case before < 0:
		return fmt.Errorf("nothing is kept of the step; the nearest that is kept is %d", after)
	case after == math.MaxInt:
		return fmt.Errorf("nothing is kept of the step; the nearest that is kept is %d", before)
	}
	return fmt.Errorf("nothing is kept of the step; the nearest that are kept are %d and %d", before, after)
}

// then is the way with posteriors that after makes of its own.
func (w *way) then(after func(Posterior) (Posterior, error), own Posterior) *way {
	if w == nil {
		return nil
	}
	next := &way{model: w.model, condition: w.condition, ends: w.ends, own: w.own, result: w.result, after: after}
	next.result.Posterior = own
	return next
}

// mostEnds is the number of evenly spaced steps whose ends are kept at most.
const mostEnds = 64

// stepEnd is how a fit would end at a step.
type stepEnd struct {
	iter int
	end  func() (*End, error)
}

// stepEnds keep the ends of steps at multiples of a stride, which doubles where
// there are too many, and that of the last step.
type stepEnds struct {
	kept   []stepEnd
	stride int
	last   stepEnd
}

func (s *stepEnds) add(e stepEnd) {
	s.stride, s.last = max(1, s.stride), e
	if e.iter%s.stride != 0 {
		return
	}
	if s.kept = append(s.kept, e); len(s.kept) <= mostEnds {
		return
	}
	s.stride *= 2
	s.kept = slices.DeleteFunc(s.kept, func(e stepEnd) bool { return e.iter%s.stride != 0 })
}

// all are the ends that are kept, ascending.
func (s *stepEnds) all() []stepEnd {
	if s.last.end == nil || len(s.kept) > 0 && s.kept[len(s.kept)-1].iter == s.last.iter {
		return s.kept
	}
	return append(slices.Clip(s.kept), s.last)
}

// way is what a start that ended with e, as it was before it was finished, keeps for
// r.
func (s *Start) way(e *End, r *Result) *way {
	w := &way{model: s.Fitting.Model, ends: s.ends.all(), own: s.stepOf(e), result: Result{Model: r.Model, Value: r.Value, Posterior: r.Posterior}}
	switch data := s.Data; {
	case s.Condition != nil:
		w.condition = s.Condition
	case e.Posterior == nil:
		w.condition = func(m Model) (Posterior, []string, error) {
			p, err := Condition(m, data)
			return p, nil, err
		}
	}
	return w
}

// stepOf is the last step that has the parameters of an End, and its value where
// one has that, or -1.
func (s *Start) stepOf(e *End) int {
	theta, at := e.Model.Theta(), -1
	for i, step := range s.steps {
		if slices.Equal(step.Theta, theta) && (at < 0 || step.Value == e.Value || s.steps[at].Value != e.Value) {
			at = i
		}
	}
	return at
}
