package display

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
)

// classified returns a result for labels or counts on a line, at parameters that are not learned.
func classified(t *testing.T, l lik.Func, y []float64) *gplib.Result {
	t.Helper()
	x := make([]float64, len(y))
	for i := range x {
		x[i] = float64(i)
	}
	d, err := gplib.NewData(cov.Line(x), y)
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{Cov: cov.Scale(4, cov.SE(2)), Lik: l}
	p, err := laplace.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	return &gplib.Result{Method: "Laplace", Model: m, Posterior: p}
}

var (
	someLabels = []float64{0, 0, 1, 0, 1, 1, 1, 0, 1, 0, 0, 0}
	someCounts = []float64{1, 0, 3, 4, 9, 14, 11, 6, 2, 1, 0, 0}
)

// The curve of labels is the probability, between those of the bounds of f, and that of counts has
// limits of observations that are not symmetric.
func TestTheFitOfALikelihoodIsOfItsMean(t *testing.T) {
	at := []float64{0.5, 3.3, 20}
	for name, r := range map[string]*gplib.Result{
		"labels": classified(t, lik.Bernoulli(), someLabels), "counts": classified(t, lik.Poisson(), someCounts),
	} {
		q, err := r.Predict(cov.Line(at))
		if err != nil {
			t.Fatal(err)
		}
		f := forecastOf(at, q, 0)
		link := math.Exp
		if name == "labels" {
			link = func(f float64) float64 { return 1 / (1 + math.Exp(-f)) }
		}
		for i := range at {
			sd := math.Sqrt(q.Var[i])
			for _, c := range []struct{ got, want float64 }{
				{f.most.lower[i], link(q.Mean[i] - z95*sd)}, {f.most.upper[i], link(q.Mean[i] + z95*sd)}, {f.half.upper[i], link(q.Mean[i] + z50*sd)},
			} {
				if math.Abs(c.got-c.want) > 1e-9*c.want {
					t.Errorf("%s: a bound at %v is %v, not %v", name, at[i], c.got, c.want)
				}
			}
			if name == "labels" && !(f.mean[i] > f.most.lower[i] && f.mean[i] < f.most.upper[i]) || name == "counts" && f.mean[i] != q.MeanY()[i] {
				t.Errorf("%s: the mean at %v is %v", name, at[i], f.mean[i])
			}
		}
		if (name == "labels") != (f.observed.lower == nil) {
			t.Errorf("%s: the limits of observations are %v", name, f.observed)
		}
	}
}

// Figures of results with a likelihood are drawn, and say what of.
func TestFiguresOfALikelihood(t *testing.T) {
	labels, counts := classified(t, lik.Bernoulli(), someLabels), classified(t, lik.Poisson(), someCounts)
	robust := classified(t, lik.StudentT(1, 4), someCounts)
	q, err := robust.Predict(robust.Posterior.Data().X)
	if err != nil {
		t.Fatal(err)
	}
	for want, show := range map[string]any{
		"the probability runs from": Fit(labels).Samples(2),
		"the mean of y runs from":   Fit(counts),
		"Residuals":                 Residuals(counts),
		"calibration":               Calibration(someCounts, q),
		"Prior":                     Prior(counts.Model).Between(0, 10),
		"studentt.dof":              Params(robust),
		"log loss":                  Scores(labels.Posterior.Data(), labels),
	} {
		text := fmt.Sprint(show)
		if figure, ok := show.(interface{ Alt() string }); ok {
			text = figure.Alt()
		}
		if strings.Contains(text, "display:") || !strings.Contains(strings.ToLower(text), strings.ToLower(want)) {
			t.Errorf("%q is not in %.300q", want, text)
		}
	}
	q, err = counts.Predict(counts.Posterior.Data().X)
	if err != nil {
		t.Fatal(err)
	}
	if text := PIT(someCounts, q).MIMEBundle()["text/plain"]; !strings.Contains(fmt.Sprint(text), "whole numbers") {
		t.Errorf("the PIT of counts is %.300v", text)
	}
}
