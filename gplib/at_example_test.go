package gplib_test

import (
	"context"
	"fmt"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// The result as it was at the starting point, and at the end.
func ExampleResult_At() {
	data, err := gplib.NewData(cov.Line([]float64{0, 1, 2, 3}), []float64{0.5, 1, -0.5, 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	model := gplib.Model{Cov: cov.SE(1), Noise: gplib.FixedGaussian(0.1)}
	fit, err := gplib.Fit(context.Background(), model, data, &gplib.Settings{OwnStart: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	kept := fit.KeptSteps()
	for _, i := range []int{kept[0], kept[len(kept)-1]} {
		at, err := fit.At(i)
		if err != nil {
			fmt.Println(err)
			return
		}
		p, err := at.Predict(cov.Line([]float64{1.5}))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: the mean at 1.5 is %.3f\n", at.Name, p.Mean[0])
	}
	// Output:
	// L-BFGS, ML at step 0: the mean at 1.5 is 0.237
	// L-BFGS, ML at step 7: the mean at 1.5 is 0.228
}
