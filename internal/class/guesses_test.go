package class

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// guessing has visitors guess, one after the other, and returns the question.
func guessing(t *testing.T, truth any, guesses ...any) Question {
	t.Helper()
	b := New()
	for i, g := range guesses {
		b.Report(visitor(fmt.Sprint(i)), "n.ipynb", guessOf(t, "q", g, truth), noon)
	}
	all := b.Table().Questions
	if len(all) != 1 || all[0].Guesses != len(guesses) {
		t.Fatalf("the questions are %+v", all)
	}
	return all[0]
}

// bars writes bars in a line; the true one has a star.
func bars(q Question) string {
	var all []string
	for _, b := range q.Bars {
		text := fmt.Sprintf("%s: %d", b.Label, b.Count)
		if b.True {
			text += "*"
		}
		all = append(all, text)
	}
	return strings.Join(all, " | ")
}

func TestHistograms(t *testing.T) {
	many := func(from, to, step float64) (all []any) {
		for x := from; x <= to; x += step {
			all = append(all, x)
		}
		return all
	}
	for _, c := range []struct {
		about   string
		truth   any
		guesses []any
		want    string
	}{
		{"one", 5.0, []any{3.0}, "3: 1"},
		{"some numbers", 5.0, []any{3.0, 5.0, 3.0, -1.5, 5.0, 3.0}, "-1.5: 1 | 3: 3 | 5: 2*"},
		{"texts in any case", "Yes", []any{"no", "yes", "Yes", "YES", "maybe"}, "YES: 3* | maybe: 1 | no: 1"},
		{"many numbers", 12.0, many(0, 40, 1), "below 5: 5 | 5 to 10: 5 | 10 to 15: 5* | 15 to 20: 5 | 20 to 25: 5 | 25 to 30: 5 | 30 to 35: 5 | 35 to 40: 5 | 40 or more: 1"},
		{"an outlier", 12.0, append(many(0, 19, 1), 1e300, -1e300), "below 2: 3 | 2 to 4: 2 | 4 to 6: 2 | 6 to 8: 2 | 8 to 10: 2 | 10 to 12: 2 | 12 to 14: 2* | 14 to 16: 2 | 16 to 18: 2 | 18 or more: 3"},
		{"powers of ten", 500.0, []any{1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0}, "1 to 3: 2 | 3 to 10: 1 | 10 to 30: 2 | 30 to 100: 1 | 100 to 300: 2 | 300 to 1000: 1* | 1000 or more: 1"},
		{"mixed", 5.0, []any{3.0, "many"}, "3: 1 | many: 1"},
		{"many texts", "t3", []any{"t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "t1"}, "t1: 2 | t2: 1 | t3: 1* | t4: 1 | t5: 1 | t6: 1 | t7: 1 | 2 other answers: 2"},
		{"equal numbers and few others", 5.0, append(many(1, 9, 1), append(many(5, 5, 1), repeated(7.0, 90)...)...), "below 7: 7* | 7 or more: 93"},
	} {
		if got := bars(guessing(t, c.truth, c.guesses...)); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.about, got, c.want)
		}
	}
}

func repeated(x any, n int) (all []any) {
	for range n {
		all = append(all, x)
	}
	return all
}

// Whatever is guessed, each guess is in one bar, labels differ, and there are few.
func TestBarsHaveEachGuessOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	extremes := []float64{0, 1, -1, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1e16, 1e16 + 2}
	for round := range 300 {
		var guesses []any
		scale := math.Pow(10, 40*rng.Float64()-20)
		for range 1 + rng.IntN(60) {
			x := scale * rng.NormFloat64()
			switch rng.IntN(4) {
			case 0:
				x = extremes[rng.IntN(len(extremes))]
			case 1:
				x = scale * math.Exp(10*rng.NormFloat64())
			}
			guesses = append(guesses, x)
		}
		q := guessing(t, 1.0, guesses...)
		sum, labels := 0, map[string]bool{}
		for _, b := range q.Bars {
			sum += b.Count
			labels[b.Label] = true
		}
		if sum != len(guesses) || len(q.Bars) > 2*mostAnswersShown+1 || len(labels) != len(q.Bars) {
			t.Fatalf("round %d: %d guesses %v, and the bars are %s", round, len(guesses), guesses, bars(q))
		}
	}
}

