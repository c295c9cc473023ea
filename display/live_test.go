package display

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"krigo/cell"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/internal/testwait"
)

// outputs keeps what is shown.
type outputs struct {
	mu    sync.Mutex
	shown []cell.Bundle
}

func (o *outputs) Show(b cell.Bundle, _ string, _ bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.shown = append(o.shown, b)
}

func (o *outputs) Clear(bool)            {}
func (o *outputs) Page(cell.Bundle)      {}
func (o *outputs) Comm(cell.CommMessage) {}

// recordOutputs keeps what the test shows.
func recordOutputs(t *testing.T) *outputs {
	t.Helper()
	o := &outputs{}
	old := mime.SetOutput(o)
	t.Cleanup(func() { mime.SetOutput(old) })
	return o
}

// last returns the last output, after the end of the cell.
func (o *outputs) last() cell.Bundle {
	mime.Flush()
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.shown[len(o.shown)-1]
}

// scripted is a learner that goes through values and ends in its own way, elsewhere
// than at its last step.
type scripted struct {
	values []float64
	each   func(i int) // called before a step
	status gplib.Status
	err    error
	panics bool
}

const returnedLengthscale = 0.123456

func (l *scripted) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, l, m, d, s)
}

func (l *scripted) Begin(f *gplib.Fitting) error {
	f.Name, f.Objective = "scripted", "loss"
	return nil
}

func (l *scripted) Run(s *gplib.Start) (*gplib.End, error) {
	for i, v := range l.values {
		if l.each != nil {
			l.each(i)
		}
		monitors := []gplib.Monitor{{Name: "fuel", Value: float64(i), Meaning: "what is left"}, {Name: "duality gap", Value: math.Exp(-float64(i))}}
		if s.Record(gplib.Step{Value: v, Theta: s.Model.Theta(), GradNorm: math.Exp(-float64(i)), Monitors: monitors}) {
			break
		}
	}
	if l.panics {
		panic("no fuel")
	}
	if l.err != nil {
		return nil, l.err
	}
	e := s.End(l.status)
	if status, stop := s.Interrupted(); stop {
		e.Status = status
	}
	e.Model = s.Model.With([]float64{7, returnedLengthscale, 0.25})
	e.Warnings = gplib.Findings{{Code: "beware", Found: "<beware>"}}
	return e, nil
}

func falling(n int) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = 3 + 1e6*math.Exp(-float64(i))
	}
	return values
}

func fitScripted(ctx context.Context, l *scripted, s gplib.Settings) (*gplib.Result, error) {
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
	return l.Fit(ctx, m, gplib.Data{X: cov.Line([]float64{1, 2, 3}), Y: []float64{1, 0, 1}}, &s)
}

func wantIn(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s lacks %q:\n%s", what, part, text)
		}
	}
}

func TestLiveEndsWithWhatTheFitReturned(t *testing.T) {
	for status, want := range map[gplib.Status][2]string{
		gplib.Converged:      {"converged", "converged after 9 iterations"},
		gplib.IterationLimit: {"iteration limit", "iteration limit after 9 iterations, not converged"},
		gplib.RuntimeLimit:   {"time limit", "time limit after 9 iterations, not converged"},
		gplib.Stalled:        {"stalled", "stalled after 9 iterations: no further decrease was found"},
		gplib.Cancelled:      {"interrupted", "interrupted at iteration 9: best so far returned"},
	} {
		o := recordOutputs(t)
		r, err := fitScripted(t.Context(), &scripted{values: falling(10), status: status}, gplib.Settings{Observe: Live()})
		if err != nil {
			t.Fatal(err)
		}
		b := o.last()
		page := b.Data[mime.TypeHTML].(string)
		wantIn(t, want[0], b.Plain(), "scripted: "+want[1], "loss "+value(r.Value), "lengthscale 0.1235", "warning")
		wantIn(t, want[0], page, ">"+want[0]+"</text>", want[1], "0.123456", "&lt;beware&gt;", "noise.variance")
		if b.Passing() {
			t.Errorf("%s: the summary is said to pass", want[0])
		}
		for _, foreign := range b.Plain() {
			if foreign > 0xFF {
				t.Errorf("%s: the text has the character %q, which LaTeX's fonts lack", want[0], foreign)
			}
		}
	}
}

