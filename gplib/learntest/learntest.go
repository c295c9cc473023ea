// Package learntest checks that a learner keeps the contract of
// [gplib.Learner]. Authors call it from their tests:
//
//	func TestMyLearner(t *testing.T) {
//		learntest.Check(t, MyLearner{}, model, data)
//	}
package learntest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// limit is MaxIter of most fits, so that a check is short.
const limit = 4

// arrived is the relative difference of the values of fits that have converged
// to the same point.
const arrived = 0.01

// rounding is the relative difference of the values of fits that went different
// ways to one point.
const rounding = 1e-6

// Check fails t where l breaks the contract of [gplib.Learner] on m and d:
//
//   - a nil context, invalid settings, and incomplete data and models give the
//     errors of package gplib;
//   - a fit whose context is cancelled, before the start or at a step, whose
//     Observe returns an error, or whose time is up, ends at once with a
//     result that predicts and at least one step;
//   - the same seed gives the same result on any number of processors, with an
//     observer and without, and further starts never a worse one;
//   - arguments stay as they are; parameters stay inside their bounds, and one
//     at a bound is reported;
//   - the names of the inputs reach the result's model, its trace and its posterior,
//     which refuses other names, and points that were standardised where the data
//     were not, and the reverse; points without names it takes;
//   - steps are numbered and timed, have the same names and monitors, and are
//     those that Observe saw of the kept start; Observe knows the fit, and gets
//     its end with the result that Fit returns;
//   - the result is available at its first and its last step, the same each time,
//     and where it has the parameters of the whole result it predicts as that does.
//
// Small data of about 30 points are best, and a model that is not at its
// optimum: Check fits about twenty times.
func Check(t testing.TB, l gplib.Learner, m gplib.Model, d gplib.Data) {
	t.Helper()
	for _, finding := range Findings(l, m, d) {
		t.Errorf("%s", finding)
	}
}

// Findings returns the findings of [Check], a line each, empty if there are none. It
// is for use outside of tests, such as in a notebook's cell.
func Findings(l gplib.Learner, m gplib.Model, d gplib.Data) []string {
	c := &checker{&findings{}, l, m, d}
	c.refusals()
	c.arguments()
	c.steps()
	c.stepping()
	c.cancelling()
	c.observing()
	c.limits()
	c.seeds()
	c.bounds()
	c.inputs()
	return *c.findings
}

// findings are the broken rules, a line each.
type findings []string

func (f *findings) errorf(format string, args ...any) {
	*f = append(*f, fmt.Sprintf(format, args...))
}

type checker struct {
	*findings
	learner gplib.Learner
	model   gplib.Model
	data    gplib.Data
}

// fit fits under a name for messages. A panic is an error of the check.
func (c *checker) fit(what string, ctx context.Context, s *gplib.Settings) (r *gplib.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			c.errorf("%s: Fit panics: %v", what, p)
			r, err = nil, fmt.Errorf("panic: %v", p)
		}
	}()
	return c.learner.Fit(ctx, c.model, c.data, s)
}

// whole is fit with the result, or nil unless it is good.
func (c *checker) whole(what string, ctx context.Context, s *gplib.Settings) *gplib.Result {
	r, err := c.fit(what, ctx, s)
	if err != nil {
		c.errorf("%s: %v", what, err)
		return nil
	}
	if !c.good(what, r) {
		return nil
	}
	return r
}

// good reports whether a result is complete.
func (c *checker) good(what string, r *gplib.Result) bool {
	switch {
	case r == nil:
		c.errorf("%s: there is no result", what)
		return false
	case r.Posterior == nil:
		c.errorf("%s: there is no posterior", what)
		return false
	case len(r.Trace.Steps) == 0:
		c.errorf("%s: the trace has no steps", what)
		return false
	case r.Method == "" || r.Trace.Objective == "":
		c.errorf("%s: the method is %q, the objective %q", what, r.Method, r.Trace.Objective)
	case !finite(r.Value):
		c.errorf("%s: the value is %v", what, r.Value)
	}
	p, err := r.Predict(c.data.X)
	if err != nil {
		c.errorf("%s: Predict: %v", what, err)
		return false
	}
	if !finite(p.Mean...) || !finite(p.VarY...) {
		c.errorf("%s: the predictions are %v with the variances %v", what, p.Mean, p.VarY)
	}
	return true
}

