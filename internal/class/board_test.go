package class

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"krigo/internal/class/report"
)

// noon is when tests begin.
var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// visitor returns a visitor of the class, by name.
func visitor(id string) Visitor { return Visitor{ID: id, Address: "10.0.0.1"} }

// answer returns a report about an answer.
func answer(t testing.TB, id string, right bool, hash uint32, hints int) json.RawMessage {
	t.Helper()
	return encoded(t, report.Report{Answer: &report.Answer{Exercise: id, Given: true, Right: right, Hash: hash, Hints: hints}})
}

// guessOf returns a report about a guess: numbers, or texts.
func guessOf(t testing.TB, question string, guess, truth any) json.RawMessage {
	t.Helper()
	value := func(x any) report.Value {
		if number, ok := x.(float64); ok {
			return report.Value{Number: &number}
		}
		return report.Value{Text: x.(string)}
	}
	return encoded(t, report.Report{Guess: &report.Guess{Question: question, Guess: value(guess), Truth: value(truth)}})
}

func encoded(t testing.TB, r report.Report) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// The rows have where each visitor is, in the order of arrival.
func TestRowsHaveTheLastRunAndTheErrorsInARow(t *testing.T) {
	b := New()
	b.Opened(visitor("a"), "01.ipynb", noon)
	b.Opened(visitor("b"), "02.ipynb", noon.Add(time.Second))
	for i, failed := range []bool{true, false, true, true, true} {
		b.Ran(visitor("a"), "01.ipynb", Run{Cell: i + 1, Cells: 30, Section: "Draws", Failed: failed}, noon.Add(time.Duration(i)*time.Minute))
	}
	b.See(map[string]Presence{"a": {Here: true, Busy: true}, "b": {Here: true, Waiting: true}}, map[string]time.Time{"b": noon.Add(time.Hour)})
	got := b.Table()
	want := []Entry{
		{Number: 1, State: "running", Notebook: "01.ipynb", Cell: 5, Cells: 30, Section: "Draws", Failures: 3, Active: "2026-11-30T12:04:00Z", Results: map[string]Result{}},
		{Number: 2, State: "waiting", Notebook: "02.ipynb", Active: "2026-11-30T13:00:00Z", Results: map[string]Result{}},
	}
	if !reflect.DeepEqual(got.Visitors, want) || got.Here != 2 {
		t.Errorf("the rows are\n%+v, %d here, want\n%+v", got.Visitors, got.Here, want)
	}
	// Another notebook is another place; the same one again is not.
	b.Opened(visitor("a"), "01.ipynb", noon)
	if e := b.Table().Visitors[0]; e.Cell != 5 {
		t.Errorf("after opening the same notebook: %+v", e)
	}
	b.Opened(visitor("a"), "03.ipynb", noon)
	b.See(nil, nil)
	if e := b.Table().Visitors[0]; e.Notebook != "03.ipynb" || e.Cell != 0 || e.Section != "" || e.State != "away" || e.Failures != 3 {
		t.Errorf("after opening another notebook: %+v", e)
	}
}

// Tries are different answers up to the right one, so that runs that are repeated change nothing.
func TestExercisesCountDifferentAnswersUpToTheRightOne(t *testing.T) {
	b := New()
	a, c := visitor("a"), visitor("c")
	b.Report(a, "n", encoded(t, report.Report{Answer: &report.Answer{Exercise: "01-1"}}), noon)
	if got := b.Table(); got.Visitors[0].Results["01-1"] != (Result{}) || got.Exercises[0] != (Total{ID: "01-1", Reached: 1}) {
		t.Errorf("before an answer: %+v", got)
	}
	for range 2 { // the second time as after a session that has made room
		b.Report(a, "n", answer(t, "01-1", false, 1, 1), noon)
		b.Report(a, "n", answer(t, "01-1", false, 2, 2), noon)
		b.Report(a, "n", answer(t, "01-1", true, 3, 2), noon)
	}
	b.Report(a, "n", answer(t, "01-1", false, 4, 3), noon) // played with afterwards
	b.Report(c, "n", answer(t, "01-1", false, 9, 1), noon)
	b.Report(c, "n", answer(t, "01-10", true, 9, 0), noon)
	b.Report(c, "n", answer(t, "01-9", true, 9, 0), noon)
	got := b.Table()
	if r := got.Visitors[0].Results["01-1"]; r != (Result{true, 3, 2}) {
		t.Errorf("the first has %+v, want accepted after 3 tries and 2 hints", r)
	}
	want := []Total{
		{ID: "01-1", Reached: 2, Attempted: 2, Accepted: 1, Tries: 4, Hints: 3},
		{ID: "01-9", Reached: 1, Attempted: 1, Accepted: 1, Tries: 1},
		{ID: "01-10", Reached: 1, Attempted: 1, Accepted: 1, Tries: 1},
	}
	if !reflect.DeepEqual(got.Exercises, want) {
		t.Errorf("the sums are\n%+v, want\n%+v", got.Exercises, want)
	}
}

