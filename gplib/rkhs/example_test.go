package rkhs_test

import (
	"context"
	"fmt"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/rkhs"
	"krigo/gplib/rkhs/feature"
)

func ExampleSCGD() {
	data, _, err := dataset.SineProduct(400, 0.05, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	network := feature.MLP{Inputs: 2, Widths: []int{32, 16}, Activation: feature.Tanh}
	model := gplib.Model{Cov: rkhs.Linear(network, 1), Noise: gplib.Gaussian(0.1)}
	learner := rkhs.SCGD{Training: rkhs.Training{Batch: 32, Epochs: 20, Rates: []float64{0.01}}}
	fit, err := learner.Fit(context.Background(), model, data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fit.Method, fit.Trace.Objective)
	fmt.Println("The likelihood rose:", fit.Value < fit.Trace.Steps[0].Value)
	// Output:
	// SCGD negative log marginal likelihood per row
	// The likelihood rose: true
}

func ExampleVariableProjection_FitRows() {
	data, _, err := dataset.SineProduct(400, 0.05, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := dataset.Rows(data) // or those of a file
	if err != nil {
		fmt.Println(err)
		return
	}
	network := feature.MLP{Inputs: 2, Widths: []int{32, 16}, Activation: feature.Tanh}
	model := gplib.Model{Cov: rkhs.Linear(network, 1), Noise: gplib.Gaussian(0.1)}
	learner := rkhs.VariableProjection{Training: rkhs.Training{Batch: 32, Epochs: 5}}
	fit, err := learner.FitRows(context.Background(), model, rows, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := fit.Posterior.Predict(cov.Points(data.X.(*cov.Matrix)))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(p.Mean), "predictions; the posterior holds", fit.Posterior.Data().Len(), "rows")
	// Output:
	// 400 predictions; the posterior holds 0 rows
}

func ExampleGaussian() {
	network := feature.MLP{Inputs: 2, Widths: []int{8, 4}}
	exact := rkhs.Gaussian(network, 1)
	features := rkhs.Linear(feature.Chain{network, feature.Fourier{Inputs: 4, Features: 100}}, 1)
	fmt.Println(exact)
	fmt.Println(features.Map().Out(), "features approach it")
	// Output:
	// Gaussian kernel of MLP(2, 8, 4, relu)
	// 100 features approach it
}
