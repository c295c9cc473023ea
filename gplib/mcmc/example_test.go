package mcmc_test

import (
	"context"
	"fmt"

	"krigo/gplib/mcmc"
)

func ExampleSample() {
	normal := mcmc.Density{
		Name: []string{"x"},
		At:   []float64{0},
		Log: func(grad, u []float64) float64 {
			grad[0] = -u[0]
			return -u[0] * u[0] / 2
		},
	}
	chains, err := mcmc.Sample(context.Background(), normal, mcmc.NUTS{}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	x, _ := chains.Values("x")
	rHat, _ := mcmc.RHat(x)
	fmt.Printf("%d chains of %d draws, R-hat %.1f\n", len(x), len(x[0]), rHat)
	// Output: 4 chains of 500 draws, R-hat 1.0
}
