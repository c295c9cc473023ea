package metric_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"krigo/gplib/metric"
)

var (
	y        = []float64{1, 2, 4, 7}
	mean     = []float64{1.5, 2, 3, 9}
	variance = []float64{0.5, 1, 2, 4}
)

func TestPointErrorsByHand(t *testing.T) {
	// Errors -0.5, 0, 1, -2: squares 0.25, 0, 1, 4; variance of y 5.25.
	for _, c := range []struct {
		name string
		f    func(y, mean []float64) (float64, error)
		want float64
	}{
		{"MSE", metric.MSE, 5.25 / 4},
		{"RMSE", metric.RMSE, math.Sqrt(5.25 / 4)},
		{"MAE", metric.MAE, 3.5 / 4},
		{"SMSE", metric.SMSE, 0.25},
		{"R2", metric.R2, 0.75},
	} {
		got, err := c.f(y, mean)
		if err != nil || math.Abs(got-c.want) > 1e-14 {
			t.Errorf("%s = %v (%v), want %v", c.name, got, err, c.want)
		}
	}
}

func TestDensitiesAreThoseOfTheNormalDistribution(t *testing.T) {
	want, trivial := 0.0, 0.0
	train := []float64{0, 2, 4}
	for i := range y {
		want -= distuv.Normal{Mu: mean[i], Sigma: math.Sqrt(variance[i])}.LogProb(y[i]) / 4
		trivial -= distuv.Normal{Mu: 2, Sigma: math.Sqrt(8.0 / 3)}.LogProb(y[i]) / 4
	}
	if got, err := metric.NLPD(y, mean, variance); err != nil || math.Abs(got-want) > 1e-14 {
		t.Errorf("NLPD = %v (%v), want %v", got, err, want)
	}
	if got, err := metric.MSLL(y, mean, variance, train); err != nil || math.Abs(got-want+trivial) > 1e-14 {
		t.Errorf("MSLL = %v (%v), want %v", got, err, want-trivial)
	}
}

func TestCoverageCountsBoundsAsInside(t *testing.T) {
	got, err := metric.Coverage(y, []float64{1, 3, 0, math.Inf(-1)}, []float64{2, 4, 4, math.Inf(1)})
	if err != nil || got != 0.75 {
		t.Errorf("Coverage = %v (%v), want 0.75", got, err)
	}
}

func TestBadInputIsNamed(t *testing.T) {
	nan := []float64{1, math.NaN(), 1, 1}
	_, empty := metric.RMSE(nil, nil)
	_, lengths := metric.MAE(y, mean[:2])
	_, notFinite := metric.RMSE(y, nan)
	_, constant := metric.SMSE([]float64{3, 3}, []float64{1, 2})
	_, negative := metric.NLPD(y, mean, []float64{1, 1, -1, 1})
	_, short := metric.NLPD(y, mean, variance[:1])
	_, train := metric.MSLL(y, mean, variance, []float64{2, 2})
	_, bounds := metric.Coverage(y, y, nan)
	for _, c := range []struct {
		err  error
		want string
	}{
		{empty, "y is empty"},
		{lengths, "4 observations but 2 means"},
		{notFinite, "mean[1] is NaN"},
		{constant, "y is constant, 3"},
		{negative, "variance[2] is -1"},
		{short, "1 variances"},
		{train, "train is constant"},
		{bounds, "bounds 1 are [2, NaN]"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error %v, want %q in it", c.err, c.want)
		}
	}
}

func ExampleRMSE() {
	rmse, err := metric.RMSE([]float64{1, 2, 3}, []float64{1, 2, 5})
	fmt.Printf("%.3f %v\n", rmse, err)
	// Output: 1.155 <nil>
}