func TestLiveTellsOfFailuresAndOfInterrupts(t *testing.T) {
	enough := errors.New("enough")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for name, c := range map[string]struct {
		learner scripted
		observe func(gplib.Step) error
		want    []string
	}{
		"a start that fails":    {scripted{values: falling(3), err: errors.New("no <root>")}, nil, []string{"failed at iteration 2", "no <root>", "at the last step"}},
		"a panic":               {scripted{values: falling(3), panics: true}, nil, []string{"failed at iteration 2", "it panicked"}},
		"an error of Observe":   {scripted{values: falling(9)}, func(gplib.Step) error { return enough }, []string{"stopped at iteration 0: best so far returned", "enough", "lengthscale 0.1235"}},
		"a context that ends":   {scripted{values: falling(9), each: func(i int) { stopAt(i, 4, cancel) }}, nil, []string{"interrupted at iteration 4: best so far returned"}},
		"an error, interrupted": {scripted{values: falling(9), err: errors.New("gone")}, nil, []string{"failed at iteration 0", "gone"}},
	} {
		o := recordOutputs(t)
		live := Live()
		observe := func(s gplib.Step) error {
			err := live(s)
			if c.observe != nil {
				err = c.observe(s)
			}
			return err
		}
		own := ctx
		switch name {
		case "a context that ends":
		case "an error, interrupted":
			var stop func()
			own, stop = context.WithCancel(t.Context())
			stop()
		default:
			own = t.Context()
		}
		func() {
			defer func() { _ = recover() }()
			_, _ = fitScripted(own, &c.learner, gplib.Settings{Observe: observe})
		}()
		wantIn(t, name, o.last().Plain(), c.want...)
	}
}

func stopAt(i, last int, stop func()) {
	if i == last {
		stop()
	}
}

func TestLiveSaysWhatRunsWhenItsCellEnds(t *testing.T) {
	o := recordOutputs(t)
	atStep, goOn, done := make(chan bool), make(chan bool), make(chan bool)
	l := &scripted{values: falling(5), each: func(i int) {
		if i == 3 {
			close(atStep)
			testwait.Receive(t, "the look at the running fit", goOn)
		}
	}}
	go func() {
		_, _ = fitScripted(t.Context(), l, gplib.Settings{Observe: Live()})
		close(done)
	}()
	testwait.Receive(t, "the fit to come to its third step", atStep)
	wantIn(t, "the cell's end", o.last().Plain(), "iteration 2", "still running when the cell ended")
	close(goOn)
	testwait.Receive(t, "the end of the fit", done)
	wantIn(t, "the fit's end", o.last().Plain(), "converged after 4 iterations")

	live := Live()
	_ = live(gplib.Step{Iter: 3})
	wantIn(t, "a step of no fit", o.last().Plain(), "iteration 3", "the last when the cell ended")
}

func TestAFitInsideAFitAndOneBesideItAreNotShown(t *testing.T) {
	o := recordOutputs(t)
	live := Live()
	inner := &scripted{values: []float64{1e9}}
	outer := &scripted{values: falling(4), each: func(i int) {
		if i == 2 {
			_, _ = fitScripted(t.Context(), inner, gplib.Settings{Observe: live})
		}
	}}
	if _, err := fitScripted(t.Context(), outer, gplib.Settings{Observe: live}); err != nil {
		t.Fatal(err)
	}
	wantIn(t, "the outer fit", o.last().Plain(), "scripted: converged after 3 iterations")
	if _, err := fitScripted(t.Context(), &scripted{values: falling(2)}, gplib.Settings{Observe: live}); err != nil {
		t.Fatal(err)
	}
	wantIn(t, "the next fit", o.last().Plain(), "scripted (fit 2): converged after 1 iteration,")
}

