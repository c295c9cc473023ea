package admm_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"krigo/gplib"
	"krigo/gplib/admm"
	"krigo/gplib/cov"
)

// curve is a sine with noise of variance 0.04, at 80 points.
func curve() gplib.Data {
	rng := rand.New(rand.NewPCG(1, 1))
	x, y := make([]float64, 80), make([]float64, 80)
	for i := range x {
		x[i] = float64(i) / 8
		y[i] = math.Sin(x[i]) + 0.2*rng.NormFloat64()
	}
	data, err := gplib.NewData(cov.Line(x), y)
	if err != nil {
		panic(err)
	}
	return data
}

func ExampleHoldOut() {
	model := gplib.Model{Cov: cov.Scale(1, cov.SE(0.5)), Noise: gplib.Gaussian(0.1)}
	fit, err := admm.HoldOut{}.Fit(context.Background(), model, curve(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := fit.Predict(cov.Line([]float64{math.Pi / 2}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fit.Method, fit.Status)
	fmt.Printf("f(π/2) is about %.1f\n", p.Mean[0])
	// Output:
	// GPCV-ADMM hold-out converged
	// f(π/2) is about 1.0
}

func ExampleAdjoint() {
	model := gplib.Model{Cov: cov.Scale(1, cov.SE(0.5)), Noise: gplib.Gaussian(0.1)}
	settings := &gplib.Settings{Restarts: 2}
	fit, err := admm.Adjoint{Split: admm.Random(0.5)}.Fit(context.Background(), model, curve(), settings)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fit.Method, fit.Status)
	// Output:
	// GPCV adjoint L-BFGS converged
}

func ExampleKFold() {
	model := gplib.Model{Cov: cov.Scale(1, cov.SE(0.5)), Noise: gplib.Gaussian(0.1)}
	consensus := admm.KFold{Folds: admm.RandomFolds(4)}
	fit, err := consensus.Fit(context.Background(), model, curve(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	naive := admm.KFold{Folds: admm.RandomFolds(4), Scheme: admm.Naive}
	mean, err := naive.Fit(context.Background(), model, curve(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fit.Trace.Objective)
	fmt.Println("Consensus ends at or below the mean of the folds:", fit.Value <= mean.Value)
	// Output:
	// 4-fold sum of squares
	// Consensus ends at or below the mean of the folds: true
}

func ExamplePaper() {
	model := gplib.Model{Cov: cov.SE(0.9), Noise: gplib.FixedGaussian(0.04)}
	paper, err := admm.Paper().Fit(context.Background(), model, curve(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	ours, err := admm.HoldOut{}.Fit(context.Background(), model, curve(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("The paper's rule stops above our error:", paper.Value > ours.Value)
	// Output:
	// The paper's rule stops above our error: true
}