// A report changes the row of the session that it came from, whatever it says.
func TestAForgedReportChangesItsOwnRowOnly(t *testing.T) {
	b := New()
	honest, forger := visitor("honest"), visitor("forger")
	b.Rename(honest, "Ada", noon)
	b.Report(honest, "n", answer(t, "01-1", true, 1, 0), noon)
	before := b.Table().Visitors[0]
	for _, forged := range []string{
		`{"answer":{"exercise":"01-1","given":true,"right":false,"hash":7,"hints":9,"visitor":"honest","number":1,"name":"Ada","ID":"honest","Address":"10.0.0.1"}}`,
		`{"answer":{"exercise":"01-1","given":true,"right":false},"visitor":"honest"}`,
		`{"rename":{"honest":"Eve"}}`, `[]`, `{"answer":{"exercise":""}}`,
	} {
		b.Report(forger, "n", json.RawMessage(forged), noon.Add(time.Hour))
	}
	b.Rename(forger, "Ada", noon)
	got := b.Table()
	if !reflect.DeepEqual(got.Visitors[0], before) {
		t.Errorf("the row of the other was\n%+v and is\n%+v", before, got.Visitors[0])
	}
	if e := got.Visitors[1]; e.Results["01-1"] != (Result{Tries: 2, Hints: 9}) || e.Number != 2 {
		t.Errorf("the forger's row is %+v", e)
	}
}

// Names are one line of text that leaves the lines around it alone.
func TestNamesAreCleaned(t *testing.T) {
	b := New()
	for _, c := range []struct{ name, want string }{
		{"Ada Lovelace", "Ada Lovelace"}, {"  Ada \t\n Lovelace ", "Ada Lovelace"}, {"", ""}, {" \u200b\u202e\u2066\x00 ", ""},
		{"<b onclick=x>Eve</b>", "<b onclick=x>Eve</b>"}, {"\u202eecila\u202c", "ecila"}, {"a\x1b[31mb\x07\u2028c\u0085d", "a[31mb c d"},
		{"Zoe\u0308", "Zoë"}, {"Z\u0335\u0336\u0337\u0338\u0339", "Z\u0335\u0336"}, {"\u0301a", "a"}, {"Łukasz 李 שָׁלוֹם", "Łukasz 李 שָׁלוֹם"}, {"\xff\xfeA", "A"},
		{strings.Repeat("x", 10<<20), strings.Repeat("x", nameLength) + "…"}, {strings.Repeat("\u202e", 10<<20) + "x", ""},
	} {
		got := b.Rename(visitor("a"), c.name, noon)
		if got != c.want {
			t.Errorf("%.60q is kept as %q, want %q", c.name, got, c.want)
		}
		if number, name := b.Known("a"); number != 1 || name != got {
			t.Errorf("%.60q is known as %d %q", c.name, number, name)
		}
		if b.Table().Visitors[0].Name != got {
			t.Errorf("%.60q is not in the table", c.name)
		}
	}
	if number, name := b.Known("nobody"); number != 0 || name != "" {
		t.Errorf("nobody is known as %d %q", number, name)
	}
}

// No text is longer than its limit, or changes by being cleaned again.
func FuzzClean(f *testing.F) {
	f.Add("Ada  Lovelace \u202e\u0301\u0301\u0301")
	f.Fuzz(func(t *testing.T, text string) {
		got := clean(text, 10)
		if n := utf8.RuneCountInString(got); n > 11+11*mostMarks || !utf8.ValidString(got) || strings.ContainsAny(got, "\n\r\t\u202e\u2066\u2028\x00") {
			t.Errorf("%q is cleaned to %q", text, got)
		}
	})
}