// The panel is redrawn in place, so it may not move what is below, and it crosses
// the network four times a second.
func TestARunningPanelIsSmallAndOfOneSize(t *testing.T) {
	l := &live{}
	fit := &gplib.Running{Method: "GPCV-ADMM K-fold consensus", Objective: strings.Repeat("objective ", 9), Starts: 3, MaxIter: 5000, Runtime: time.Hour}
	theta, names := make([]float64, 400), make([]string, 400)
	for i := range names {
		names[i] = fmt.Sprintf("lengthscale[%d]", i)
	}
	names[399] = "noise.variance"
	for i := range 5000 {
		s := gplib.Step{
			Iter: i, Fit: fit, Value: 1e5 * math.Exp(-float64(i)/300), Theta: theta, Names: names, GradNorm: 1 / float64(i+1),
			Elapsed:  time.Duration(i) * 20 * time.Millisecond,
			Monitors: []gplib.Monitor{{Name: "primal residual", Value: math.Abs(math.Sin(float64(i)))}, {Name: "rho", Value: 1}},
		}
		if l.begins(s) {
			l.begin(s)
		}
		l.record(s)
		if i%97 != 0 {
			continue
		}
		b := l.bundle(false)
		page := b.Data[mime.TypeHTML].(string)
		if !b.Passing() || len(page) > 8000 || !strings.Contains(page, `viewBox="0 0 640 150"`) || strings.Contains(page, "NaN") {
			t.Fatalf("step %d: passing %v, %d bytes:\n%s", i, b.Passing(), len(page), page)
		}
		if strings.Contains(b.Plain(), "\n") || len(b.Plain()) > 150 {
			t.Fatalf("step %d: %q is no line", i, b.Plain())
		}
		wellFormed(t, page)
	}
	page := l.bundle(false).Data[mime.TypeHTML].(string)
	wantIn(t, "the panel", page, "noise.variance", "iteration 4999 of 5000", "start 1 of 3", "to the limit", "primal residual")
}

func TestASummaryListsAHundredParametersAndTheNoise(t *testing.T) {
	params := make([]paramValue, 5000)
	for i := range params {
		params[i] = paramValue{fmt.Sprintf("weight[%d]", i), 1}
	}
	params[4999].name = "noise.variance"
	rows := paramRows(params)
	wantIn(t, "the table", rows, "weight[0]", "weight[49]", "4900 more", "weight[4950]", "noise.variance")
	wellFormed(t, rows)
	if n := strings.Count(rows, "<tr"); n != 101 {
		t.Errorf("%d rows", n)
	}
}

func wellFormed(t *testing.T, page string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(page)); ; {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, page)
		}
	}
}

func TestTheRestIsThatOfTheNearerLimit(t *testing.T) {
	l := &live{fit: &gplib.Running{Starts: 2, MaxIter: 100}}
	l.last = gplib.Step{Iter: 50, Restart: 1, Elapsed: 31 * time.Second}
	l.first = time.Second
	part, words, rest := l.part() // 150 of 200 iterations took 30 s
	if part != 0.75 || rest != 10*time.Second || words != "iteration 50 of 100" {
		t.Errorf("by iterations: %v, %q, %v", part, words, rest)
	}
	l.fit.Runtime = 40 * time.Second
	if part, _, rest = l.part(); part != 31./40 || rest != 9*time.Second {
		t.Errorf("by time: %v, %v", part, rest)
	}
	l.fit.MaxIter, l.fit.Runtime = 0, 0
	if part, words, _ = l.part(); part >= 0 || words != "iteration 50" {
		t.Errorf("without limits: %v, %q", part, words)
	}
}

