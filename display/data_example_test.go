package display_test

import (
	"context"
	"fmt"

	"krigo/display"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/inducing"
	"krigo/gplib/mcmc"
	"krigo/gplib/metric"
)

// A first look at data: each input, pairs of columns, and one column.
func ExampleObservations() {
	data, _, err := dataset.Friedman(60, 1, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	display.Show(display.Observations(data).Trend().Title("Friedman's function"))
	// Output: <observations figure "Friedman's function", 720×900>: Friedman's function. 60 observations of y from 5.5 to 23.7, against x[0] (0.0397 to 0.998), x[1] (0.00795 to 0.973), x[2] (0.03 to 0.986), x[3] (0.0125 to 0.969), x[4] (0.016 to 0.993), x[5] (0.0137 to 0.991), x[6] (0.0129 to 0.99), x[7] (0.00672 to 0.984), x[8] (0.0122 to 0.993) and x[9] (0.005 to 0.98); the strongest correlation, 0.603, is that with x[3].
}

func ExamplePairs() {
	data, _, err := dataset.Friedman(60, 1, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(display.Pairs(data).Columns("x[0]", "x[3]", "y").Alt())
	// Output: 60 rows of x[0], x[3] and y against one another: the strongest correlation, 0.603, is that of x[3] and y.
}

func ExampleHistogram() {
	fmt.Println(display.Histogram([]float64{1, 2, 2, 3, 5}).Labels("children", "families").Alt())
	// Output: Histogram of 5 bins. 5 numbers from 1 to 5, mean 2.6, standard deviation 1.36.
}

// The same covariance function twice: its matrix, and functions that it makes
// likely.
func ExamplePrior() {
	k := cov.Scale(4, cov.Matern52(2))
	fmt.Println(display.Prior(gplib.Model{Cov: k}).Between(0, 10).Samples(3).Alt())
	fmt.Println(display.Gram(k, cov.Grid(0, 10, 30)).Alt())
	// Output:
	// 3 draws of f from the prior over x from 0 to 10; the band of 95 % lies between −3.92 and 3.92.
	// Covariances of f at 30 points, from 0.003 to 4.
}

func ExampleGram() {
	fmt.Println(display.Gram(cov.Periodic(1, 3), cov.Grid(0, 12, 200)).Alt())
	// Output: Covariances of f at 60 points, from 0.135 to 1.
}

func ExampleContour() {
	x, err := cov.Rows([][]float64{{0, 0}, {1, 0}, {0, 1}, {1, 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	data := gplib.Data{X: x, Y: []float64{0, 1, 1, 2}}
	model := gplib.Model{Cov: cov.SE(1), Noise: gplib.FixedGaussian(0.01)}
	posterior, err := gplib.Condition(model, data)
	if err != nil {
		fmt.Println(err)
		return
	}
	figure := display.Contour(&gplib.Result{Model: model, Posterior: posterior}).
		Truth(func(x []float64) float64 { return x[0] + x[1] })
	fmt.Println(figure)
	// Output: <contour figure, 990×320>
}

func ExampleInducing() {
	data, _, err := dataset.SnelsonLike(100, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	model := gplib.Model{Cov: cov.SE(0.6), Noise: gplib.Gaussian(0.1)}
	fit, err := inducing.Subset{Size: 8}.Fit(context.Background(), model, data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(display.Inducing(fit).Ordered().Title("Eight of a hundred"))
	// Output: <inducing figure "Eight of a hundred", 640×400>
}

func ExampleStep() {
	fit, err := exampleFit(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(display.Step(fit, 0).Title("The start"))
	// Output: <step figure "The start", 640×400>
}

func ExampleResiduals() {
	fit, err := exampleFit(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(display.Residuals(fit).Labels("", "residual, in standard deviations"))
	// Output: <residuals figure, 720×270>
}

func ExampleChainAutocorrelation() {
	target := mcmc.Density{
		Name: []string{"x"}, At: []float64{1},
		Log: func(grad, u []float64) float64 {
			grad[0] = -u[0]
			return -u[0] * u[0] / 2
		},
	}
	chains, err := mcmc.Sample(context.Background(), target, mcmc.NUTS{}, &mcmc.Settings{Draws: 200})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(display.ChainAutocorrelation(chains))
	// Output: <chain autocorrelation figure, 640×320>
}

// Two sizes of a sparse fit next to the exact one, by their error on the data.
func ExampleBudgets() {
	data, truth, err := dataset.SnelsonLike(100, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	model := gplib.Model{Cov: cov.SE(0.6), Noise: gplib.Gaussian(0.1)}
	figure := display.Budgets().Labels("inducing points", "RMSE")
	for _, selector := range []inducing.Selector{inducing.GreedyVariance{}, inducing.Random{}} {
		var points []display.Spent
		for _, m := range []int{4, 8, 16} {
			fit, err := inducing.Subset{Size: m, Selector: selector}.Fit(context.Background(), model, data, nil)
			if err != nil {
				fmt.Println(err)
				return
			}
			p, err := fit.Predict(data.X)
			if err != nil {
				fmt.Println(err)
				return
			}
			rmse, err := metric.RMSE(truth, p.Mean)
			if err != nil {
				fmt.Println(err)
				return
			}
			points = append(points, display.Spent{Budget: float64(m), Scores: []float64{rmse}})
		}
		figure.Method(selector.Name(), points...)
	}
	fmt.Println(figure)
	// Output: <budgets figure, 640×400>
}
