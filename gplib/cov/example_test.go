package cov_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

func Example() {
	k := cov.Sum(
		cov.Scale(4, cov.SE(2.5)),
		cov.Fix(cov.Periodic(1, 12), "period"),
	)
	fmt.Println(k)
	for _, p := range k.Params() {
		fmt.Println(p.Name, p.Value, p.Fixed)
	}
	// Output:
	// 4·SE(2.5) + Periodic(1, 12)
	// se.variance 4 false
	// se.lengthscale 2.5 false
	// periodic.lengthscale 1 false
	// periodic.period 12 true
}

func ExampleSE() {
	x := cov.Line([]float64{0, 1, 2})
	gram := mat.NewDense(3, 3, nil)
	cov.SE(1).Gram(gram, x, x)
	fmt.Printf("%.4f\n", mat.Formatted(gram))
	// Output:
	// ⎡1.0000  0.6065  0.1353⎤
	// ⎢0.6065  1.0000  0.6065⎥
	// ⎣0.1353  0.6065  1.0000⎦
}
