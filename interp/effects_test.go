package interp_test

import (
	"context"
	"strings"
	"testing"

	"krigo/cell"
)

func TestEffectsAreKnownBeforeACellRunsAndAfter(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	emitted(t, s, "x := 1\nfunc f() int { return x }")
	for _, c := range []struct{ source, reads, writes, note string }{
		{"y := f()", "f x", "y", ""},
		{"%time\ny := f()", "f x", "y", ""},
		{"%%capture seen\ny := f()", "f x", "seen y", ""},
		{"%%capture\n%time x++", "x", "x", ""},
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
	if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 3", Source: "%%capture seen\ny := f()"}, newRecord()); err != nil {
		t.Fatal(err)
	}
	e, ok := s.Ran("cell 3")
	if got := strings.Join(e.Writes, " "); !ok || got != "seen y" {
		t.Errorf("the cell that ran has written %q, %v", got, ok)
	}
	if _, ok := s.Ran("cell 2"); ok {
		t.Error("a cell that did not run has run")
	}
}

func TestEffectsAreToldWhileACellRuns(t *testing.T) {
	t.Parallel()
	s, r := start(t, options(t)), newRecord()
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
	<-done
}

func TestReactiveIsForFrontEndsThatOwnThePage(t *testing.T) {
	t.Parallel()
	o := options(t)
	jupyter := start(t, o)
	if _, err := jupyter.Eval(t.Context(), cell.Cell{Source: "%reactive on"}, newRecord()); err == nil || !strings.Contains(err.Error(), "does not tell which others stand on the page") {
		t.Errorf("without a page: %v", err)
	}
	if got := emitted(t, jupyter, "%reactive"); !strings.Contains(got, "off: this front end") {
		t.Errorf("without a page it tells %q", got)
	}
	o.OwnsPage = true
	s := start(t, o)
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
