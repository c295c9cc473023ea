package metric_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"

	"krigo/gplib/metric"
)

func TestCRPSIsTheIntegralOfSquaredDifferences(t *testing.T) {
	for _, c := range [][3]float64{{0, 0, 1}, {2, 0.5, 4}, {-3, 1, 0.25}} {
		y, n := c[0], distuv.Normal{Mu: c[1], Sigma: math.Sqrt(c[2])}
		below := quad.Fixed(func(x float64) float64 { return n.CDF(x) * n.CDF(x) }, y-40, y, 4000, nil, 0)
		above := quad.Fixed(func(x float64) float64 { return math.Pow(1-n.CDF(x), 2) }, y, y+40, 4000, nil, 0)
		got, err := metric.CRPS([]float64{y}, []float64{c[1]}, []float64{c[2]})
		if err != nil || math.Abs(got-below-above) > 1e-6 {
			t.Errorf("CRPS %v (%v), the integral is %v", got, err, below+above)
		}
	}
	if got, err := metric.CRPS([]float64{1, 2}, []float64{3, 2}, []float64{0, 0}); err != nil || got != 1 {
		t.Errorf("CRPS of predictions without variance %v (%v), the mean absolute error is 1", got, err)
	}
}

func TestCalibratedPredictionsHaveUniformPITAndTheDiagonalAsCurve(t *testing.T) {
	const n = 20000
	rng := rand.New(rand.NewPCG(1, 1))
	y, mean, variance := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range y {
		mean[i], variance[i] = rng.NormFloat64(), 0.5+rng.Float64()
		y[i] = mean[i] + math.Sqrt(variance[i])*rng.NormFloat64()
	}
	levels := []float64{0.1, 0.5, 0.9, 0.99}
	curve, err := metric.Calibration(y, mean, variance, levels)
	if err != nil {
		t.Fatal(err)
	}
	for j, level := range levels {
		if math.Abs(curve[j]-level) > 0.015 {
			t.Errorf("%v of the observations lie inside the interval of %v", curve[j], level)
		}
	}
	pit, err := metric.PIT(y, mean, variance)
	if err != nil {
		t.Fatal(err)
	}
	var bins [4]int
	for _, p := range pit {
		bins[min(int(4*p), 3)]++
	}
	for b, count := range bins {
		if math.Abs(float64(count)/n-0.25) > 0.015 {
			t.Errorf("quarter %d holds %d of %d", b, count, n)
		}
	}
	for i := range variance {
		variance[i] *= 4
	}
	if wide, _ := metric.Calibration(y, mean, variance, levels); wide[1] < 0.7 {
		t.Errorf("predictions twice too wide cover %v at 0.5", wide[1])
	}
}

func TestCalibrationAgreesWithCoverage(t *testing.T) {
	y, mean, variance := []float64{0, 1, -2, 0.3, 5}, make([]float64, 5), []float64{1, 1, 1, 2, 3}
	for _, level := range []float64{0.2, 0.68, 0.95} {
		lower, upper := make([]float64, 5), make([]float64, 5)
		for i, v := range variance {
			half := distuv.UnitNormal.Quantile((1+level)/2) * math.Sqrt(v)
			lower[i], upper[i] = -half, half
		}
		want, _ := metric.Coverage(y, lower, upper)
		got, err := metric.Calibration(y, mean, variance, []float64{level})
		if err != nil || got[0] != want {
			t.Errorf("%v at %v (%v), want %v", got, level, err, want)
		}
	}
}

func TestOverFoldsIsTheMeanAndItsStandardError(t *testing.T) {
	mean, stdErr, err := metric.OverFolds([]float64{1, 2, 3, 6})
	if want := math.Sqrt(14.0 / 3 / 4); err != nil || mean != 3 || math.Abs(stdErr-want) > 1e-15 {
		t.Errorf("%v ± %v (%v), want 3 ± %v", mean, stdErr, err, want)
	}
	if _, _, err := metric.OverFolds([]float64{1}); err == nil {
		t.Error("one fold has a standard error")
	}
}

func TestDensityMetricsNameBadArguments(t *testing.T) {
	one := []float64{1}
	for name, run := range map[string]func() error{
		"CRPS, variance -1":  func() error { _, err := metric.CRPS(one, one, []float64{-1}); return err },
		"PIT, lengths":       func() error { _, err := metric.PIT(one, []float64{1, 2}, one); return err },
		"Calibration, level": func() error { _, err := metric.Calibration(one, one, one, one); return err },
		"Calibration, none":  func() error { _, err := metric.Calibration(one, one, one, nil); return err },
		"SNLP, train":        func() error { _, err := metric.SNLP(one, one, one, nil); return err },
		"OverFolds, NaN":     func() error { _, _, err := metric.OverFolds([]float64{1, math.NaN()}); return err },
	} {
		if run() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
