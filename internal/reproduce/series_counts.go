package reproduce

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
	"krigo/gplib/statespace"
)

// countsData returns n counts about a wave, ten in a unit of time.
func countsData(n int) gplib.Data {
	rng := rand.New(rand.NewPCG(51, 52))
	t, y := make([]float64, n), make([]float64, n)
	for i := range t {
		t[i] = 0.1 * (float64(i) + rng.Float64())
		y[i] = lik.Poisson().Sample(math.Sin(t[i])+0.5, rng)
	}
	return gplib.Data{X: cov.Line(t), Y: y}
}

// seriesCounts compares Laplace's approximation in a state space with the dense one, and measures a long series.
func seriesCounts(_ context.Context, o Options) ([]Claim, error) {
	few, many := 1000, 100_000
	if o.Quick {
		few, many = 100, 2000
	}
	m := gplib.Model{Mean: gplib.ConstantMean(0.3), Cov: cov.Scale(1, cov.Matern32(3)), Lik: lik.Poisson()}
	grad, want := make([]float64, len(m.Params())), make([]float64, len(m.Params()))
	d := countsData(few)
	cost, err := statespace.Laplace{}.Eval(m, d, grad)
	if err != nil {
		return nil, err
	}
	dense, err := laplace.LML{}.Eval(m, d, want)
	if err != nil {
		return nil, err
	}
	value, slope := math.Abs(cost/dense-1), 0.0
	for i, p := range m.Params() {
		slope = math.Max(slope, math.Abs((grad[i]-want[i])*p.Value/dense))
	}
	data := fmt.Sprintf("%d counts, Matérn 3/2", few)
	claims := []Claim{
		{Claim: "Laplace's approximation in a state space next to the dense one, relative difference: log likelihood", Data: data,
			Measured: value, Paper: "–", Wanted: "<= 1e-8", Holds: value <= 1e-8},
		{Claim: "the same, gradient", Data: data, Measured: slope, Paper: "–", Wanted: "<= 1e-8", Holds: slope <= 1e-8},
	}
	_, seconds, err := timedEvaluation(statespace.Laplace{}, m, countsData(many), grad)
	if err != nil {
		return claims, err
	}
	return append(claims, Claim{Claim: "seconds of Laplace's log likelihood and its gradient", Data: fmt.Sprintf("%d counts, Matérn 3/2", many),
		Measured: seconds, Paper: "–"}), nil
}
