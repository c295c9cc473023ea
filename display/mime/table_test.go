package mime

import (
	"encoding/xml"
	"io"
	"math"
	"strings"
	"testing"
	"time"
)

func exampleTable() *Tabular {
	return Table([]string{"method", "SMSE", "n", "time"}, [][]any{
		{"L-BFGS <a>", 0.0213, 100, 1500 * time.Millisecond},
		{"50 % | _x_ & $y$", -1.5},
	}).Title("Test & errors")
}

func TestATableIsAlignedText(t *testing.T) {
	want := strings.TrimPrefix(`
Test & errors
method               SMSE    n   time
────────────────  ───────  ───  ─────
L-BFGS <a>         0.0213  100  1.5 s
50 % | _x_ & $y$  -1.5`, "\n")
	if got := exampleTable().String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestATableIsWellFormedHTMLWithNumbersToTheRight(t *testing.T) {
	html := exampleTable().HTML()
	if err := parseXML(html); err != nil {
		t.Errorf("%v in\n%s", err, html)
	}
	for _, want := range []string{
		`<b style="display:block;width:max-content;max-width:45em">Test &amp; errors</b></caption>`, `<td style="text-align:right">0.0213</td>`,
		`<td style="text-align:left">L-BFGS &lt;a&gt;</td>`, `<th style="text-align:left"><b>method</b></th>`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in\n%s", want, html)
		}
	}
}

