package interp_test

import (
	"context"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/internal/testwait"
	"krigo/interp"
)

func TestEffectsAreKnownBeforeACellRuns(t *testing.T) {
	t.Parallel()
	s := start(t, owner(t))
	emitted(t, s, "x := 1\nfunc f() int { return x }")
	for _, c := range []struct{ source, reads, writes, note string }{
		{"y := f()", "f x", "y", ""},
		{"%time\ny := f()", "f x", "y", ""},
		{"%%capture seen\ny := f()", "f x", "seen y", ""},
		{"%%capture\n%time x++", "x", "x", ""},
		{"%bench z := x; _ = z", "x", "", ""},
		{"x?", "", "", ""},
		{"%who", "", "", ""},
		{"!ls", "", "", "shell"},
		{"%%writefile /dev/null\nx", "", "", "%%writefile"},
		{"%load none.go", "", "", "%load"},
		{"help", "", "", ""},
	} {
		e, err := s.Effects(cell.Cell{Label: "cell 2", Source: c.source})
		if err != nil {
			t.Errorf("%s: %v", c.source, err)
		}
		if reads, writes := strings.Join(e.Reads, " "), strings.Join(e.Writes, " "); reads != c.reads || writes != c.writes {
			t.Errorf("%s reads %q and writes %q, want %q and %q", c.source, reads, writes, c.reads, c.writes)
		}
		if notes := strings.Join(e.Notes, " "); !strings.Contains(notes, c.note) || c.note == "" && notes != "" {
			t.Errorf("%s has the notes %q, want %q", c.source, notes, c.note)
		}
	}
	if _, err := s.Effects(cell.Cell{Source: "z + 1"}); err == nil || !strings.Contains(err.Error(), "undefined: z") {
		t.Errorf("effects of an undefined name: %v", err)
	}
}

// follower is an Output that keeps the reports about runs.
type follower struct {
	*record
	runs chan cell.Run
}

func (f *follower) Ran(r cell.Run) { f.runs <- r }

func newFollower() *follower { return &follower{newRecord(), make(chan cell.Run, 100)} }

func owner(t testing.TB) interp.Options {
	o := options(t)
	o.OwnsPage = true
	return o
}

func TestAFollowerIsToldWhatEachCellHasDone(t *testing.T) {
	t.Parallel()
	s, f := start(t, owner(t)), newFollower()
	for _, c := range []struct {
		source, reads, writes, note string
		failed, lost, reactive      bool
	}{
		{source: "x := 1\nfunc f() int { return x }", writes: "f x"},
		{source: "%%capture seen\ny := f()", reads: "f x", writes: "seen y"},
		{source: "%time x++", reads: "x", writes: "x"},
		{source: "%bench x++; z := 1; _ = z", reads: "x", writes: "x"},
		{source: "!ls", note: "shell"},
		{source: "%%writefile /dev/null\nx", note: "%%writefile"},
		{source: "%reactive on", reactive: true},
		{source: "x = undefined", failed: true},
		{source: "x = 2; panic(1)", writes: "x", failed: true},
		{source: "x", reads: "x"},
		{source: "p, _ := os.FindProcess(os.Getpid()); p.Kill(); <-ctx.Done()", writes: "p", failed: true, lost: true},
		{source: "x = 5", writes: "x"},
		{source: "x", reads: "x"},
		{source: "%reset", lost: true},
		{source: "x := 1", writes: "x"},
	} {
		_, err := s.Eval(t.Context(), cell.Cell{Label: "cell", Source: c.source}, f)
		r := testwait.Receive(t, "what "+c.source+" has done", f.runs)
		if (err != nil) != c.failed || r.Failed != c.failed || r.Lost != c.lost || (r.Reactive != nil && *r.Reactive) != c.reactive {
			t.Errorf("%s: %v, and %+v is told", c.source, err, r)
		}
		if reads, writes := strings.Join(r.Reads, " "), strings.Join(r.Writes, " "); reads != c.reads || writes != c.writes {
			t.Errorf("%s has read %q and written %q, want %q and %q", c.source, reads, writes, c.reads, c.writes)
		}
		if notes := strings.Join(r.Notes, " "); !strings.Contains(notes, c.note) || c.note == "" && notes != "" {
			t.Errorf("%s has the notes %q, want %q", c.source, notes, c.note)
		}
	}
}

func TestWithoutAPageNothingIsFollowed(t *testing.T) {
	t.Parallel()
	s, f := start(t, options(t)), newFollower()
	if _, err := s.Eval(t.Context(), cell.Cell{Source: "x := 1"}, f); err != nil {
		t.Fatal(err)
	}
	if len(f.runs) > 0 {
		t.Error("a run is told")
	}
	if _, err := s.Effects(cell.Cell{Source: "x"}); err == nil || !strings.Contains(err.Error(), "OwnsPage") {
		t.Errorf("effects are told: %v", err)
	}
}

func TestEffectsAreToldWhileACellRuns(t *testing.T) {
	t.Parallel()
	s, r := start(t, owner(t)), newRecord()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := s.Eval(ctx, cell.Cell{Label: "cell 1", Source: "x := 1\nfmt.Println(\"begun\")\n<-ctx.Done()"}, r)
		done <- err
	}()
	r.await(t, "begun")
	if e, err := s.Effects(cell.Cell{Source: "x++"}); err != nil || strings.Join(e.Writes, " ") != "x" {
		t.Errorf("while a cell runs: %v, %v", e, err)
	}
	stop()
	testwait.Receive(t, "the end of the cell", done)
}

func TestReactiveIsForFrontEndsThatOwnThePage(t *testing.T) {
	t.Parallel()
	jupyter := start(t, options(t))
	if _, err := jupyter.Eval(t.Context(), cell.Cell{Source: "%reactive on"}, newRecord()); err == nil || !strings.Contains(err.Error(), "does not report which others are on the page") {
		t.Errorf("without a page: %v", err)
	}
	if got := emitted(t, jupyter, "%reactive"); !strings.Contains(got, "off: this front end") {
		t.Errorf("without a page it tells %q", got)
	}
	s := start(t, owner(t))
	for _, c := range []struct {
		source, tells string
		reactive      bool
	}{
		{"%reactive", "is off", false}, {"%reactive on", "is on", true}, {"%reactive", "is on", true}, {"%reactive off", "is off", false},
	} {
		if got := emitted(t, s, c.source); !strings.Contains(got, c.tells) || s.Reactive() != c.reactive {
			t.Errorf("%s tells %q and is %v", c.source, got, s.Reactive())
		}
	}
	if _, err := s.Eval(t.Context(), cell.Cell{Source: "%reactive maybe"}, newRecord()); err == nil || !strings.Contains(err.Error(), `not "maybe"`) {
		t.Errorf("another argument: %v", err)
	}
}
