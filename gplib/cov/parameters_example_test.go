package cov_test

import (
	"fmt"

	"krigo/gplib/cov"
)

func ExampleMatrix_Join() {
	joined, err := cov.Line([]float64{0, 1}).Join(cov.Line([]float64{5}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(joined, joined.(*cov.Matrix).Column(0))
	// Output: 3 points in 1 dimension [0 1 5]
}