func parseXML(s string) error {
	for d := xml.NewDecoder(strings.NewReader(s)); ; {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestATableEscapesLaTeXAndMarkdown(t *testing.T) {
	latex := exampleTable().LaTeX()
	for _, want := range []string{`\begin{tabular}{lrrr}`, `50 \% | \_x\_ \& \$y\$ & $-$1.5\phantom{000} &  &  \\`, `Test \& errors`} {
		if !strings.Contains(latex, want) {
			t.Errorf("no %s in\n%s", want, latex)
		}
	}
	markdown := exampleTable().Markdown()
	for _, want := range []string{"| :--- | ---: | ---: | ---: |", `50 % \| \_x\_ & \$y\$`, `L-BFGS &lt;a>`} {
		if !strings.Contains(markdown, want) {
			t.Errorf("no %s in\n%s", want, markdown)
		}
	}
}

func TestALongTableShowsItsEnds(t *testing.T) {
	rows := make([][]any, 1000)
	for i := range rows {
		rows[i] = []any{i}
	}
	lines := strings.Split(Table([]string{"i"}, rows).String(), "\n")
	if len(lines) != 2+tableRows+1 || strings.TrimSpace(lines[2+89]) != "89" || strings.TrimSpace(lines[2+90]) != "…" ||
		strings.TrimSpace(lines[len(lines)-1]) != "999" {
		t.Errorf("%d lines: %q", len(lines), lines)
	}
}

// Decimal points stand below one another: in text by spaces, in HTML by margins
// of digits' widths, in LaTeX by phantoms. Only HTML and LaTeX have a true minus.
func TestNumbersStandByTheirDecimalPoints(t *testing.T) {
	table := Table([]string{"x"}, [][]any{{-12.25}, {3}, {1.5e-8}, {math.NaN()}, {nil}})
	text := strings.Join([]string{
		"       x", "────────", "-12.25", "  3", "  1.5e-8", "     NaN", "",
	}, "\n")
	if got := table.String(); got != text {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
	for _, want := range []string{
		`<td style="text-align:right"><span style="margin-right:2ch">−12.25</span></td>`,
		`<span style="margin-right:calc(4ch + .28em)">3</span>`,
		`<td style="text-align:right">1.5e−8</td>`, `<td style="text-align:right">NaN</td>`,
	} {
		if html := table.HTML(); !strings.Contains(html, want) {
			t.Errorf("no %s in\n%s", want, html)
		}
	}
	for _, want := range []string{`$-$12.25\phantom{00}`, `3\phantom{.0000}`, "1.5e$-$8 \\\\"} {
		if latex := table.LaTeX(); !strings.Contains(latex, want) {
			t.Errorf("no %s in\n%s", want, latex)
		}
	}
	if markdown := table.Markdown(); !strings.Contains(markdown, "| -12.25 |\n| 3 |\n| 1.5e-8 |") {
		t.Errorf("Markdown does not have the numbers as they are read:\n%s", markdown)
	}
}

// A page of LaTeX has room for about 40 rows; omitted rows are reported.
func TestALongTableFitsAPageOfLaTeX(t *testing.T) {
	rows := make([][]any, 60)
	for i := range rows {
		rows[i] = []any{i}
	}
	latex := Table([]string{"i"}, rows).Title("A title").LaTeX()
	lines := strings.Split(latex, "\n")
	got := strings.Join(lines[len(lines)-15:len(lines)-13], "|")
	if n := strings.Count(latex, `\\`); n != 1+latexRows+1 || got != `29 \\|… \\` {
		t.Errorf("%d rows, %q in\n%s", n, got, latex)
	}
	if !strings.HasPrefix(latex, "\\noindent\\textbf{A title}\\par") {
		t.Errorf("the title is not a paragraph of its own:\n%s", latex)
	}
}

func TestATableWithoutRowsOrColumnsStillShows(t *testing.T) {
	for _, table := range []*Tabular{Table(nil, nil), Table([]string{"a"}, nil), Table(nil, [][]any{{1, nil}})} {
		for key := range map[string]bool{TypePlain: true, TypeHTML: true, TypeLaTeX: true, TypeMarkdown: true} {
			if _, ok := Of(table).Data[key]; !ok {
				t.Errorf("no %s", key)
			}
		}
	}
}

func TestATableShowsAsManyEndsAsIsSet(t *testing.T) {
	rows := make([][]any, 9)
	for i := range rows {
		rows[i] = []any{i}
	}
	got := strings.Fields(Table([]string{"i"}, rows).Ends(5, 3).String())
	if want := "0 1 2 3 4 … 6 7 8"; strings.Join(got[2:], " ") != want {
		t.Errorf("rows %q, want %s", got[2:], want)
	}
	if got := strings.Fields(Table([]string{"i"}, rows[:8]).Ends(5, 3).String()); len(got) != 2+8 {
		t.Errorf("rows %q, want all 8", got[2:])
	}
}

// drawn is a value that shows itself, as text and in two markups.
type drawn struct{}

func (drawn) String() string { return "<text>" }
func (drawn) HTML() string   { return "<svg></svg>" }
func (drawn) LaTeX() string  { return `\rule{1pt}{1pt}` }

func TestACellShowsItselfInTheTablesMarkup(t *testing.T) {
	table := Table([]string{"v"}, [][]any{{drawn{}}})
	for name, c := range map[string]struct{ got, want string }{
		"HTML":     {table.HTML(), "<svg></svg></td>"},
		"LaTeX":    {table.LaTeX(), `\rule{1pt}{1pt}`},
		"Markdown": {table.Markdown(), "&lt;text>"},
		"text":     {table.String(), "<text>"},
	} {
		if !strings.Contains(c.got, c.want) {
			t.Errorf("%s has no %s:\n%s", name, c.want, c.got)
		}
	}
}

// A slice of structs is a table of their exported fields.
func TestTablesOfStructs(t *testing.T) {
	type run struct {
		Method string
		Score  float64 `table:"SMSE of test"`
		Seed   int     `table:"-"`
		hidden int
	}
	a := run{"L-BFGS", 0.021, 7, 8}
	for _, rows := range []any{[]run{a, {Method: "ADMM", Score: 0.5}}, []*run{&a, {Method: "ADMM", Score: 0.5}, nil}} {
		lines := strings.Split(TableOf(rows).String(), "\n")
		if got := strings.Join(strings.Fields(lines[0]), " "); got != "Method SMSE of test" || !strings.HasPrefix(lines[2], "L-BFGS") || !strings.Contains(lines[3], "0.5") {
			t.Errorf("%T is\n%s", rows, strings.Join(lines, "\n"))
		}
	}
	for _, other := range []any{nil, 3, []int{1}, map[string]run{}, (*run)(nil)} {
		if _, err := Check(TableOf(other)); err == nil || !strings.Contains(err.Error(), "is not a slice of structs") {
			t.Errorf("the table of %T has the error %v", other, err)
		}
		if text := TableOf(other).String(); !strings.Contains(text, "is not a slice of structs") {
			t.Errorf("the table of %T is printed as %q", other, text)
		}
	}
}
