package gplib_test

import (
	"context"
	"fmt"
	"math"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func Example() {
	xs := []float64{0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6}
	ys := make([]float64, len(xs))
	for i, x := range xs {
		ys[i] = math.Sin(x)
	}
	data, err := gplib.NewData(cov.Line(xs), ys)
	if err != nil {
		fmt.Println(err)
		return
	}
	model := gplib.Model{
		Cov:   cov.Scale(1, cov.SE(1)),
		Noise: gplib.BoundedGaussian(0.01, 1e-6, 1),
	}
	fit, err := gplib.Fit(context.Background(), model, data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := fit.Predict(cov.Line([]float64{math.Pi / 2}))
	if err != nil {
		fmt.Println(err)
		return
	}
	lower, upper := p.Interval(0.95)
	fmt.Println(fit.Status)
	fmt.Printf("mean %.2f, 95 %% interval holds 1: %v\n", p.Mean[0], lower[0] < 1 && 1 < upper[0])
	// Output:
	// converged
	// mean 1.00, 95 % interval holds 1: true
}

func ExampleCondition() {
	data, _ := gplib.NewData(cov.Line([]float64{0, 1}), []float64{0, 2})
	model := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.25)}
	posterior, err := gplib.Condition(model, data)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, _ := posterior.Predict(cov.Line([]float64{1, 100}))
	fmt.Printf("mean %.3f, variance %.3f\n", p.Mean, p.Var)
	// Output: mean [1.477 0.000], variance [0.185 1.000]
}

func ExampleModel_Param() {
	model := gplib.Model{Cov: cov.Scale(2, cov.SE(0.5)), Noise: gplib.Gaussian(0.1)}
	l, err := model.Param("lengthscale")
	fmt.Println(l.Value, err)
	_, err = model.Param("period")
	fmt.Println(err)
	// Output:
	// 0.5 <nil>
	// gplib: no parameter "period"; available: variance, lengthscale, noise.variance
}
