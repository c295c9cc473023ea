package display

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"krigo/display/draw"
	"krigo/display/internal/format"
	"krigo/display/internal/panel"
	"krigo/display/mime"
	"krigo/gplib"
)

// liveMonitors is the number of monitors that a live display draws.
const liveMonitors = 2

// Live returns an observer for gplib.Settings that shows a fit's progress in one output
// of fixed size, changed in place at most four times a second: the curves of the
// objective and of two monitors, those of convergence or the ones named (as in
// [gplib.Step], or "gradient norm"), how near the limit of iterations or of time is,
// and parameters. A terminal shows one line of it. The objective is drawn by its
// distance from the lowest value on a logarithmic scale where it converges. When the
// fit ends, the output becomes the summary of what it returned: whether it converged,
// or what stopped it, the objective, all parameters and the warnings. The same observer
// may serve several fits one after another; it shows the last.
//
//	fit, err := gplib.Fit(ctx, model, data, &gplib.Settings{Observe: display.Live()})
func Live(monitors ...string) func(gplib.Step) error {
	l := &live{chosen: monitors}
	shown := mime.NewLive(l.bundle)
	return func(s gplib.Step) error {
		shown.Change(func() {
			if l.begins(s) {
				l.begin(s)
				if s.Fit != nil {
					s.Fit.AtEnd(func(r *gplib.Result, err error) { shown.Change(func() { l.end(s.Fit, r, err) }) })
				}
			}
			l.record(s)
		})
		return nil
	}
}

// live is the state of a live display: the fit that it shows, and whether there were
// others.
type live struct {
	chosen []string // monitors, or nil
	fits   int      // that began
	others bool     // another fit runs at the same time
	fit    *gplib.Running
	steps  int
	first  time.Duration // when its first step came
	last   gplib.Step
	best   float64 // of all starts
	course series
	curves []curve
	ended  *ending
}

// curve is a monitor's course.
type curve struct {
	name, meaning string
	series
}

// ending is the outcome of a fit.
type ending struct {
	state    panel.State
	method   string // its name and its objective's, of what was returned
	lowered  string
	words    string // how it ended; state is the short form
	reason   string // of a failure
	value    float64
	params   []paramValue
	iter     int
	elapsed  time.Duration
	warnings gplib.Findings
	returned bool
	kept     int // the start whose result it is
}

// paramValue is a parameter with its name.
type paramValue struct {
	name  string
	value float64
}

func (p paramValue) String() string { return p.name + " " + number(p.value, format.TableDigits) }

// begins reports whether s is the first step of a fit that is to be shown. One that
// begins while another runs is not.
func (l *live) begins(s gplib.Step) bool {
	switch {
	case l.steps == 0 && l.ended == nil:
		return true
	case s.Fit == nil && l.fit == nil:
		return s.Iter < l.last.Iter || s.Restart < l.last.Restart
	}
	return s.Fit != l.fit && l.ended != nil
}

func (l *live) begin(s gplib.Step) {
	*l = live{chosen: l.chosen, fits: l.fits + 1, fit: s.Fit, first: s.Elapsed, best: s.Value}
}

// record keeps what the next picture shows.
func (l *live) record(s gplib.Step) {
	if s.Fit != l.fit {
		l.others = true
		return
	}
	if l.steps == 0 || s.Restart != l.last.Restart {
		l.course, l.curves = series{}, nil
		for _, name := range l.shown(s) {
			l.curves = append(l.curves, curve{name: name, meaning: meaning(s, name)})
		}
	}
	l.add(s)
	l.best = min(l.best, s.Value)
	l.steps++
	s.Theta, s.Monitors = slices.Clone(s.Theta), slices.Clone(s.Monitors)
	l.last = s
}

func (l *live) add(s gplib.Step) {
	l.course.add(s.Value)
	for i := range l.curves {
		l.curves[i].add(monitor(l.curves[i].name)(s))
	}
}

// shown returns the monitors to draw: those that were chosen, or those of convergence,
// then the others.
func (l *live) shown(s gplib.Step) []string {
	if l.chosen != nil {
		return l.chosen[:min(len(l.chosen), liveMonitors)]
	}
	var names, others []string
	for _, m := range s.Monitors {
		if tellsConvergence(m.Name) {
			names = append(names, m.Name)
		} else {
			others = append(others, m.Name)
		}
	}
	if s.GradNorm != 0 {
		names = append(names, gradientNorm)
	}
	names = append(names, others...)
	return names[:min(len(names), liveMonitors)]
}