func TestMonitorsOfALivePanel(t *testing.T) {
	s := gplib.Step{GradNorm: 1, Monitors: []gplib.Monitor{{Name: "rho"}, {Name: "primal residual"}, {Name: "duality gap"}}}
	for want, l := range map[string]*live{
		"[primal residual duality gap]": {}, "[rho]": {chosen: []string{"rho"}}, "[rho gradient norm]": {chosen: []string{"rho", gradientNorm, "more"}},
	} {
		if got := fmt.Sprint(l.shown(s)); got != want {
			t.Errorf("%v chosen: %s, want %s", l.chosen, got, want)
		}
	}
	if got := meaning(s, "nothing"); got != "this learner does not report it" {
		t.Errorf("an unknown monitor means %q", got)
	}
}

func TestASeriesKeepsItsCourseInFewValues(t *testing.T) {
	var s series
	for i := range 100_001 {
		s.add(float64(i))
		got := s.points()
		if got[0] != 0 || got[len(got)-1] != float64(i) || len(got) > seriesLength+1 {
			t.Fatalf("after %d values: from %v to %v, %d of them", i+1, got[0], got[len(got)-1], len(got))
		}
	}
}

func TestACurveIsLogarithmicWhereItConverges(t *testing.T) {
	if logs, converging := gaps([]float64{1001, 101, 11, 2, 1}); !converging || logs[0] != 3 || logs[3] != 0 || logs[4] != 0 {
		t.Errorf("a course that converges: %v, %v", logs, converging)
	}
	for _, values := range [][]float64{nil, {1}, {1, 1, 1, 1, 1}, {5, 1, 4, 2, 5}, {4, 3, 2, 1}} {
		if _, converging := gaps(values); converging {
			t.Errorf("%v is said to converge", values)
		}
	}
}

// A learner of stages, such as admm.Continuation, names its method and objective
// when it returns.
func TestASummaryHasTheNamesOfWhatWasReturned(t *testing.T) {
	fit := &gplib.Running{}
	l := &live{fit: fit}
	r := &gplib.Result{Method: "staged", Trace: gplib.Trace{Objective: "loss", Steps: []gplib.Step{{Value: -1.5}}}, Value: -1.5}
	l.end(fit, r, nil)
	if got := [2]string{l.method(), l.objective()}; got != [2]string{"staged", "loss"} {
		t.Errorf("it is called %q", got)
	}
	wantIn(t, "the text", l.endedText(), "loss −1.5")
}

func TestALineOfParametersEndsWithTheNoise(t *testing.T) {
	var ps []paramValue
	for i := range 40 {
		ps = append(ps, paramValue{fmt.Sprintf("lengthscale[%d]", i), 1.5})
	}
	ps = append(ps, paramValue{"noise.variance", 0.25})
	if got, want := few(ps[39:]), "lengthscale[39] 1.5, noise.variance 0.25"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := few(ps), "lengthscale[0] 1.5, lengthscale[1] 1.5, lengthscale[2] 1.5, 37 more, noise.variance 0.25"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := few(nil); got != "" {
		t.Errorf("no parameters are %q", got)
	}
}

// BenchmarkLive is the work of a quarter of a second: 250 steps of a fit that takes
// 1000 in a second, and one drawing. It reports the part of that time which it takes.
func BenchmarkLive(b *testing.B) {
	s := gplib.Step{
		Theta: make([]float64, 10), Names: make([]string, 10), GradNorm: 1, Fit: &gplib.Running{Starts: 1, MaxIter: 1 << 30},
		Monitors: make([]gplib.Monitor, 9),
	}
	l := &live{}
	l.begin(s)
	for b.Loop() {
		for range 250 {
			s.Iter, s.Value = s.Iter+1, 1/float64(s.Iter+1)
			l.record(s)
		}
		l.bundle(false)
	}
	quarter := 250 * time.Millisecond
	b.ReportMetric(100*b.Elapsed().Seconds()/(float64(b.N)*quarter.Seconds()), "%")
}
