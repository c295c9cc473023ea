package display

import (
	"context"
	"strings"
	"testing"

	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

func TestScoresMarkTheBestOfEachLoss(t *testing.T) {
	test := sineData(12)
	good, bad := posterior{data: test, l: 1, s: 0.01}, posterior{data: test, l: 1, s: 10}
	text := Scores(test, fitOf("L-BFGS", bad), good).Names("", "good").String()
	lines := strings.Split(text, "\n")
	if strings.Count(lines[3], " *") != 5 || strings.Contains(lines[2], " *") || !strings.HasPrefix(lines[2], "L-BFGS, ML ") {
		t.Errorf("got\n%s", text)
	}
	for _, header := range []string{"RMSE", "MAE", "SMSE", "NLPD", "CRPS", "50 %", "95 %"} {
		if !strings.Contains(lines[0], header) {
			t.Errorf("no %s in %s", header, lines[0])
		}
	}
	if one := Scores(test, near).String(); strings.Contains(one, "*") {
		t.Errorf("the best of one:\n%s", one)
	}
}

func TestScoresTellWhatHasNone(t *testing.T) {
	d := sineData(5)
	text := Scores(d, 7, (*gplib.Result)(nil), posterior{data: d, l: 1, s: 0.1}).String()
	if strings.Count(text, "not a result") != 2 || strings.Contains(text, "1 *") {
		t.Errorf("got\n%s", text)
	}
	table, below, _ := strings.Cut(text, "\nposterior 1: ")
	if strings.Contains(table, "not a result") || strings.Count(table, " error") != 2 || strings.Count(below, "\nposterior 2: ") != 1 {
		t.Errorf("the reasons do not stand below the table:\n%s", text)
	}
	b, err := mime.Check(Scores(d, 7).Names("a_<b>"))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		mime.TypePlain: "\na_<b>: int is not", mime.TypeHTML: "<p>a_&lt;b&gt;: int is not", mime.TypeMarkdown: "int is not", mime.TypeLaTeX: `a\_`,
	} {
		if text, _ := b.Data[key].(string); !strings.Contains(text, want) {
			t.Errorf("%s: no %q in\n%s", key, want, text)
		}
	}
	if text := Scores(gplib.Data{}, posterior{data: d, l: 1, s: 0.1}).String(); !strings.Contains(text, "x is nil") {
		t.Errorf("got\n%s", text)
	}
}

func TestMarkedCellsAreBoldOrTied(t *testing.T) {
	best, tied := markedCell{"1 ± 0.1", " *"}, markedCell{"2", " ≈"}
	for got, want := range map[string]string{
		best.String(): "1 ± 0.1 *", best.HTML(): "<b>1 ± 0.1</b>", best.LaTeX(): `\textbf{1 $\pm$ 0.1}`,
		tied.String(): "2 ≈", tied.HTML(): "2 ≈", tied.LaTeX(): `2 $\approx$`,
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestComparisonsShowThemselves(t *testing.T) {
	folds, err := dataset.KFold(sineData(15), 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	broken := gplib.Contender{Name: "broken <1>", Model: gplib.Model{Cov: cov.SE(), Noise: gplib.Gaussian(1)}}
	c, err := gplib.Compare(context.Background(), folds, gplib.Contender{Settings: &gplib.Settings{MaxIter: 3}}, broken)
	if err != nil {
		t.Fatal(err)
	}
	b, err := mime.Check(c)
	if err != nil {
		t.Fatal(err)
	}
	for key, wants := range map[string][]string{
		mime.TypePlain:    {"L-BFGS, ML", " *", "–"},
		mime.TypeHTML:     {"<table>", "broken &lt;1&gt;, 3 of 3 folds: failed", "Nadeau"},
		mime.TypeMarkdown: {"| L-BFGS, ML |", "failed"},
		mime.TypeLaTeX:    {`\begin{tabular}`, `$\approx$ is tied`},
	} {
		for _, want := range wants {
			if text, _ := b.Data[key].(string); !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", key, want, text)
			}
		}
	}
}
