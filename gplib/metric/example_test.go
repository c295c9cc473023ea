package metric_test

import (
	"fmt"

	"krigo/gplib/metric"
)

func Example() {
	y := []float64{1, 2, 3, 4}
	mean := []float64{1.1, 1.9, 3.2, 3.8}
	variance := []float64{0.04, 0.04, 0.04, 0.04}
	for _, m := range []struct {
		name string
		of   func() (float64, error)
	}{
		{"RMSE", func() (float64, error) { return metric.RMSE(y, mean) }},
		{"MAE", func() (float64, error) { return metric.MAE(y, mean) }},
		{"SMSE", func() (float64, error) { return metric.SMSE(y, mean) }},
		{"R2", func() (float64, error) { return metric.R2(y, mean) }},
		{"NLPD", func() (float64, error) { return metric.NLPD(y, mean, variance) }},
		{"CRPS", func() (float64, error) { return metric.CRPS(y, mean, variance) }},
	} {
		v, err := m.of()
		fmt.Printf("%-4s %7.4f %v\n", m.name, v, err)
	}
	// Output:
	// RMSE  0.1581 <nil>
	// MAE   0.1500 <nil>
	// SMSE  0.0200 <nil>
	// R2    0.9800 <nil>
	// NLPD -0.3780 <nil>
	// CRPS  0.0934 <nil>
}

func ExampleCalibration() {
	y := []float64{-2, -1, 0, 1}
	zeros, ones := make([]float64, 4), []float64{1, 1, 1, 1}
	inside, err := metric.Calibration(y, zeros, ones, []float64{0.5, 0.9, 0.99})
	fmt.Println(inside, err)
	pit, err := metric.PIT(y, zeros, ones)
	fmt.Printf("%.3f %v\n", pit, err)
	// Output:
	// [0.25 0.75 1] <nil>
	// [0.023 0.159 0.500 0.841] <nil>
}

func ExampleOverFolds() {
	mean, stdErr, err := metric.OverFolds([]float64{4.9, 5.1, 5.0})
	fmt.Printf("%.3f ± %.3f %v\n", mean, stdErr, err)
	// Output: 5.000 ± 0.058 <nil>
}
