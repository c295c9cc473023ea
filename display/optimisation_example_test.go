package display_test

import (
	"context"
	"fmt"

	"krigo/display"
	"krigo/gplib/bo"
)

// valleySearch returns a run after evaluations of a parabola with the minimum 0 at 0.6.
func valleySearch(n int) *bo.Optimiser {
	space, err := bo.NewSpace(bo.Real("x", 0, 1))
	if err != nil {
		panic(err)
	}
	run, err := bo.New(space, &bo.Settings{Noiseless: true})
	if err != nil {
		panic(err)
	}
	for i := range n {
		x := float64(i) / float64(n)
		if err := run.Tell([]float64{x}, (x-0.6)*(x-0.6)); err != nil {
			panic(err)
		}
	}
	return run
}

// Why the next point of a search is where it is.
func ExampleAcquisition() {
	fmt.Println(display.Acquisition(context.Background(), valleySearch(6)).Title("After six evaluations").Alt())
	// Output: After six evaluations. The mean of the function along x is from −0.00149 to 0.36, with 6 evaluations. The next point is at 0.595. A plot with x from 0 to 1; logEI from −34.5 to −1.45.
}

// Which inputs matter to the value, and where it is low.
func ExampleParallelCoordinates() {
	fmt.Println(display.ParallelCoordinates(valleySearch(6)).Alt())
	// Output: 6 evaluations over the parallel axes x. Values are from 0.00444 to 0.36. The best is evaluation 4, with the value 0.00444 at x = 0.666667.
}

func ExampleRegret() {
	fmt.Println(display.Regret(valleySearch(6), valleySearch(8)).Minimum(0).Names("six", "eight").Alt())
	// Output: The regret. six: 0.00444 after 6 evaluations; eight: 0.000625 after 8 evaluations.
}
