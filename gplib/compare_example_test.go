package gplib_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// houses returns 60 made-up prices by area and number of rooms; only the area matters.
func houses() gplib.Data {
	rng := rand.New(rand.NewPCG(1, 2))
	rows, y := make([][]float64, 60), make([]float64, 60)
	for i := range rows {
		rows[i] = []float64{50 + 100*rng.Float64(), float64(1 + rng.IntN(5))}
		y[i] = 3e5 + 1e5*math.Sin(rows[i][0]/20) + 1e4*rng.NormFloat64()
	}
	x, err := cov.Rows(rows)
	if err != nil {
		panic(err)
	}
	named, err := x.Named("area", "rooms")
	if err != nil {
		panic(err)
	}
	return gplib.Data{X: named, Y: y, Target: "price"}
}

func ExampleCompare() {
	folds, err := dataset.KFold(houses(), 5, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	linear := gplib.Model{Mean: gplib.ConstantMean(3e5), Cov: cov.Scale(1e8, cov.Linear(1, 1)), Noise: gplib.Gaussian(1e8)}
	c, err := gplib.Compare(context.Background(), folds,
		gplib.Contender{Name: "ML"},
		gplib.Contender{Name: "LOO", Learner: gplib.LBFGS{Objective: gplib.LOO{}}},
		gplib.Contender{Name: "linear", Model: linear})
	if err != nil {
		fmt.Println(err)
		return
	}
	standings, err := c.Ranking("NLPD")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range standings {
		fmt.Printf("%-6s over %d folds, among the best: %v\n", s.Name, s.Folds, s.Best || s.Tied)
	}
	// Output:
	// ML     over 5 folds, among the best: true
	// LOO    over 5 folds, among the best: true
	// linear over 5 folds, among the best: false
}

// Names of inputs go from the data to the parameters, and select them.
func ExampleModel_Named() {
	data := houses()
	model, err := gplib.Auto(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	if model, err = model.Set("lengthscale[area]", 20); err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range model.Params() {
		fmt.Println(p.Name)
	}
	fit, err := gplib.Fit(context.Background(), model, data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := data.X.(*cov.Matrix).Named("rooms", "area")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = fit.Predict(x)
	fmt.Println(err)
	// Output:
	// mean
	// variance
	// lengthscale[area]
	// lengthscale[rooms]
	// noise.variance
	// gplib: x has rooms, area; the fit has area, rooms
}

// A prior of a lengthscale on the standard scale, predictions in the unit of prices.
func ExampleStandardised() {
	data := houses()
	model := gplib.Model{Cov: cov.Scale(1, cov.WithPrior(cov.Matern52(1, 1), "lengthscale", cov.LogNormalPrior(0, 1))), Noise: gplib.Gaussian(0.1)}
	fit, err := gplib.Standardised(gplib.LBFGS{}).Fit(context.Background(), model, data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := cov.Rows([][]float64{{20 * 2.5 * math.Pi, 3}})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := fit.Predict(x)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: within 30000 of the top: %v\n", fit.Label(), math.Abs(p.Mean[0]-4e5) < 3e4)
	// Output: L-BFGS, standardised, MAP: within 30000 of the top: true
}
