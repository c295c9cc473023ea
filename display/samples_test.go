package display

import (
	"math"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func exactFit() *gplib.Result {
	m := gplib.Model{Cov: cov.Scale(1, cov.Matern32(1)), Noise: gplib.Gaussian(0.04)}
	posterior, err := gplib.Condition(m, sineData(30))
	if err != nil {
		panic(err)
	}
	return &gplib.Result{Method: "exact", Model: m, Posterior: posterior}
}

func TestSamplesHaveThePosteriorsMoments(t *testing.T) {
	fit := exactFit()
	x := cov.Grid(0, 12, 9)
	const count = 4000
	draws, err := drawSamples(fit.Posterior, x, count)
	if err != nil {
		t.Fatal(err)
	}
	p, err := fit.Posterior.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range x.Len() {
		sum, squares := 0.0, 0.0
		for _, draw := range draws {
			sum += draw[i]
			squares += (draw[i] - p.Mean[i]) * (draw[i] - p.Mean[i])
		}
		if got := sum / count; math.Abs(got-p.Mean[i]) > 5*math.Sqrt(p.Var[i]/count) {
			t.Errorf("point %d has the mean %v, want %v", i, got, p.Mean[i])
		}
		if got := squares / count; math.Abs(got-p.Var[i]) > 0.12*p.Var[i] {
			t.Errorf("point %d has the variance %v, want %v", i, got, p.Var[i])
		}
	}
}

func TestSamplesOfAPosteriorWithoutCovarianceSayWhy(t *testing.T) {
	f := Fit(fitOf("A", posterior{data: sineData(5), l: 1, s: 1})).Samples(2)
	if _, err := f.Encode("png"); err == nil || !strings.Contains(err.Error(), "no covariance") {
		t.Errorf("error %v", err)
	}
	if _, err := Fit(exactFit()).Samples(-1).Encode("png"); err == nil || !strings.Contains(err.Error(), "Samples(-1)") {
		t.Errorf("error %v", err)
	}
}