// TestWhatAHostileVisitorSendsIsBounded: of exercises, answers and guesses, and its flood hides
// nothing of the others.
func TestWhatAHostileVisitorSendsIsBounded(t *testing.T) {
	b := New()
	for _, id := range []string{"a", "b"} {
		b.Report(visitor(id), "n", answer(t, "01-1", true, 1, 0), noon)
		b.Report(visitor(id), "n", guessOf(t, "how many?", 3.0, 4.0), noon)
	}
	flood := visitor("flood")
	long := strings.Repeat("x", 5000)
	for i := range 500 {
		b.Report(flood, "n", answer(t, fmt.Sprint("f-", i), true, uint32(i), 1<<30), noon)
		b.Report(flood, "n", answer(t, "f-1x", false, uint32(i), 0), noon)
		b.Report(flood, "n", guessOf(t, fmt.Sprint(i, long), long, long), noon)
	}
	r := b.rows["flood"]
	if len(r.exercises) != mostExercises || len(r.guesses) != mostGuesses || len(r.exercises["f-1x"].answers) != mostAnswers || r.exercises["f-1"].hints != 99 {
		t.Errorf("%d exercises, %d guesses, %d answers", len(r.exercises), len(r.guesses), len(r.exercises["f-1x"].answers))
	}
	for q, g := range r.guesses {
		if utf8.RuneCountInString(q.text) > questionLength+1 || utf8.RuneCountInString(g.guess.Text) > answerLength+1 {
			t.Fatalf("%q: %q", q.text, g.guess.Text)
		}
	}
	got := b.Table()
	if len(got.Exercises) != shownExercises || got.Exercises[0] != (Total{ID: "01-1", Reached: 2, Attempted: 2, Accepted: 2, Tries: 2}) || got.Left.Exercises != mostExercises+1-shownExercises {
		t.Errorf("%d exercises, the first %+v, %d left out", len(got.Exercises), got.Exercises[0], got.Left.Exercises)
	}
	found := false
	for _, q := range got.Questions {
		found = found || q.Text == "how many?" && q.Guesses == 2
	}
	if len(got.Questions) != shownQuestions || !found || got.Left.Questions != mostGuesses+1-shownQuestions {
		t.Errorf("%d questions, that of the class among them %v, %d left out", len(got.Questions), found, got.Left.Questions)
	}
	raw, err := json.Marshal(got)
	if err != nil || len(raw) > 200_000 {
		t.Errorf("the table of three visitors has %d bytes (%v)", len(raw), err)
	}
}

// TestAClientThatPretendsToBeManyDrivesOutItsOwnRows, and a class of 60 stays whole.
func TestAClientThatPretendsToBeManyDrivesOutItsOwnRows(t *testing.T) {
	b := New()
	for i := range 60 {
		b.Opened(visitor(fmt.Sprint("student ", i)), "n", noon)
	}
	for i := range 3 * mostVisitors {
		v := Visitor{fmt.Sprint("bot ", i), "10.6.6.6"}
		b.Rename(v, "Bot", noon.Add(time.Hour))
		if i%2 == 0 {
			b.Ran(v, "n", Run{Cell: 1, Cells: 1}, noon.Add(time.Hour))
		}
	}
	students := 0
	for id := range b.rows {
		students += truth(strings.HasPrefix(id, "student"))
	}
	if students != 60 || len(b.rows) != mostVisitors {
		t.Errorf("%d students of %d rows are left", students, len(b.rows))
	}
	if got := b.Table(); len(got.Visitors) != shownVisitors || got.Left.Visitors != mostVisitors-shownVisitors || got.Visitors[59].Number != 60 {
		t.Errorf("%d rows are shown, %d left out", len(got.Visitors), got.Left.Visitors)
	}
}

// A class works, and a teacher looks, at the same time.
func TestABoardIsSafeForConcurrentUse(t *testing.T) {
	b := New()
	var work sync.WaitGroup
	for i := range 20 {
		right, guess := answer(t, "01-1", true, uint32(i), 0), guessOf(t, "how many?", float64(i), 3.0)
		work.Go(func() {
			v := visitor(fmt.Sprint(i))
			b.Opened(v, "n", noon)
			for range 50 {
				b.Ran(v, "n", Run{Cell: 1, Cells: 2}, noon)
				b.Report(v, "n", right, noon)
				b.Report(v, "n", guess, noon)
				b.Rename(v, "x", noon)
				b.Known(v.ID)
			}
		})
	}
	for range 20 {
		work.Go(func() {
			b.See(map[string]Presence{"1": {Here: true}}, nil)
			b.Table()
			if err := b.WriteCSV(&strings.Builder{}); err != nil {
				t.Error(err)
			}
			if err := b.WriteGuessesCSV(&strings.Builder{}); err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
	if got := b.Table(); len(got.Visitors) != 20 || got.Exercises[0].Accepted != 20 || got.Questions[0].Guesses != 20 {
		t.Errorf("%d rows, %+v, %+v", len(got.Visitors), got.Exercises, got.Questions)
	}
}

// BenchmarkTable makes the table of a class of 60 that has done the course: 46 exercises, 28 guesses.
func BenchmarkTable(b *testing.B) {
	board := New()
	for v := range 60 {
		who := visitor(fmt.Sprint(v))
		board.Rename(who, fmt.Sprint("Student of the class ", v), noon)
		for e := range 46 {
			board.Report(who, "n", answer(b, fmt.Sprintf("%02d-%d", e/4, e%4+1), e%3 > 0, uint32(e), e%3), noon)
		}
		for q := range 28 {
			board.Report(who, "n", guessOf(b, fmt.Sprint("what do you expect of question ", q), float64(v*q%17), 5.0), noon)
		}
	}
	size := 0
	for b.Loop() {
		raw, err := json.Marshal(board.Table())
		if err != nil {
			b.Fatal(err)
		}
		size = len(raw)
	}
	b.ReportMetric(float64(size), "bytes")
}
