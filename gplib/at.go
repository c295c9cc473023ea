package gplib

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
)

// At returns the result that the fit would have had at step i of its trace: model,
// posterior, value and the trace up to there, without diagnostics. Step 0 is the
// starting point. Each call conditions again, which takes as long as at the end of the
// fit; the same i gives the same result.
//
// The steps of a method that averages, over Markov chains for example, are the draws
// that it averages: At conditions on one of them.
//
// [Result.KeptSteps] lists the available steps. Where a posterior depends on more than
// the parameters, such as inducing points, at most about 64 steps are kept.
func (r *Result) At(i int) (*Result, error) {
	steps := r.Trace.Steps
	switch {
	case i < 0 || i >= len(steps):
		return nil, fmt.Errorf("gplib: At(%d): the trace has %s", i, stepsFrom0(len(steps)))
	case r.past == nil:
		return nil, fmt.Errorf("gplib: At(%d): the result does not come from a fit of this session; only the trace of its steps is known", i)
	}
	r.past.lock.Lock()
	defer r.past.lock.Unlock()
	at, err := r.past.resultAt(steps[i])
	if err != nil {
		return nil, fmt.Errorf("gplib: At(%d): %w", i, err)
	}
	at.Method, at.Name = r.Method, fmt.Sprintf("%s at step %d", r.Label(), i)
	at.Trace = Trace{Objective: r.Trace.Objective, Steps: slices.Clip(steps[:i+1])}
	at.Status, at.Elapsed, at.past = IterationLimit, steps[i].Elapsed, r.past
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

// KeptSteps returns the steps of the trace that [Result.At] accepts, ascending: all
// where the posterior depends on the parameters alone, else every second, fourth and so
// on from the first, the last and the result's own. It is empty for a result that was
// not fitted in this process.
func (r *Result) KeptSteps() []int {
	var kept []int
	for i, step := range r.Trace.Steps {
		if r.past != nil && r.past.knows(step) {
			kept = append(kept, i)
		}
	}
	return kept
}

// past holds what posteriors at the steps of a fit need besides its trace, and no more.
type past struct {
	model Model
	// condition makes the posterior at parameters; nil if it depends on more.
	condition func(m Model) (Posterior, Findings, error)
	ends      []stepEnd // of steps recorded by RecordAt that are kept
	own       int       // the step that is the result, or -1
	result    Result    // which that step has: model, value and posterior
	after     func(p Posterior) (Posterior, error)
	lock      sync.Mutex // ends may share scratch
}

// knows reports whether there is a posterior at a step.
func (p *past) knows(step Step) bool {
	if len(step.Theta) != len(step.Names) {
		return false // of an earlier run
	}
	return p.condition != nil && p.ends == nil || step.Iter == p.own || p.end(step.Iter) != nil
}

// end returns the saved end of a step, or nil.
func (p *past) end(iter int) func() (*End, error) {
	at, found := slices.BinarySearchFunc(p.ends, iter, func(e stepEnd, iter int) int { return e.iter - iter })
	if !found {
		return nil
	}
	return p.ends[at].end
}

// resultAt returns model, posterior, value and findings at a step.
func (p *past) resultAt(step Step) (*Result, error) {
	if !p.knows(step) {
		return nil, p.unknown(step)
	}
	end := p.end(step.Iter)
	switch {
	case end != nil:
	case step.Iter == p.own:
		own := p.result
		return &own, nil
	default:
		end = func() (*End, error) { return &End{Model: p.model.With(step.Theta), Value: step.Value}, nil }
	}
	e, err := end()
	if err != nil {
		return nil, err
	}
	post, found, err := p.posterior(e)
	if err != nil {
		return nil, err
	}
	r := &Result{Model: e.Model, Posterior: post, Value: e.Value}
	r.Report(slices.Concat(e.Warnings, found)...)
	return r, nil
}

// posterior completes an End and conditions its model.
func (p *past) posterior(e *End) (post Posterior, found Findings, err error) {
	if e.Finish != nil {
		if err := e.Finish(e); err != nil {
			return nil, nil, err
		}
	}
	condition := p.condition
	if e.Posterior != nil {
		condition = e.Posterior
	}
	if post, found, err = condition(e.Model); err != nil || post == nil {
		return nil, found, err
	}
	found = append(found, jitterOf(post)...)
	if p.after != nil {
		post, err = p.after(post)
	}
	return post, found, err
}

// unknown returns the error for a step that was not kept; it names the nearest kept
// steps.
func (p *past) unknown(step Step) error {
	if len(step.Theta) != len(step.Names) {
		return errors.New("the step belongs to an earlier run, and its checkpoint does not hold the parameters")
	}
	before, after := -1, math.MaxInt
	known := []int{}
	for _, e := range p.ends {
		known = append(known, e.iter)
	}
	if p.own >= 0 {
		known = append(known, p.own)
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
		return errors.New("the method does not provide its posterior at a step (Start.RecordAt)")
	case before < 0:
		return fmt.Errorf("the step was not kept; the nearest kept step is %d", after)
	case after == math.MaxInt:
		return fmt.Errorf("the step was not kept; the nearest kept step is %d", before)
	}
	return fmt.Errorf("the step was not kept; the nearest kept steps are %d and %d", before, after)
}

// then returns p with after applied to its posteriors.
func (p *past) then(after func(Posterior) (Posterior, error), own Posterior) *past {
	if p == nil {
		return nil
	}
	next := &past{model: p.model, condition: p.condition, ends: p.ends, own: p.own, result: p.result, after: after}
	next.result.Posterior = own
	return next
}

// mostEnds is the number of evenly spaced steps whose ends are kept at most.
const mostEnds = 64

// stepEnd is the end that a fit would have at a step.
type stepEnd struct {
	iter int
	end  func() (*End, error)
}

// stepEnds keeps the ends of steps at multiples of a stride, which doubles when there
// are too many, and the last step's.
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

// all returns the ends that are kept, ascending.
func (s *stepEnds) all() []stepEnd {
	if s.last.end == nil || len(s.kept) > 0 && s.kept[len(s.kept)-1].iter == s.last.iter {
		return s.kept
	}
	return append(slices.Clip(s.kept), s.last)
}

// past returns what r keeps of a start that ended with e, before e was finished.
func (s *Start) past(e *End, r *Result) *past {
	p := &past{model: s.Fitting.Model, ends: s.ends.all(), own: s.stepOf(e), result: Result{Model: r.Model, Value: r.Value, Posterior: r.Posterior}}
	switch data := s.Data; {
	case s.Condition != nil:
		p.condition = s.Condition
	case e.Posterior == nil:
		p.condition = func(m Model) (Posterior, Findings, error) {
			p, err := Condition(m, data)
			return p, nil, err
		}
	}
	return p
}

// stepOf returns the last step that has the parameters of an End, and its value where
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
