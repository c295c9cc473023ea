package display

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
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
method              SMSE    n   time
────────────────  ──────  ───  ─────
L-BFGS <a>        0.0213  100  1.5 s
50 % | _x_ & $y$    -1.5`, "\n")
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
		"<b>Test &amp; errors</b></caption>", `<td style="text-align:right">0.0213</td>`,
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
	for _, want := range []string{`\begin{tabular}{lrrr}`, `50 \% | \_x\_ \& \$y\$ & $-$1.5 &  &  \\`, `Test \& errors`} {
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

func TestATableWithoutRowsOrColumnsStillShows(t *testing.T) {
	for _, table := range []*Tabular{Table(nil, nil), Table([]string{"a"}, nil), Table(nil, [][]any{{1, nil}})} {
		for key := range map[string]bool{mimePlain: true, mimeHTML: true, mimeLaTeX: true, mimeMarkdown: true} {
			if _, ok := Of(table).Data[key]; !ok {
				t.Errorf("no %s", key)
			}
		}
	}
}

func TestParamsOfSeveralModelsStandSideBySide(t *testing.T) {
	a := fitOf("L-BFGS", posterior{l: 1})
	b := fitOf("ADMM", posterior{l: 2})
	lines := strings.Split(Params(a, b, 7).String(), "\n")
	if f := strings.Fields(lines[0]); strings.Join(f, " ") != "hyper-parameter L-BFGS ADMM int" {
		t.Errorf("header %q", f)
	}
	found := false
	for _, line := range lines[2:] {
		f := strings.Fields(line)
		found = found || strings.Contains(f[0], "lengthscale") && f[1] == "1" && f[2] == "2"
	}
	if !found || !strings.Contains(lines[len(lines)-1], "not a model") {
		t.Errorf("got\n%s", strings.Join(lines, "\n"))
	}
}

func TestParamsTellPriorsTiesAndFixedValues(t *testing.T) {
	k := cov.Sum(cov.SE(1), cov.Matern32(1), cov.Fix(cov.Periodic(1, 2), "period"))
	k = cov.WithPrior(cov.Tie(k, "se.lengthscale", "matern32.lengthscale"), "periodic.lengthscale", cov.LogNormalPrior(0, 1))
	got := Params(gplib.Model{Cov: k, Noise: gplib.Gaussian(0.1)}).String()
	for _, want := range []string{"fixed", "tied to ", "prior "} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestResultsSaysHowEachFitWent(t *testing.T) {
	got := Results(fitOf("L-BFGS", posterior{l: 1}), nil).String()
	for _, want := range []string{"negative log marginal likelihood", "12.35", "29", "1.23 s", "converged", "no result"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