func finite(values ...float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

func background() context.Context { return context.Background() }

// short returns settings for a short fit with a seed.
func short() *gplib.Settings { return &gplib.Settings{MaxIter: limit, Src: rand.NewPCG(7, 7)} }

// refusals checks the arguments that learners must refuse.
func (c *checker) refusals() {
	var none context.Context
	if _, err := c.fit("ctx nil", none, nil); err == nil || !strings.Contains(err.Error(), "ctx is nil") {
		c.errorf("ctx nil: the error is %v", err)
	}
	for _, s := range []gplib.Settings{{MaxIter: -1}, {Runtime: -1}, {Tol: math.NaN()}, {Restarts: -1}} {
		want := s.Check()
		if _, err := c.fit(want.Error(), background(), &s); err == nil || err.Error() != want.Error() {
			c.errorf("the error is %v; it should be %v", err, want)
		}
	}
	missing := *c
	missing.data.Y = slices.Clone(c.data.Y)
	missing.data.Y[0] = math.NaN()
	if _, err := missing.fit("y[0] NaN", background(), short()); err == nil {
		c.errorf("y[0] is NaN: there is no error")
	}
	empty := *c
	empty.model.Cov = nil
	if _, err := empty.fit("Cov nil", background(), short()); err == nil {
		c.errorf("Cov is nil: there is no error")
	}
}

// arguments checks that a fit does not change its arguments.
func (c *checker) arguments() {
	theta, y, text := c.model.Theta(), slices.Clone(c.data.Y), fmt.Sprint(c.model)
	s := short()
	before := *s
	if _, err := c.fit("arguments", background(), s); err != nil {
		c.errorf("a short fit: %v", err)
	}
	if !slices.Equal(theta, c.model.Theta()) || text != fmt.Sprint(c.model) {
		c.errorf("Fit changed its model from %s to %v", text, c.model)
	}
	if !slices.Equal(y, c.data.Y) {
		c.errorf("Fit changed its observations")
	}
	if !reflect.DeepEqual(before, *s) {
		c.errorf("Fit changed its settings from %+v to %+v", before, *s)
	}
}

// steps checks that steps are numbered, and that Observe saw those of the kept
// start.
func (c *checker) steps() {
	seen := map[int][]gplib.Step{}
	s := short()
	s.Restarts = 1
	var told ending
	s.Observe = func(step gplib.Step) error {
		seen[step.Restart] = append(seen[step.Restart], step)
		told.watch(c, step)
		return nil
	}
	r := c.whole("two starts", background(), s)
	if r == nil {
		return
	}
	told.check(c, "two starts", r, nil)
	kept := r.Trace.Steps[0].Restart
	if !sameSteps(r.Trace.Steps, seen[kept]) {
		c.errorf("the trace of start %d has %d steps, which are not the %d that Observe saw", kept, len(r.Trace.Steps), len(seen[kept]))
	}
	names := param.Names(c.model.Params())
	for restart, steps := range seen {
		for i, step := range steps {
			where := fmt.Sprintf("step %d of start %d", i, restart)
			switch {
			case step.Iter != i:
				c.errorf("%s is numbered %d", where, step.Iter)
			case !slices.Equal(step.Names, names) || len(step.Theta) != len(names):
				c.errorf("%s has the names %v and %d values; the model's names are %v", where, step.Names, len(step.Theta), names)
			case !slices.Equal(monitorNames(step), monitorNames(steps[0])):
				c.errorf("%s has the monitors %v, the first step %v", where, monitorNames(step), monitorNames(steps[0]))
			case i > 0 && step.Elapsed < steps[i-1].Elapsed:
				c.errorf("%s was %v after the start, the one before it %v", where, step.Elapsed, steps[i-1].Elapsed)
			case !finite(step.Value, step.GradNorm) || !finite(step.Theta...):
				c.errorf("%s has the value %v, the norm %v and the parameters %v", where, step.Value, step.GradNorm, step.Theta)
			}
		}
	}
}

// sameAt is the difference of predictions, relative to the largest, that is rounding.
const sameAt = 1e-8

// stepping checks results at the steps of a fit.
func (c *checker) stepping() {
	r := c.whole("At", background(), short())
	if r == nil {
		return
	}
	last, kept := len(r.Trace.Steps)-1, r.KeptSteps()
	for _, i := range []int{-1, last + 1} {
		if _, err := r.At(i); err == nil {
			c.errorf("At(%d): there is no error, and the last step is %d", i, last)
		}
	}
	if !slices.Contains(kept, 0) || !slices.Contains(kept, last) || !slices.IsSorted(kept) {
		c.errorf("KeptSteps are %v; they must ascend from 0 to %d", kept, last)
	}
	whole, _ := r.Predict(c.data.X)
	for _, i := range kept {
		at, again := c.at(r, i), c.at(r, i)
		if at == nil || again == nil {
			return
		}
		p, err := at.Predict(c.data.X)
		q, errAgain := again.Predict(c.data.X)
		switch {
		case err != nil || errAgain != nil:
			c.errorf("At(%d): Predict: %v", i, cmp.Or(err, errAgain))
		case !finite(p.Mean...) || !finite(p.VarY...) || !finite(at.Value):
			c.errorf("At(%d): the value is %v, the predictions are %v with the variances %v", i, at.Value, p.Mean, p.VarY)
		case !near(p.Mean, q.Mean) || !near(p.VarY, q.VarY) || at.Value != again.Value:
			c.errorf("At(%d) is another result the second time", i)
		case len(at.Trace.Steps) != i+1:
			c.errorf("At(%d) has %d steps", i, len(at.Trace.Steps))
		case slices.Equal(at.Model.Theta(), r.Model.Theta()) && near([]float64{at.Value}, []float64{r.Value}) && (!near(p.Mean, whole.Mean) || !near(p.VarY, whole.VarY)):
			c.errorf("At(%d) has parameters and value of the result, and predicts %v with the variances %v instead of %v with %v", i, p.Mean, p.VarY, whole.Mean, whole.VarY)
		}
	}
}

// at returns the result at a step, or nil.
func (c *checker) at(r *gplib.Result, i int) *gplib.Result {
	at, err := r.At(i)
	if err != nil {
		c.errorf("At(%d): %v", i, err)
		return nil
	}
	return at
}

// near reports whether two lists differ by rounding.
func near(a, b []float64) bool {
	return floats.Distance(a, b, math.Inf(1)) <= sameAt*floats.Norm(b, math.Inf(1))
}

// ending is the end of a fit that its observer got.
type ending struct {
	fit    *gplib.Running
	times  int
	result *gplib.Result
	err    error
}

// watch asks at the first step for the end.
func (e *ending) watch(c *checker, s gplib.Step) {
	switch {
	case s.Fit == nil:
		c.errorf("step %d of start %d knows no fit", s.Iter, s.Restart)
	case e.fit == nil:
		e.fit = s.Fit
		s.Fit.AtEnd(func(r *gplib.Result, err error) { e.times, e.result, e.err = e.times+1, r, err })
	case e.fit != s.Fit:
		c.errorf("step %d of start %d is of another fit than the first", s.Iter, s.Restart)
	case s.Restart >= s.Fit.Starts:
		c.errorf("there is a step of start %d; the fit says that it has %d starts", s.Restart, s.Fit.Starts)
	case s.Fit.MaxIter > 0 && s.Iter > s.Fit.MaxIter:
		c.errorf("step %d of start %d is beyond the last one, which the fit says is %d", s.Iter, s.Restart, s.Fit.MaxIter)
	case e.times > 0:
		c.errorf("step %d of start %d comes after the end", s.Iter, s.Restart)
	}
}

// check compares the observer's end with the result of Fit.
func (e *ending) check(c *checker, what string, r *gplib.Result, err error) {
	if e.fit != nil && (e.times != 1 || e.result != r || !errors.Is(e.err, err)) {
		c.errorf("%s: the end was told %d times, with the result %p and the error %v; Fit returned %p and %v", what, e.times, e.result, e.err, r, err)
	}
}

func monitorNames(s gplib.Step) []string {
	var names []string
	for _, m := range s.Monitors {
		names = append(names, m.Name)
	}
	return names
}

// sameSteps compares steps, except their times.
func sameSteps(a, b []gplib.Step) bool {
	return slices.EqualFunc(a, b, func(x, y gplib.Step) bool {
		return x.Iter == y.Iter && x.Restart == y.Restart && x.Value == y.Value && slices.Equal(x.Theta, y.Theta)
	})
}

// cancelling checks that a fit cancelled before the start, or at its first or
// second step, gives the best so far.
func (c *checker) cancelling() {
	for after := range 3 {
		ctx, cancel := context.WithCancel(background())
		what := fmt.Sprintf("cancelled at step %d", after-1)
		if after == 0 {
			what = "cancelled before the start"
			cancel()
		}
		calls := 0
		s := short()
		s.Restarts = 1
		s.Observe = func(gplib.Step) error {
			if calls++; calls == after {
				cancel()
			}
			return nil
		}
		r := c.whole(what, ctx, s)
		cancel()
		if r != nil && calls >= after && r.Status != gplib.Cancelled {
			c.errorf("%s: the status is %v", what, r.Status)
		}
	}
}

var errEnough = errors.New("enough")

// observing checks that an error of Observe stops at once and comes with the best
// so far.
func (c *checker) observing() {
	for last := 1; last <= 2; last++ {
		what := fmt.Sprintf("Observe's error %d", last)
		calls := 0
		s := short()
		s.Restarts = 1
		var told ending
		s.Observe = func(step gplib.Step) error {
			told.watch(c, step)
			if calls++; calls >= last {
				return errEnough
			}
			return nil
		}
		r, err := c.fit(what, background(), s)
		told.check(c, what, r, err)
		if calls < last {
			continue // a fit of one step
		}
		if !errors.Is(err, errEnough) || calls != last {
			c.errorf("%s: the error is %v after %d calls", what, err, calls)
		}
		if c.good(what, r) && (r.Status != gplib.Cancelled || len(r.Trace.Steps) > last) {
			c.errorf("%s: the status is %v after %d steps", what, r.Status, len(r.Trace.Steps))
		}
	}
}

// limits checks the limits of iterations and of time.
func (c *checker) limits() {
	one, more := short(), short()
	one.MaxIter, more.MaxIter = 1, 3
	a, b := c.whole("MaxIter 1", background(), one), c.whole("MaxIter 3", background(), more)
	if a != nil && b != nil && a.Status != gplib.IterationLimit && len(b.Trace.Steps) > len(a.Trace.Steps) &&
		math.Abs(a.Value-b.Value) > arrived*math.Max(1, math.Abs(b.Value)) {
		c.errorf("MaxIter 1: the status is %v at the value %v; with MaxIter 3 it is %v", a.Status, a.Value, b.Value)
	}
	s := short()
	s.Runtime, s.Restarts = 1, 1
	if r := c.whole("Runtime 1 ns", background(), s); r != nil && r.Status != gplib.RuntimeLimit {
		c.errorf("Runtime 1 ns: the status is %v", r.Status)
	}
	s.Runtime = time.Hour
	if r := c.whole("Runtime 1 h", background(), s); r != nil && r.Status == gplib.RuntimeLimit {
		c.errorf("Runtime 1 h: the status is %v", r.Status)
	}
}

// seeds checks that the same seed gives the same result on any number of
// processors, and further starts never a worse one.
func (c *checker) seeds() {
	fit := func(what string, procs, restarts int, observe func(gplib.Step) error) *gplib.Result {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		s := short()
		s.Restarts, s.Observe = restarts, observe
		return c.whole(what, background(), s)
	}
	single, first := fit("one start", 2, 0, nil), fit("three starts on two processors", 2, 2, nil)
	again, alone := fit("the same again", 2, 2, nil), fit("the same on one processor", 1, 2, nil)
	seen := fit("the same with an observer", 2, 2, func(gplib.Step) error { return nil })
	if single == nil || first == nil || again == nil || alone == nil || seen == nil {
		return
	}
	if !same(first, seen) {
		c.errorf("with an observer the result is %v at %v, without %v at %v", seen.Value, seen.Model.Theta(), first.Value, first.Model.Theta())
	}
	if !same(first, again) {
		c.errorf("the same seed gave %v at %v and %v at %v", first.Value, first.Model.Theta(), again.Value, again.Model.Theta())
	}
	if !same(first, alone) {
		c.errorf("two processors gave %v at %v, one %v at %v", first.Value, first.Model.Theta(), alone.Value, alone.Model.Theta())
	}
	if first.Value > single.Value+rounding*math.Max(1, math.Abs(single.Value)) {
		c.errorf("the value is %v with two further starts, %v without", first.Value, single.Value)
	}
}

func same(a, b *gplib.Result) bool {
	return a.Value == b.Value && a.Status == b.Status && slices.Equal(a.Model.Theta(), b.Model.Theta()) &&
		sameSteps(a.Trace.Steps, b.Trace.Steps)
}

// bounds checks that the noise stays inside its bounds, and that a noise at a bound
// is reported.
func (c *checker) bounds() {
	r := c.whole("noise as it likes", background(), short())
	if r == nil {
		return
	}
	learned, err := r.Param("noise.variance")
	start, _ := c.model.Param("noise.variance")
	if err != nil || start.Fixed || learned.Value == start.Value {
		return
	}
	lo, hi := start.Value, 20*start.Value
	if learned.Value > start.Value {
		lo, hi = start.Value/20, start.Value
	}
	bounded := *c
	if bounded.model, err = c.model.Bound("noise.variance", lo, hi); err != nil {
		c.errorf("Bound: %v", err)
		return
	}
	what := fmt.Sprintf("noise.variance in [%.4g, %.4g]", lo, hi)
	if r = bounded.whole(what, background(), short()); r == nil {
		return
	}
	for _, step := range r.Trace.Steps {
		c.inside(what, r.Model.With(step.Theta).Params())
	}
	c.inside(what, r.Model.Params())
	p, _ := r.Param("noise.variance")
	at := p.Value <= lo*(1+1e-9) || p.Value >= hi*(1-1e-9)
	if at && !strings.Contains(r.Warnings.String(), "noise.variance") {
		c.errorf("%s: it is %v, and the warnings are %q", what, p.Value, r.Warnings)
	}
}

func (c *checker) inside(what string, ps []cov.Param) {
	for _, p := range ps {
		if !p.Fixed && (p.Value < p.Min || p.Value > p.Max) {
			c.errorf("%s: %s is %v, outside [%v, %v]", what, p.Name, p.Value, p.Min, p.Max)
		}
	}
}

// inputs checks that names and standardisation go with the points.
func (c *checker) inputs() {
	x, ok := c.data.X.(*cov.Matrix)
	if !ok {
		return
	}
	names, other := make([]string, x.Dim()), make([]string, x.Dim())
	mean, std := make([]float64, x.Dim()), make([]float64, x.Dim())
	for k := range names {
		names[k], other[k], std[k] = fmt.Sprintf("input %c", 'a'+k), fmt.Sprintf("input %c", 'b'+k), 1
	}
	named, marked := *c, *c
	named.data.X, marked.data.X = c.named(x, names), c.standardised(x, mean, std)
	if r := named.whole("named inputs", background(), short()); r != nil {
		if model, err := r.Model.Named(names...); err != nil || !slices.Equal(r.Model.Inputs, names) ||
			!slices.Equal(r.Trace.Steps[0].Names, param.Names(model.Params())) {
			c.errorf("the inputs %q are %q in the result (%v), the steps' parameters %q", names, r.Model.Inputs, err, r.Trace.Steps[0].Names)
		}
		c.takes("the same names", r, named.data.X, true)
		c.takes("no names", r, x, true)
		c.takes("other names", r, c.named(x, other), false)
		c.takes("standardised points", r, marked.data.X, false)
	}
	if r := marked.whole("standardised inputs", background(), short()); r != nil {
		c.takes("points that were not standardised", r, x, false)
		mean[0] = 1
		c.takes("points that were standardised otherwise", r, c.standardised(x, mean, std), false)
	}
}

func (c *checker) named(x *cov.Matrix, names []string) *cov.Matrix {
	named, err := x.Named(names...)
	if err != nil {
		c.errorf("the names %q: %v", names, err)
		return x
	}
	return named
}

func (c *checker) standardised(x *cov.Matrix, mean, std []float64) *cov.Matrix {
	marked, err := x.Standardised(mean, std)
	if err != nil {
		c.errorf("standardising: %v", err)
		return x
	}
	return marked
}

// takes predicts at points that a result must take, or refuse.
func (c *checker) takes(what string, r *gplib.Result, x cov.Inputs, want bool) {
	if _, err := r.Predict(x); (err == nil) != want {
		c.errorf("Predict at %s: the error is %v", what, err)
	}
}
