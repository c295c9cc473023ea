package display

import (
	"fmt"
	"strings"
	"testing"

	"krigo/display/mime"
	"krigo/gplib/dataset"
)

func tableOf(t *testing.T, text string) *dataset.Table {
	t.Helper()
	table, err := dataset.ParseCSV("t.csv", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestATableOfDataShowsRowsAndColumns: what was recognised, the first five rows
// as they are understood, and a line for each column.
func TestATableOfDataShowsRowsAndColumns(t *testing.T) {
	table := tableOf(t, "who;cost;when;new\na;1,5;3.4.2020;yes\nb;NA;5.4.2020;no\nb;2,5;4.4.2020;no\na;9,25;6.4.2020;no\nb;3;7.4.2020;no\nz;4;8.4.2020;no\n")
	got := mime.Of(table).Plain()
	want := strings.TrimPrefix(`
t.csv: 6 rows, 4 columns
separator ";"; decimal comma

who  cost  when        new
───  ────  ──────────  ───
a    1.5   2020-04-03  yes
b          2020-04-05  no
b    2.5   2020-04-04  no
a    9.25  2020-04-06  no
b    3     2020-04-07  no

column  type     missing  min         median      max         values
──────  ───────  ───────  ──────────  ──────────  ──────────  ─────────────────────────────
who     text           0                                      3 levels: b (3), a (2), z (1)
cost    number         1  1.5         3           9.25        ████▁▁▁▁▁▁▁█
when    time           0  2020-04-03  2020-04-05  2020-04-08  █▁█▁█▁▁█▁█▁█
new     boolean        0                                      2 levels: no (5), yes (1)`, "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestATableOfDataShowsItselfInEveryMarkup(t *testing.T) {
	bundle, err := mime.Check(tableOf(t, "a<b,y_1\n1,2\n3,4\n5,6\n"))
	if err != nil {
		t.Fatal(err)
	}
	for key, parts := range map[string][]string{
		mime.TypeHTML:     {"t.csv: 3 rows, 2 columns", "<b>a&lt;b</b>", "<svg ", `aria-label="histogram: 1 0 0 0 0 0 1 0 0 0 0 1"`},
		mime.TypeLaTeX:    {`y\_1`, `\rule{2.5pt}{7.0pt}`},
		mime.TypeMarkdown: {`a&lt;b`, "█▁▁▁▁▁█▁▁▁▁█"},
	} {
		for _, part := range parts {
			if s, _ := bundle.Data[key].(string); !strings.Contains(s, part) {
				t.Errorf("%s has no %s:\n%s", key, part, s)
			}
		}
	}
	if latex := bundle.Data[mime.TypeLaTeX].(string); strings.ContainsAny(latex, "▁█") {
		t.Error("the LaTeX has characters that its fonts lack")
	}
}

// TestWhatATableLeavesOpenIsShown with what to set.
func TestWhatATableLeavesOpenIsShown(t *testing.T) {
	got := mime.Of(tableOf(t, "when,y\n3/4/2020,1\n")).Plain()
	for _, part := range []string{"time?", "DayFirst", "3/4/2020"} {
		if !strings.Contains(got, part) {
			t.Errorf("no %s in\n%s", part, got)
		}
	}
}

// TestWideAndLongDataShowTheirEnds with the names of the columns.
func TestWideAndLongDataShowTheirEnds(t *testing.T) {
	var b strings.Builder
	for i := range 31 {
		for j := range 60 {
			if j > 0 {
				b.WriteByte(',')
			}
			if i == 0 {
				fmt.Fprintf(&b, "c%d", j)
			} else {
				fmt.Fprint(&b, i*j)
			}
		}
		b.WriteByte('\n')
	}
	table := tableOf(t, b.String())
	if head, _, _ := strings.Cut(mime.Of(table).Plain(), "─"); !strings.Contains(head, "c7  …  c56  c57") {
		t.Errorf("the header is %q", head)
	}
	d, err := table.Data("c59")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(mime.Of(d).Plain(), "\n")
	if len(lines) != 3+firstData+1+lastData {
		t.Errorf("%d lines of data", len(lines))
	}
	if names := strings.Fields(lines[1]); names[0] != "c0" || names[firstColumns] != "…" || names[len(names)-1] != "c59" {
		t.Errorf("the names are %q", names)
	}
}
