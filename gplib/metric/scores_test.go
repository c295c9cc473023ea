package metric_test

import (
	"fmt"
	"math"
	"testing"

	"krigo/gplib/metric"
)

func TestAllIsEachScore(t *testing.T) {
	y, mean, variance := []float64{1, 2, 4}, []float64{1.5, 2, 3}, []float64{1, 0.25, 4}
	s, err := metric.All(y, mean, variance)
	if err != nil {
		t.Fatal(err)
	}
	// By hand: the errors are -0.5, 0 and 1; their z-values 0.5, 0 and 0.5; the variance
	// of y is 14/9; half of the normal distribution lies within 0.674.
	nlpd := 0.0
	for i, e := range []float64{-0.5, 0, 1} {
		nlpd += (math.Log(2*math.Pi*variance[i]) + e*e/variance[i]) / 6
	}
	for name, want := range map[string]float64{
		"RMSE": math.Sqrt(1.25 / 3), "MAE": 0.5, "SMSE": 1.25 / 3 / (14.0 / 9), "NLPD": nlpd, "50 %": 1, "95 %": 1,
	} {
		if got, err := s.Of(name); err != nil || math.Abs(got-want) > 1e-14 {
			t.Errorf("%s is %v (%v), want %v", name, got, err, want)
		}
	}
	if crps, err := metric.CRPS(y, mean, variance); err != nil || s.CRPS != crps {
		t.Errorf("CRPS is %v, want %v", s.CRPS, crps)
	}
	if _, err := s.Of("R2"); err == nil {
		t.Error("there is a score R2")
	}
}

func TestAllOfConstantObservationsHasNoSMSE(t *testing.T) {
	s, err := metric.All([]float64{2}, []float64{1}, []float64{1})
	if err != nil || !math.IsNaN(s.SMSE) || s.RMSE != 1 {
		t.Errorf("%+v (%v)", s, err)
	}
	if _, err := metric.All([]float64{2}, []float64{1}, []float64{0}); err == nil {
		t.Error("a variance of 0 has a density")
	}
}

func TestTheTextOfScoresNamesThem(t *testing.T) {
	s := metric.Scores{RMSE: 0.25, MAE: 0.2, SMSE: math.NaN(), NLPD: -1.5, CRPS: 0.1, Coverage50: 0.48, Coverage95: 1}
	want := "RMSE 0.25, MAE 0.2, SMSE NaN, NLPD -1.5, CRPS 0.1, 50 % intervals hold 48 %, 95 % intervals hold 100 %"
	if got := fmt.Sprint(s); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
