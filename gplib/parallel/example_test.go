package parallel_test

import (
	"fmt"

	"krigo/gplib/parallel"
)

func ExampleRows() {
	squares := make([]float64, 100)
	parallel.Rows(len(squares), len(squares), func() func(block, lo, hi int) {
		return func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				squares[i] = float64(i * i)
			}
		}
	})
	fmt.Println(squares[99])
	// Output: 9801
}
