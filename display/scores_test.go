package display

import (
	"context"
	"strings"
	"testing"

	"krigo/display/internal/format"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/metric"
	"krigo/gplib/softmax"
)

func TestScoresMarkTheBestOfEachLoss(t *testing.T) {
	test := sineData(12)
	good, bad := posterior{data: test, l: 1, s: 0.01}, posterior{data: test, l: 1, s: 10}
	text := Scores(test, fitOf("L-BFGS", bad), fitOf("L-BFGS", good)).Names("L-BFGS, ML", "good").String()
	lines := strings.Split(text, "\n")
	if strings.Count(lines[3], " *") != 5 || strings.Contains(lines[2], " *") || !strings.HasPrefix(lines[2], "L-BFGS, ML ") {
		t.Errorf("got\n%s", text)
	}
	for _, header := range []string{"RMSE", "MAE", "SMSE", "NLPD", "CRPS", "50 %", "95 %"} {
		if !strings.Contains(lines[0], header) {
			t.Errorf("no %s in %s", header, lines[0])
		}
	}
	if one := Scores(test, fitOf("A", good)).String(); strings.Contains(one, "*") {
		t.Errorf("the best of one:\n%s", one)
	}
}

func TestScoresTellWhatHasNone(t *testing.T) {
	d := sineData(5)
	good, bad := fitOf("L-BFGS", posterior{data: d, l: 1, s: 0.1}), (&gplib.Result{}).Named("a_<b>")
	fits := []*gplib.Result{bad, nil, good}
	text := Scores(d, fits...).Names("", "none", "").String()
	table, below, _ := strings.Cut(text, "\na_<b>: ")
	if strings.Contains(table, "no posterior") || strings.Count(table, " error") != 2 || strings.Contains(table, "1 *") {
		t.Errorf("the reasons do not stand below the table:\n%s", text)
	}
	if strings.Count(below, "has no posterior") != 2 || strings.Count(below, "\nnone: ") != 1 {
		t.Errorf("got\n%s", text)
	}
	b, err := mime.Check(Scores(d, bad))
	if err != nil {
		t.Fatal(err)
	}
	const why = "the result is nil or has no posterior"
	for key, want := range map[string]string{
		mime.TypePlain: "\na_<b>: " + why, mime.TypeHTML: "<p>a_&lt;b&gt;: " + why, mime.TypeMarkdown: why, mime.TypeLaTeX: `a\_`,
	} {
		if text, _ := b.Data[key].(string); !strings.Contains(text, want) {
			t.Errorf("%s: no %q in\n%s", key, want, text)
		}
	}
	if text := Scores(gplib.Data{}, good).String(); !strings.Contains(text, "x is nil") {
		t.Errorf("got\n%s", text)
	}
}

// Fits of labels and of classes have their scores, as package metric computes them.
func TestScoresOfLabelsAndClasses(t *testing.T) {
	labels, classes := labelsOf(40), classesOf(40)
	y := labels.Posterior.Data().Y
	q, err := labels.Predict(labels.Posterior.Data().X)
	if err != nil {
		t.Fatal(err)
	}
	right, err := metric.Accuracy(y, q.MeanY())
	if err != nil {
		t.Fatal(err)
	}
	area, err := metric.AUC(y, q.MeanY()) // as display.ROC has it
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(Scores(labels.Posterior.Data(), labels).Names("labels").Digits(3).String(), "\n")
	if got := strings.Join(strings.Fields(lines[0]), " "); got != "fit accuracy AUC log loss Brier" {
		t.Errorf("the columns are %q", got)
	}
	if f := strings.Fields(lines[2]); f[1] != format.Number(right, 3) || f[2] != format.Number(area, 3) {
		t.Errorf("the row is %q, want %v and %v", lines[2], right, area)
	}

	c, err := softmax.Classify(classes, classes.Posterior.Data().X)
	if err != nil {
		t.Fatal(err)
	}
	loss, err := metric.ClassLogLoss(classes.Posterior.Data().Y, c.Prob)
	if err != nil {
		t.Fatal(err)
	}
	lines = strings.Split(Scores(classes.Posterior.Data(), classes).Names("classes").Digits(3).String(), "\n")
	if got := strings.Join(strings.Fields(lines[0]), " "); got != "fit accuracy log loss Brier" {
		t.Errorf("the columns are %q", got)
	}
	if f := strings.Fields(lines[2]); f[2] != format.Number(loss, 3) {
		t.Errorf("the row is %q, want a log loss of %v", lines[2], loss)
	}
}

// A table of fits of labels next to fits of numbers has the scores of both; the greatest accuracy is the best.
func TestScoresMarkTheGreatestAccuracy(t *testing.T) {
	scores := []scored{
		{values: map[string]float64{"RMSE": 0.3, accuracy: 0.9, brier: 0.09}}, {values: map[string]float64{"RMSE": 0.4, accuracy: 0.8, brier: 0.16}},
		{values: map[string]float64{"RMSE": 0.2}},
	}
	lines := strings.Split(scoreTable([]string{"a", "b", "c"}, scores, 3).String(), "\n")
	if !strings.Contains(lines[0], "RMSE") || !strings.Contains(lines[0], "accuracy") || strings.Contains(lines[0], "AUC") {
		t.Errorf("the columns are %s", lines[0])
	}
	if strings.Count(lines[2], " *") != 2 || strings.Count(lines[3], " *") != 0 || strings.Count(lines[4], " *") != 1 {
		t.Errorf("got\n%s", strings.Join(lines, "\n"))
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
