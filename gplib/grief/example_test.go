package grief_test

import (
	"context"
	"fmt"
	"math"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/grief"
)

// wave returns y = sin x₁ sin x₂ with noise of standard deviation 0.1 at 2000
// points, and a model to begin with.
func wave() (gplib.Data, gplib.Model) {
	data, _, err := dataset.SineProduct(2000, 0.1, 1)
	if err != nil {
		panic(err)
	}
	return data, gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.1)}
}

func ExampleTypeII() {
	data, model := wave()
	fit, err := grief.TypeII{Functions: 60, Exact: 200}.Fit(context.Background(), model, data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	noise, _ := fit.Param("noise.variance")
	at, _ := cov.Rows([][]float64{{math.Pi / 2, math.Pi / 2}})
	p, err := fit.Predict(at)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fit.Method)
	fmt.Printf("noise %.2f, f(π/2, π/2) is about %.1f\n", math.Sqrt(noise.Value), p.Mean[0])
	// Output:
	// GP-GRIEF type II
	// noise 0.10, f(π/2, π/2) is about 1.0
}

func ExamplePosterior_MarshalBinary() {
	data, model := wave()
	fit, err := grief.TypeII{Functions: 40, Exact: -1}.Fit(context.Background(), model, data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	learned, err := grief.Details(fit)
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := learned.MarshalBinary()
	if err != nil {
		fmt.Println(err)
		return
	}
	var read grief.Posterior
	if err := read.UnmarshalBinary(file); err != nil {
		fmt.Println(err)
		return
	}
	at, _ := cov.Rows([][]float64{{1, 2}})
	before, _ := learned.Predict(at)
	after, _ := read.Predict(at)
	fmt.Println(before.Mean[0] == after.Mean[0], before.VarY[0] == after.VarY[0])
	// Output: true true
}

func ExampleTypeII_FitRows() {
	rows, err := dataset.ElectricLike(5000, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	model := gplib.Model{Cov: cov.Scale(1, cov.SE(2)), Noise: gplib.Gaussian(0.1)}
	settings := &gplib.Settings{MaxIter: 3}
	fit, err := grief.TypeII{Functions: 30, Exact: 100, Rounds: 1}.FitRows(context.Background(), model, rows, settings)
	if err != nil {
		fmt.Println(err)
		return
	}
	details, err := grief.Details(fit)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(details.Sums().N, "rows,", details.Basis().Len(), "functions,", details.Data().Len(), "rows kept")
	// Output:
	// 5000 rows, 30 functions, 0 rows kept
}

func ExampleTypeI() {
	data, model := wave()
	learner := grief.TypeI{Functions: 40, Exact: 200, Chains: 2, Steps: 2000}
	fit, err := learner.Fit(context.Background(), model, data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	details, err := grief.Details(fit)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: noise %.2f from %d chains\n", fit.Method, math.Sqrt(details.Noise()), len(details.Chains().Draws))
	// Output:
	// GP-GRIEF type I, orthogonal: noise 0.10 from 2 chains
}

func ExampleQuadrature() {
	data, model := wave()
	fit, err := grief.Quadrature{Functions: 40, Exact: 200}.Fit(context.Background(), model, data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	details, err := grief.Details(fit)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: noise %.2f, %d weights\n", fit.Method, math.Sqrt(details.Noise()), len(details.Weights()))
	// Output:
	// GP-GRIEF type I, quadrature: noise 0.10, 40 weights
}