// The first guess counts, and what was measured is that of most.
func TestTheFirstGuessOfAVisitorCounts(t *testing.T) {
	b := New()
	for _, guess := range []float64{3, 5, 5} {
		b.Report(visitor("a"), "n", guessOf(t, "q", guess, 5.0), noon)
	}
	b.Report(visitor("b"), "n", guessOf(t, "q", 4.0, 5.0), noon)
	b.Report(visitor("b"), "other", guessOf(t, "q", 4.0, 7.0), noon)
	got := b.Table().Questions
	if len(got) != 2 || bars(got[0]) != "3: 1 | 4: 1" || got[0].Truth != "5" || !got[0].Same || got[1].Notebook != "other" {
		t.Errorf("the questions are %+v", got)
	}
	if q := guessing(t, "yes", "no"); q.Truth != "yes" || !q.Same {
		t.Errorf("a text was measured as %+v", q)
	}
	b = New()
	for i, truth := range []float64{0.7, 1e300, 0.8} {
		b.Report(visitor(fmt.Sprint(i)), "n", guessOf(t, "q", 1.0, truth), noon)
	}
	if q := b.Table().Questions[0]; q.Truth != "0.8" || q.Same {
		t.Errorf("of different measurements %+v, want the median", q)
	}
}

// A table in CSV has all rows, and no text is a formula.
func TestTablesInCSV(t *testing.T) {
	b := New()
	b.Rename(visitor("a"), "=HYPERLINK(\"http://evil.example\")", noon)
	b.Ran(visitor("a"), "=01.ipynb", Run{Cell: 3, Cells: 9, Section: "+x, \"y\""}, noon)
	b.Report(visitor("a"), "n", answer(t, "01-1", true, 1, 0), noon)
	b.Report(visitor("a"), "n", guessOf(t, "@q", -2.5, -3.0), noon)
	b.Report(visitor("a"), "n", guessOf(t, "r", "-x", "=y"), noon)
	b.Opened(visitor("b"), "02.ipynb", noon)
	b.Report(visitor("b"), "n", answer(t, "01-1", false, 1, 2), noon)
	b.Report(visitor("b"), "n", answer(t, "-1", false, 1, 0), noon)
	for name, c := range map[string]struct {
		write func(*strings.Builder) error
		want  [][]string
	}{
		"class": {func(s *strings.Builder) error { return b.WriteCSV(s) }, [][]string{
			{"visitor", "name", "notebook", "cell", "cells", "section", "last run", "last activity", "errors in a row", "'-1 accepted", "'-1 tries", "'-1 hints", "01-1 accepted", "01-1 tries", "01-1 hints"},
			{"1", "'=HYPERLINK(\"http://evil.example\")", "'=01.ipynb", "3", "9", "'+x, \"y\"", "2026-11-30T12:00:00Z", "2026-11-30T12:00:00Z", "0", "", "", "", "yes", "1", "0"},
			{"2", "", "02.ipynb", "", "", "", "", "2026-11-30T12:00:00Z", "0", "no", "1", "0", "no", "1", "2"},
		}},
		"guesses": {func(s *strings.Builder) error { return b.WriteGuessesCSV(s) }, [][]string{
			{"notebook", "question", "measured", "guess", "visitors"},
			{"n", "'@q", "-3", "-2.5", "1"},
			{"n", "r", "'=y", "'-x", "1"},
		}},
	} {
		var text strings.Builder
		if err := c.write(&text); err != nil {
			t.Fatal(err)
		}
		got, err := csv.NewReader(strings.NewReader(text.String())).ReadAll()
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v\n%q, want\n%q", name, err, got, c.want)
		}
	}
}
