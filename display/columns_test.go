package display

import (
	"strings"
	"testing"

	"krigo/display/mime"
	"krigo/gplib"
	"krigo/internal/textwidth"
)

// shownIn returns the text of a value in the given number of columns of a terminal,
// after checking that all lines fit.
func shownIn(t *testing.T, columns int, v any) string {
	t.Helper()
	mime.SetColumns(columns)
	defer mime.SetColumns(0)
	text := mime.Of(v).Plain()
	for line := range strings.SplitSeq(text, "\n") {
		if w := textwidth.Of(line); w > columns {
			t.Errorf("%T in %d columns: a line takes %d: %s", v, columns, w, line)
		}
	}
	return text
}

func TestTextsFitTheTerminal(t *testing.T) {
	table := tableOf(t, "who;cost;when;a longer name of a column\nsomebody;1,5;3.4.2020;yes\nnobody;NA;5.4.2020;no\nnobody;2,5;4.4.2020;no\n")
	fit := conditioned("A learner", sineModel(), sineData(12))
	fit.Warnings = gplib.Findings{{Code: "long", Found: "a warning of many words that is longer than the terminal has columns, and goes on and on"}}
	for _, columns := range []int{40, 60, 100, 200} {
		for _, v := range []any{table, fit, Warnings(fit), Params(fit), Params(fit, fit), sineData(12), sineModel()} {
			if text := shownIn(t, columns, v); text == "" {
				t.Errorf("%T in %d columns: nothing", v, columns)
			}
		}
	}
	for _, v := range []any{table, Params(fit, fit), sineData(12)} {
		if got, want := shownIn(t, 500, v), mime.Of(v).Plain(); got != want {
			t.Errorf("%T in 500 columns:\n%s\nwant\n%s", v, got, want)
		}
	}
}

// What a live line has no room for is left out from its end.
func TestALiveLineTellsWhatThereIsRoomFor(t *testing.T) {
	l := &live{fit: &gplib.Running{Method: "L-BFGS", Starts: 3}}
	l.last.Value, l.last.Elapsed = 12.5, 1.5e9
	whole := l.runningText(false)
	for columns := len(whole) + 2; columns > 30; columns-- {
		mime.SetColumns(columns)
		text := l.runningText(false)
		mime.SetColumns(0)
		for _, want := range []string{"L-BFGS: ", "objective 12.5"} {
			if !strings.Contains(text, want) {
				t.Errorf("%d columns: no %s in %s", columns, want, text)
			}
		}
		if w := textwidth.Of(text); w > columns && columns > 50 {
			t.Errorf("%d columns: it takes %d: %s", columns, w, text)
		}
	}
}
