package course

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/display/mime"
	"krigo/internal/class/report"
)

// reports is an output that keeps the reports.
type reports struct {
	mime.Output
	t    *testing.T
	open map[string]bool
	all  []report.Report
}

func (r *reports) Comm(m cell.CommMessage) {
	switch m.Kind {
	case "open":
		r.open[m.ID] = true
		raw, err := json.Marshal(m.Data)
		if err != nil {
			r.t.Fatal(err)
		}
		got, ok := report.Parse(raw)
		if !ok || m.Target != report.Target {
			r.t.Fatalf("the comm %s has %s", m.Target, raw)
		}
		r.all = append(r.all, got)
	case "close":
		delete(r.open, m.ID)
	}
}

// reporting returns what is reported from now on, in a session of a class.
func reporting(t *testing.T) *reports {
	t.Helper()
	t.Setenv(report.Variable, "1")
	r := &reports{t: t, open: map[string]bool{}}
	before := mime.SetOutput(r)
	t.Cleanup(func() { mime.SetOutput(before) })
	return r
}

// TestAnswersAreReportedToAClass: stubs as none, equal answers with one hash, and the hints that were seen.
func TestAnswersAreReportedToAClass(t *testing.T) {
	const id = "reported-1"
	define(t, Exercise{ID: id, Answer: Number(0, isTwo), Hints: []string{"first", "second"}})
	r := reporting(t)
	for _, answer := range []any{Todo, nil, 3.0, 4.0, 3.0, "two", 2.0} {
		if _, err := Check(id, answer); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Check("reported-none", 1); err == nil {
		t.Error("an unknown exercise is checked")
	}
	type seen struct {
		given, right bool
		hints, like  int // like: the first answer with this hash
	}
	want := []seen{{false, false, 0, 0}, {false, false, 0, 0}, {true, false, 1, 2}, {true, false, 2, 3}, {true, false, 2, 2}, {true, false, 2, 5}, {true, true, 2, 6}}
	if len(r.all) != len(want) {
		t.Fatalf("%d reports, want %d", len(r.all), len(want))
	}
	first := map[uint32]int{}
	for i, got := range r.all {
		a := got.Answer
		if a == nil || a.Exercise != id {
			t.Fatalf("report %d is %+v", i, got)
		}
		if _, known := first[a.Hash]; !known {
			first[a.Hash] = i
		}
		if is := (seen{a.Given, a.Right, a.Hints, first[a.Hash]}); is != want[i] {
			t.Errorf("report %d is %+v, want %+v", i, is, want[i])
		}
	}
	if len(r.open) != 0 {
		t.Errorf("%d comms are left open", len(r.open))
	}
}

// TestGuessesAreReportedWhenTheyAreRevealed: those that are some, as numbers or texts.
func TestGuessesAreReportedWhenTheyAreRevealed(t *testing.T) {
	r := reporting(t)
	Guess("a stub", Todo).Reveal(5)
	Guess("a text for a number", "many").Reveal(5)
	Guess("not revealed", 3)
	Guess("a number", 3).Reveal(5)
	Guess("a text", "yes").Reveal("no")
	Guess("no finite number", math.NaN()).Reveal(math.Inf(1))
	Guess(strings.Repeat("é", 1<<20), strings.Repeat("é", 1<<20)).Reveal(strings.Repeat("é", 1<<20))
	var got []string
	for _, g := range r.all {
		raw, err := json.Marshal(g)
		if err != nil || g.Guess == nil {
			t.Fatalf("%+v: %v", g, err)
		}
		got = append(got, string(raw))
	}
	want := []string{
		`{"guess":{"question":"a number","guess":{"number":3},"truth":{"number":5}}}`,
		`{"guess":{"question":"a text","guess":{"text":"yes"},"truth":{"text":"no"}}}`,
		`{"guess":{"question":"no finite number","guess":{"text":"NaN"},"truth":{"text":"+Inf"}}}`,
	}
	if len(got) != 4 || strings.Join(got[:3], "\n") != strings.Join(want, "\n") || len(got[3]) > 10_000 {
		t.Errorf("reported:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestNothingIsReportedElsewhere: in a session that is not a class's.
func TestNothingIsReportedElsewhere(t *testing.T) {
	r := reporting(t)
	t.Setenv(report.Variable, "")
	Guess("a number", 3).Reveal(5)
	if _, err := Check("01-1", 3); err != nil {
		t.Fatal(err)
	}
	if len(r.all) != 0 {
		t.Errorf("reported: %+v", r.all)
	}
}
