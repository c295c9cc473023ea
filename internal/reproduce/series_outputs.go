package reproduce

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/kronecker"
)

// seriesOutputsProgram prints the log marginal likelihoods of [coregionalised] by GPflow.
//
//go:embed series_outputs.py
var seriesOutputsProgram string

// coregionalised returns models of three outputs by name.
func coregionalised() map[string]gplib.Model {
	tasks := func(rank int, theta ...float64) cov.Func { return cov.On(cov.Tasks(3, rank).With(theta), 1) }
	intrinsic := cov.Product(cov.On(cov.SE(1.3), 0), tasks(2, 0.9, 0.4, 0.7, -0.3, 0.5, 0.2, 0.3, 0.1))
	second := cov.Product(cov.On(cov.Matern32(0.8), 0), tasks(1, 0.5, 0.6, -0.7, 0.1, 0.05, 0.2))
	return map[string]gplib.Model{
		"ICM": {Cov: intrinsic, Noise: gplib.Gaussian(0.05)},
		"LCM": {Cov: cov.Sum(intrinsic, second), Noise: gplib.Gaussian(0.05)},
	}
}

// outputsData returns n rows of three outputs, each at points of its own.
func outputsData(n int) gplib.Data {
	x, y := mat.NewDense(n, 2, nil), make([]float64, n)
	for i := range y {
		chance, output := math.Mod(golden*float64(i), 1), float64(i%3)
		x.SetRow(i, []float64{10 * chance, output})
		y[i] = math.Sin(10*chance+output) + 0.2*output + 0.1*math.Sin(1000*chance)
	}
	return gplib.Data{X: cov.Points(x), Y: y}
}

// seriesOutputs compares models of several outputs with GPflow, and outputs at the same points with the dense process.
func seriesOutputs(ctx context.Context, o Options) ([]Claim, error) {
	claims, err := gridOfOutputs(o)
	if err != nil || o.Python == "" {
		return claims, err
	}
	var peer map[string]float64
	if err := runPython(ctx, o.Python, seriesOutputsProgram, nil, &peer); err != nil {
		return claims, err
	}
	d := outputsData(60)
	for _, name := range []string{"ICM", "LCM"} {
		cost, err := gplib.LML{}.Eval(coregionalised()[name], d, nil)
		if err != nil {
			return claims, err
		}
		off := math.Abs(cost/peer[name] + 1)
		claims = append(claims, Claim{
			Claim: "log likelihood of " + name + " next to that of GPflow, relative difference", Data: "3 outputs, 60 rows",
			Measured: off, Paper: fmt.Sprintf("%.8g", peer[name]), Wanted: "<= 1e-6", Holds: off <= 1e-6,
		})
	}
	return claims, nil
}

// gridOfOutputs compares package kronecker with the dense process, for five outputs at the same points.
func gridOfOutputs(o Options) ([]Claim, error) {
	const outputs = 5
	n := 300
	if o.Quick {
		n = 60
	}
	x, y := mat.NewDense(n*outputs, 2, nil), make([]float64, n*outputs)
	for i := range y {
		at, output := 0.1*float64(i/outputs), float64(i%outputs)
		x.SetRow(i, []float64{at, output})
		y[i] = math.Sin(at+output) + 0.3*math.Sin(1000*math.Mod(golden*float64(i), 1))
	}
	d := gplib.Data{X: cov.Points(x), Y: y}
	m := gplib.Model{Cov: cov.Product(cov.On(cov.Matern52(2), 0), cov.On(cov.Tasks(outputs, 2), 1)), Noise: gplib.GroupNoise(1, 0.1, 0.2, 0.1, 0.3, 0.1)}
	grad, want := make([]float64, len(m.Params())), make([]float64, len(m.Params()))
	cost, own, err := timedEvaluation(kronecker.LML{}, m, d, grad)
	if err != nil {
		return nil, err
	}
	dense, whole, err := timedEvaluation(gplib.LML{}, m, d, want)
	if err != nil {
		return nil, err
	}
	off := math.Abs(cost/dense - 1)
	for i, p := range m.Params() {
		off = math.Max(off, math.Abs((grad[i]-want[i])*p.Value/dense))
	}
	data := fmt.Sprintf("%d outputs at %d points", outputs, n)
	return []Claim{
		{Claim: "Kronecker product next to the dense process, largest relative difference of log likelihood and gradient", Data: data,
			Measured: off, Paper: "–", Wanted: "<= 1e-8", Holds: off <= 1e-8},
		{Claim: "time of the dense log likelihood and gradient over that of the Kronecker product", Data: data, Measured: whole / own, Paper: "–"},
	}, nil
}

// timedEvaluation evaluates an objective with its gradient, and returns its value and the least time of three
// evaluations.
func timedEvaluation(o gplib.Objective, m gplib.Model, d gplib.Data, grad []float64) (value, seconds float64, err error) {
	seconds = math.Inf(1)
	for range 3 {
		began := time.Now()
		if value, err = o.Eval(m, d, grad); err != nil {
			return 0, 0, err
		}
		seconds = math.Min(seconds, time.Since(began).Seconds())
	}
	return value, seconds, nil
}
