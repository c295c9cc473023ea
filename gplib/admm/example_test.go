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

// curve returns a sine with noise of variance 0.04, at 80 points.
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
	// GPCV adjoint BFGS converged
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

// Maximum likelihood by gradient descent with a fixed step, equation 3 of the
// paper, and the same by L-BFGS.
func ExampleGradientDescent() {
	model := gplib.Model{Cov: cov.Scale(1, cov.SE(0.5)), Noise: gplib.Gaussian(0.1)}
	slow, err := admm.GradientDescent{Rate: 0.01}.Fit(context.Background(), model, curve(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	quick, err := gplib.Fit(context.Background(), model, curve(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(slow.Method, "and", quick.Method)
	fmt.Printf("Values %.1f and %.1f\n", slow.Value, quick.Value)
	fmt.Println("L-BFGS took fewer steps:", len(quick.Trace.Steps) < len(slow.Trace.Steps))
	// Output:
	// gradient descent and L-BFGS
	// Values 0.9 and 0.9
	// L-BFGS took fewer steps: true
}

// The honest yardstick: the exact hold-out error that ADMM approaches,
// minimised with a factorisation a step.
func Example_directMinimisation() {
	model := gplib.Model{Cov: cov.SE(0.5), Noise: gplib.FixedGaussian(0.04)}
	data := curve()
	held, err := admm.Interleaved()(data.Len(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	direct := gplib.LBFGS{Objective: gplib.HoldOut{Loss: gplib.SquaredError, Held: held}}
	exact, err := direct.Fit(context.Background(), model, data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fit, err := admm.HoldOut{}.Fit(context.Background(), model, data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("Within 0.1 %%: %v\n", fit.Value < 1.001*exact.Value)
	// Output:
	// Within 0.1 %: true
}

// From 20 observations to 40 and to 80, with random starts among the few.
func ExampleContinuation() {
	model := gplib.Model{Cov: cov.Scale(1, cov.SE(3)), Noise: gplib.Gaussian(0.1)}
	settings := &gplib.Settings{Restarts: 3}
	fit, err := admm.Continuation{Smallest: 20, Growth: 2}.Fit(context.Background(), model, curve(), settings)
	if err != nil {
		fmt.Println(err)
		return
	}
	stages := map[float64]bool{}
	for _, s := range fit.Trace.Steps {
		stages[s.Monitors[len(s.Monitors)-1].Value] = true // "points"
	}
	fmt.Println(fit.Method, fit.Status)
	fmt.Println("Stages:", len(stages))
	// Output:
	// GPCV-ADMM hold-out, continued converged
	// Stages: 3
}

// A tenth of the points predicts; each step is judged by 18 of the others.
func ExampleStochastic() {
	model := gplib.Model{Cov: cov.SE(0.5), Noise: gplib.FixedGaussian(0.04)}
	learner := admm.Stochastic{Split: admm.Random(0.9), Batch: 18}
	fit, err := learner.Fit(context.Background(), model, curve(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fit.Method, fit.Status)
	fmt.Println("The error has fallen:", fit.Value < fit.Trace.Steps[0].Value)
	// Output:
	// GPCV stochastic converged
	// The error has fallen: true
}
