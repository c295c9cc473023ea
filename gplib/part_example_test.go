package gplib_test

import (
	"context"
	"errors"
	"fmt"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Each start could run in another process; the last fit makes the result of the best.
func ExamplePart() {
	xs, ys := []float64{0, 1, 2, 3, 4, 5, 6, 7}, []float64{0, 0.84, 0.91, 0.14, -0.76, -0.96, -0.28, 0.66}
	model := gplib.Model{Cov: cov.SE(2), Noise: gplib.FixedGaussian(0.01)}
	data := gplib.Data{X: cov.Line(xs), Y: ys}
	settings := gplib.Settings{Restarts: 2}
	scores := make([]float64, 3)
	best := 0
	for k := range scores {
		settings.Part = &gplib.Part{Start: k, Report: func(end *gplib.StartEnd) { scores[k] = end.Score }}
		if _, err := gplib.Fit(context.Background(), model, data, &settings); !errors.Is(err, gplib.ErrReported) {
			fmt.Println(err)
			return
		}
		if scores[k] < scores[best] {
			best = k
		}
	}
	settings.Part = &gplib.Part{Start: best}
	fit, err := gplib.Fit(context.Background(), model, data, &settings)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fit.Value == scores[best], fit.Trace.Steps[0].Restart == best)
	// Output: true true
}
