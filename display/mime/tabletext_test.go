package mime

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/internal/textwidth"
)

func wideTable() *Tabular {
	return Table([]string{"name", "score", "range", "comment"}, [][]any{
		{"a name of many words", 0.02134, "[0.01, 1000]", "nothing to say of it but this"},
		{"東京都", -1.5e-7, "[2, 3]", "e\u0301te\u0301"},
	}).Title("scores of what there is")
}

func TestATableInColumns(t *testing.T) {
	want := `scores of what there
is
name
────────────────────
a name of many words
東京都
3 more columns:
score, range,
comment`
	if got := wideTable().TextIn(20); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// In any width no line is longer, each column is shown or named, and no number is cut.
func TestATableFitsAnyWidth(t *testing.T) {
	header := []string{"name", "score", "range", "comment"}
	for columns := 16; columns < 100; columns++ {
		text := wideTable().TextIn(columns)
		for line := range strings.SplitSeq(text, "\n") {
			if w := textwidth.Of(line); w > columns {
				t.Errorf("%d columns: a line takes %d: %s", columns, w, line)
			}
		}
		for _, name := range header {
			if !strings.Contains(text, name) {
				t.Errorf("%d columns: %s is not named in\n%s", columns, name, text)
			}
		}
		cells := regexp.MustCompile(`\d more column`).ReplaceAllString(text, "")
		for _, number := range regexp.MustCompile(`\d[\d.e-]*`).FindAllString(cells, -1) {
			if !slices.Contains([]string{"0.02134", "1.5e-7", "0.01", "1000", "2", "3"}, number) {
				t.Errorf("%d columns: the number %s in\n%s", columns, number, text)
			}
		}
	}
}

func TestStringIsTheTextOfAnyWidth(t *testing.T) {
	SetColumns(20)
	defer SetColumns(0)
	table := wideTable()
	if table.String() != table.TextIn(0) || !strings.Contains(table.String(), "nothing to say of it but this") {
		t.Errorf("got\n%s", table)
	}
	if got := Of(table).Plain(); got != table.TextIn(20) {
		t.Errorf("shown it is\n%s", got)
	}
	SetColumns(0)
	if got := Of(table).Plain(); got != table.String() {
		t.Errorf("where there is no terminal it is\n%s", got)
	}
}

func TestAMatrixFitsItsColumns(t *testing.T) {
	defer SetColumns(0)
	m := mat.NewDense(2, 20, nil)
	for j := range 20 {
		m.Set(0, j, float64(100+j))
	}
	for _, columns := range []int{24, 30, 50, 60} {
		SetColumns(columns)
		text := Of(m).Plain()
		for line := range strings.SplitSeq(text, "\n") {
			if w := textwidth.Of(line); w > columns {
				t.Errorf("%d columns: a line takes %d: %s", columns, w, line)
			}
		}
		for _, want := range []string{"2 × 20 matrix", "100", "…", "118", "119"} {
			if !strings.Contains(text, want) {
				t.Errorf("%d columns: no %s in\n%s", columns, want, text)
			}
		}
	}
}

func TestTheFirstLineThatFits(t *testing.T) {
	defer SetColumns(0)
	for columns, want := range map[int]string{0: "at length", 9: "at length", 8: "short", 3: "short"} {
		SetColumns(columns)
		if got := FirstThatFits("at length", "short"); got != want {
			t.Errorf("%d columns: %q, want %q", columns, got, want)
		}
	}
}

func TestALoopFitsItsLine(t *testing.T) {
	defer SetColumns(0)
	l := &loop{done: 5, of: 10, elapsed: 5e9}
	for columns, want := range map[int]string{
		0:  "[##########..........] running: 5 of 10, 5 s, 1 a second, about 5 s left",
		60: "[##########..........] running: 5 of 10, 5 s, 1 a second",
		40: "running: 5 of 10, 5 s, 1 a second",
	} {
		SetColumns(columns)
		if got := l.bundle(false).Plain(); got != want {
			t.Errorf("%d columns: %q, want %q", columns, fmt.Sprint(got), want)
		}
	}
}