// meaning explains a monitor.
func meaning(s gplib.Step, name string) string {
	if name == gradientNorm {
		return "largest derivative of the objective, as the learner moves; 0 at an optimum"
	}
	for _, m := range s.Monitors {
		if m.Name == name {
			return m.Meaning
		}
	}
	return "this learner does not report it"
}

// end takes what the fit has returned.
func (l *live) end(fit *gplib.Running, r *gplib.Result, err error) {
	if fit != l.fit {
		return
	}
	l.ended = endingOf(l.last, r, err)
	if r == nil || len(r.Trace.Steps) == 0 {
		return
	}
	kept := r.Trace.Steps
	l.ended.kept = kept[0].Restart
	l.course, l.curves = series{}, slices.Clone(l.curves)
	for i := range l.curves {
		l.curves[i].series = series{}
	}
	for _, s := range kept {
		l.add(s)
	}
}

// endingOf returns the outcome of a fit whose last step was last.
func endingOf(last gplib.Step, r *gplib.Result, err error) *ending {
	if r == nil {
		e := &ending{value: last.Value, params: told(last), iter: last.Iter, elapsed: last.Elapsed, reason: errorText(err)}
		e.state, e.words = panel.State{Word: "failed", Color: panel.Bad}, fmt.Sprintf("failed at iteration %d", last.Iter)
		return e
	}
	e := &ending{method: r.Method, lowered: r.Trace.Objective, value: r.Value, iter: iterations(r.Trace), elapsed: r.Elapsed, warnings: r.Warnings, returned: true}
	for _, p := range r.Model.Params() {
		e.params = append(e.params, paramValue{p.Name, p.Value})
	}
	e.state, e.words = outcome(r.Status, e.iter)
	if err != nil {
		e.state = panel.State{Word: "stopped", Color: panel.Bad}
		e.words, e.reason = fmt.Sprintf("stopped at iteration %d: best so far returned", e.iter), errorText(err)
	}
	return e
}

func errorText(err error) string {
	switch {
	case errors.Is(err, gplib.ErrPanicked):
		return "it panicked"
	case err == nil:
		return ""
	}
	return err.Error()
}

// outcome returns a status in one word or two, and in a sentence.
func outcome(s gplib.Status, iter int) (state panel.State, words string) {
	after := fmt.Sprintf("after %s", draw.Count(iter, "iteration"))
	switch s {
	case gplib.Converged:
		return panel.State{Word: "converged", Color: panel.Good}, "converged " + after
	case gplib.IterationLimit:
		return panel.State{Word: "iteration limit", Color: panel.Caution}, "iteration limit " + after + ", not converged"
	case gplib.RuntimeLimit:
		return panel.State{Word: "time limit", Color: panel.Caution}, "time limit " + after + ", not converged"
	case gplib.Cancelled:
		return panel.State{Word: "interrupted", Color: panel.Caution}, fmt.Sprintf("interrupted at iteration %d: best so far returned", iter)
	case gplib.Stalled:
		return panel.State{Word: "stalled", Color: panel.Caution}, "stalled " + after + ": no further decrease was found"
	}
	return panel.State{Word: s.String(), Color: panel.Caution}, s.String() + " " + after
}

// told returns the parameters of a step.
func told(s gplib.Step) []paramValue {
	out := make([]paramValue, len(s.Theta))
	for i, v := range s.Theta {
		out[i] = paramValue{nameAt(s.Names, i, fmt.Sprintf("parameter %d", i)), v}
	}
	return out
}

// part returns the completed share of the fit, by the nearer limit, iterations or time;
// words describe it, and rest is the time that remains. If no limit is known, part is
// negative.
func (l *live) part() (part float64, words string, rest time.Duration) {
	part, words = -1, fmt.Sprintf("iteration %d", l.last.Iter)
	if l.fit == nil {
		return part, words, 0
	}
	if most := l.fit.MaxIter; most > 0 && l.last.Iter <= most {
		words += fmt.Sprintf(" of %d", most)
		part = (float64(l.last.Restart) + float64(l.last.Iter)/float64(most)) / float64(l.fit.Starts)
		if spent := l.last.Elapsed - l.first; part > 0 {
			rest = time.Duration(float64(spent) * (1 - part) / part)
		}
	}
	if limit := l.fit.Runtime; limit > 0 {
		if byTime := l.last.Elapsed.Seconds() / limit.Seconds(); byTime > part {
			part, rest = byTime, max(0, limit-l.last.Elapsed)
		}
	}
	return part, words, rest
}
