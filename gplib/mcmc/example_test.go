package mcmc_test

import (
	"context"
	"fmt"

	"krigo/gplib"
	"krigo/gplib/cov"
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

// Draws of hyper-parameters are models, whose predictions can be averaged.
func ExampleHyper() {
	data, err := gplib.NewData(cov.Line([]float64{0, 1, 2, 3, 4}), []float64{0, 0.8, 0.9, 0.1, -0.8})
	if err != nil {
		fmt.Println(err)
		return
	}
	model := gplib.Model{
		Cov:   cov.WithPrior(cov.SE(1), "lengthscale", cov.GammaPrior(3, 1)),
		Noise: gplib.FixedGaussian(0.01),
	}
	target, err := mcmc.Hyper(gplib.LML{}, model, data)
	if err != nil {
		fmt.Println(err)
		return
	}
	chains, err := mcmc.Sample(context.Background(), target, mcmc.MALA{}, &mcmc.Settings{Chains: 2, Warmup: 100, Draws: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	drawn, err := target.Model(chains.Draws[0][99])
	if err != nil {
		fmt.Println(err)
		return
	}
	lengthscale, err := drawn.Param("lengthscale")
	fmt.Println(chains.Names, lengthscale.Value > 0.5, err)
	// Output: [lengthscale] true <nil>
}

// Chains that have not met have an R-hat well above 1.01 and hardly any
// effective draws.
func ExampleRHat() {
	apart := [][]float64{make([]float64, 100), make([]float64, 100)}
	for i := range 100 {
		apart[0][i] = float64(i % 7)
		apart[1][i] = 50 + float64(i%7)
	}
	rHat, err := mcmc.RHat(apart)
	ess, _ := mcmc.ESSBulk(apart)
	fmt.Println(rHat > 1.5, ess < 10, err)
	// Output: true true <nil>
}

// A learner whose predictions are averages over draws of the parameters.
func ExampleLearner() {
	data, err := gplib.NewData(cov.Line([]float64{0, 1, 2, 3, 4}), []float64{0, 0.8, 0.9, 0.1, -0.8})
	if err != nil {
		fmt.Println(err)
		return
	}
	model := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.FixedGaussian(0.01)}
	fit, err := mcmc.Learner{Chains: 2, Warmup: 200, Draws: 200}.Fit(context.Background(), model, data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := fit.Predict(cov.Line([]float64{1.5}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fit.Posterior, p.Var[0] > 0)
	// Output: mixture of 100 posteriors given 5 observations true
}

// The chains could run in other processes, as those of cluster.Fit do.
func ExampleLearner_FitChains() {
	data, err := gplib.NewData(cov.Line([]float64{0, 1, 2, 3, 4}), []float64{0, 0.8, 0.9, 0.1, -0.8})
	if err != nil {
		fmt.Println(err)
		return
	}
	model := gplib.Model{Cov: cov.WithPrior(cov.SE(1), "lengthscale", cov.GammaPrior(3, 1)), Noise: gplib.FixedGaussian(0.01)}
	learner, settings := mcmc.Learner{Chains: 2}, &gplib.Settings{MaxIter: 100}
	chains := make([][]byte, learner.Chains)
	for k := range chains {
		if chains[k], err = learner.RunChain(context.Background(), model, data, settings, k); err != nil {
			fmt.Println(err)
			return
		}
	}
	fit, err := learner.FitChains(context.Background(), model, data, settings, chains)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(fit.Trace.Steps), "draws")
	// Output: 100 draws
}
