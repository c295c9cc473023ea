package statespace_test

import (
	"context"
	"fmt"
	"math"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/statespace"
)

// A season and a slow change, with observations at irregular times.
func Example() {
	times, y := make([]float64, 800), make([]float64, 800)
	for i := range times {
		times[i] = (float64(i) + 0.3*math.Sin(float64(i*i))) / 40
		y[i] = math.Sin(2*math.Pi*times[i]) + 0.1*times[i] + 0.2*math.Sin(float64(7*i*i))
	}
	data, err := gplib.NewData(cov.Line(times), y)
	if err != nil {
		panic(err)
	}
	m := gplib.Model{
		Cov:   cov.Sum(cov.Scale(1, cov.Matern52(10)), cov.Scale(1, cov.SHO(0.9, 20))),
		Noise: gplib.Gaussian(0.1),
	}
	fit, err := statespace.Learner{}.Fit(context.Background(), m, data, &gplib.Settings{OwnStart: true})
	if err != nil {
		panic(err)
	}
	period, err := fit.Model.Param("period")
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s: the period is %.2f\n", fit.Method, period.Value)
	// Output: L-BFGS, state space: the period is 1.00
}

// A stream: each new row takes the same time, however many there were.
func ExamplePosterior_Extend() {
	m := gplib.Model{Cov: cov.Matern32(2), Noise: gplib.Gaussian(0.01)}
	first := gplib.Data{X: cov.Line([]float64{0, 1}), Y: []float64{0, 0.8}}
	var p gplib.Posterior
	p, err := statespace.Condition(m, first)
	for t := 2.0; err == nil && t < 6; t++ {
		p, err = p.(gplib.Extendable).Extend(gplib.Data{X: cov.Line([]float64{t}), Y: []float64{math.Sin(t)}})
	}
	if err != nil {
		panic(err)
	}
	q, err := p.Predict(cov.Line([]float64{5.5}))
	if err != nil {
		panic(err)
	}
	fmt.Printf("%.2f ± %.2f\n", q.Mean[0], q.Std()[0])
	// Output: -0.86 ± 0.35
}

func ExampleCheck() {
	m := gplib.Model{Cov: cov.Sum(cov.Matern12(1), cov.SE(3)), Noise: gplib.Gaussian(0.1)}
	fmt.Println(statespace.Check(m, cov.Line([]float64{1, 2, 3})))
	// Output: statespace: cov.SE has no state-space form; use cov.Matern52, or gplib.Fit for cov.SE
}
