package display_test

import (
	"context"
	"fmt"

	"krigo/display"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
	"krigo/gplib/mcmc"
)

func ExampleFitFigure_Samples() {
	fit, err := exampleFit(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(display.Fit(fit).Samples(5).Between(-1, 8).Title("Five draws"))
	// Output: <fit figure "Five draws", 640×400>
}

func ExampleRelevance() {
	fit, err := exampleFit(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(display.Relevance(fit).Inputs("time").Size(480, 160))
	// Output: <relevance figure, 480×160>
}

func ExampleParts() {
	x := cov.Grid(0, 6, 60)
	data := gplib.Data{X: x, Y: x.Column(0)}
	sum := cov.Sum(cov.Scale(9, cov.SE(4)), cov.Periodic(1, 1))
	model := gplib.Model{Cov: sum, Noise: gplib.Gaussian(0.1)}
	posterior, err := gplib.Condition(model, data)
	if err != nil {
		fmt.Println(err)
		return
	}
	fit := &gplib.Result{Model: model, Posterior: posterior}
	fmt.Println(display.Parts(fit).Names("trend", "season").Labels("time (s)", "height (m)"))
	// Output: <parts figure, 640×360>
}

func ExampleEffects() {
	fit, err := exampleFit(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(display.Effects(fit).Size(480, 300))
	// Output: <effects figure, 480×300>
}

func ExampleSlice() {
	fit, err := exampleFit(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(display.Slice(fit, "time", nil).Size(480, 300))
	// Output: <slice figure, 480×300>
}

func ExampleLengthscales() {
	fit, err := exampleFit(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(display.Lengthscales(fit).Inputs("time").Size(480, 160))
	// Output: <lengthscales figure, 480×160>
}

func ExampleScores() {
	x := cov.Grid(0, 6, 13)
	data := gplib.Data{X: x, Y: x.Column(0)}
	noise := gplib.Gaussian(0.1)
	smooth, err := gplib.Condition(gplib.Model{Cov: cov.Scale(9, cov.SE(2)), Noise: noise}, data)
	if err != nil {
		fmt.Println(err)
		return
	}
	constant, err := gplib.Condition(gplib.Model{Cov: cov.Constant(9), Noise: noise}, data)
	if err != nil {
		fmt.Println(err)
		return
	}
	test := data.Subset([]int{1, 4, 9})
	a, b := &gplib.Result{Name: "smooth", Posterior: smooth}, &gplib.Result{Name: "constant", Posterior: constant}
	fmt.Println(display.Scores(test, a, b).Digits(2))
	// Output:
	// fit       RMSE     MAE      SMSE       NLPD     CRPS     50 %  95 %
	// ────────  ───────  ───────  ─────────  ───────  ───────  ────  ────
	// smooth    0.019 *  0.019 *  0.00014 *  -0.09 *  0.086 *  1     1
	// constant  1.8      1.7      1.2        14       1.5      0     0
}

func ExampleLandscape() {
	fit, err := exampleFit(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	data := fit.Posterior.Data()
	fmt.Println(display.Landscape(context.Background(), gplib.LML{}, fit.Model, data, "lengthscale", "noise").
		Path(fit.Trace).Names("L-BFGS").Resolution(20))
	// Output: <landscape figure, 640×400>
}

func ExampleObjectiveCurve() {
	fit, err := exampleFit(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	data := fit.Posterior.Data()
	fmt.Println(display.ObjectiveCurve(context.Background(), gplib.LML{}, fit.Model, data, "lengthscale").Mark("guess", 1))
	// Output: <objective figure, 640×400>
}

// Observations that were not fitted show whether the intervals are honest.
func ExampleCalibration() {
	fit, err := exampleFit(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	data := fit.Posterior.Data()
	p, err := fit.Posterior.Predict(data.X)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(display.Calibration(data.Y, p).Names("L-BFGS"))
	fmt.Println(display.QQ(data.Y, p))
	fmt.Println(display.PIT(data.Y, p))
	// Output:
	// <calibration figure, 640×400>
	// <QQ figure, 640×400>
	// <PIT figure, 640×400>
}

func ExampleChainTrace() {
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
	fmt.Println(display.ChainTrace(chains))
	fmt.Println(display.ChainRanks(chains))
	fmt.Println(display.ChainDensity(chains))
	// Output:
	// <chain trace figure, 640×320>
	// <chain ranks figure, 640×320>
	// <chain density figure, 640×320>
}

// Labels of rows that were not fitted show whether probabilities are right, and how well they tell labels apart.
func ExampleROC() {
	labels := []float64{0, 0, 1, 0, 1, 1}
	p := gplib.Prediction{Lik: lik.Bernoulli(), Mean: []float64{-2, -1, 0.2, 0.5, 1, 3}, Var: make([]float64, 6), VarY: make([]float64, 6)}
	fmt.Println(display.ROC(labels, p).Names("by hand"))
	fmt.Println(display.PrecisionRecall(labels, p))
	fmt.Println(display.Reliability(labels, p))
	fmt.Println(display.Confusion(labels, p).Names("unripe", "ripe"))
	// Output:
	// <ROC figure, 640×400>
	// <precision-recall figure, 640×400>
	// <reliability figure, 640×400>
	// observed  answer unripe  answer ripe  right
	// ────────  ─────────────  ───────────  ───────
	// unripe                2            1  66.7 %
	// ripe                  0            3  100.0 %
	// 5 of 6 answers are right
}

func ExampleBoundary() {
	x, err := cov.Rows([][]float64{{0, 0}, {1, 2}, {2, 1}, {3, 3}})
	if err != nil {
		fmt.Println(err)
		return
	}
	model := gplib.Model{Cov: cov.Scale(4, cov.SE(1)), Lik: lik.Bernoulli()}
	posterior, err := laplace.Condition(model, gplib.Data{X: x, Y: []float64{0, 0, 1, 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fit := &gplib.Result{Model: model, Posterior: posterior}
	fmt.Println(display.Boundary(fit).Between(-1, 4, -1, 4).Names("unripe", "ripe"))
	fmt.Println(display.Latent(fit))
	// Output:
	// <boundary figure, 480×380>
	// <latent figure, 640×400>
}

// The first step from f = 0 to the mode, of three labels.
func ExampleNewton() {
	model := gplib.Model{Cov: cov.Scale(4, cov.SE(1)), Lik: lik.Bernoulli()}
	data := gplib.Data{X: cov.Line([]float64{0, 1, 3}), Y: []float64{0, 0, 1}}
	path, err := laplace.Newton(context.Background(), model, data)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(display.Newton(path, 0))
	target, deviation, err := path.Targets(0)
	fmt.Println(target, deviation, err)
	// Output:
	// <newton figure, 760×320>
	// [-2 -2 2] [2 2 2] <nil>
}

// The data fit and the complexity penalty over the lengthscale.
func ExampleTerms() {
	model := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}
	data, _, _ := dataset.Draw(model, cov.Grid(0, 5, 20), 1)
	fmt.Println(display.Terms(context.Background(), model, data, "lengthscale"))
	// Output: <terms figure, 640×400>
}

// The differences of two lengthscales on each fold.
func ExamplePaired() {
	model := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}
	data, _, _ := dataset.Draw(model, cov.Grid(0, 5, 20), 1)
	folds, _ := dataset.KFold(data, 4, 1)
	rough := gplib.Model{Cov: cov.SE(0.1), Noise: gplib.Gaussian(0.1)}
	kept := &gplib.Settings{OwnStart: true, MaxIter: 1}
	c, err := gplib.Compare(context.Background(), folds, gplib.Contender{Name: "smooth", Model: model, Settings: kept},
		gplib.Contender{Name: "rough", Model: rough, Settings: kept})
	fmt.Println(display.Paired(c), err)
	// Output: <paired differences figure, 640×190> <nil>
}
