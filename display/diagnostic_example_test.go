package display_test

import (
	"context"
	"fmt"

	"krigo/display"
	"krigo/gplib"
	"krigo/gplib/cov"
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
	fmt.Println(display.Scores(test, smooth, constant).Names("smooth", "constant").Digits(2))
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
