package gplib_test

import (
	"context"
	"encoding/json"
	"fmt"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// exampleData returns six points of a line.
func exampleData() gplib.Data {
	data, err := gplib.NewData(cov.Line([]float64{0, 1, 2, 3, 4, 5}), []float64{0, 0.8, 0.9, 0.1, -0.8, -1})
	if err != nil {
		panic(err)
	}
	return data
}

func exampleModel() gplib.Model {
	return gplib.Model{Cov: cov.Scale(1, cov.SE(1.5)), Noise: gplib.Gaussian(0.01)}
}

func ExampleLML() {
	value, err := gplib.LML{}.Eval(exampleModel(), exampleData(), nil)
	fmt.Printf("%.3f %v\n", value, err)
	// Output:
	// 3.425 <nil>
}

func ExampleLOO() {
	value, err := gplib.LOO{Loss: gplib.SquaredError}.Eval(exampleModel(), exampleData(), nil)
	fmt.Printf("%.3f %v\n", value, err)
	// Output:
	// 0.113 <nil>
}

func ExampleKFold() {
	value, err := gplib.KFold{K: 3}.Eval(exampleModel(), exampleData(), nil)
	fmt.Printf("%.3f %v\n", value, err)
	// Output:
	// -0.447 <nil>
}

func ExampleHoldOut() {
	value, err := gplib.HoldOut{Loss: gplib.SquaredError, Held: []int{1, 4}}.Eval(exampleModel(), exampleData(), nil)
	fmt.Printf("%.3f %v\n", value, err)
	// Output:
	// 0.010 <nil>
}

func ExampleMAP() {
	model, err := exampleModel().WithPrior("noise", cov.HalfCauchyPrior(0.1))
	if err != nil {
		fmt.Println(err)
		return
	}
	value, err := gplib.MAP{Objective: gplib.LML{}}.Eval(model, exampleData(), nil)
	fmt.Printf("%.3f %v\n", value, err)
	// Output:
	// 1.584 <nil>
}

func ExampleLBFGS() {
	fit, err := gplib.LBFGS{Objective: gplib.LOO{}}.Fit(context.Background(), exampleModel(), exampleData(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fit.Status, fit.Trace.Objective)
	// Output:
	// converged leave-one-out negative log density
}

func ExampleModel_Fix() {
	model, err := exampleModel().Fix("noise")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range model.Params() {
		fmt.Println(p.Name, p.Fixed)
	}
	// Output:
	// variance false
	// lengthscale false
	// noise.variance true
}

func ExampleModel_Bound() {
	model, err := exampleModel().Bound("lengthscale", 0.5, 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	l, err := model.Param("lengthscale")
	fmt.Println(l.Min, l.Max, err)
	// Output:
	// 0.5 5 <nil>
}

func ExampleLinearMean() {
	mean := gplib.LinearMean(1, 2)
	m := make([]float64, 2)
	mean.Eval(m, cov.Line([]float64{0, 3}))
	fmt.Println(m)
	// Output:
	// [1 7]
}

func ExamplePolynomialMean() {
	mean := gplib.PolynomialMean(2, 1, 0, 2)
	m := make([]float64, 2)
	mean.Eval(m, cov.Line([]float64{0, 3}))
	fmt.Println(m)
	// Output:
	// [1 19]
}

func ExampleUncertainMean() {
	model := exampleModel()
	model.Mean = gplib.LinearMean(0, 0)
	model, err := gplib.UncertainMean(model, 10)
	fmt.Println(model.Cov, err)
	// Output:
	// 1·SE(1.5) + 100·PolynomialBasis(1) <nil>
}

func ExamplePointNoise() {
	x, err := cov.Rows([][]float64{{0, 0.01}, {1, 0.04}})
	if err != nil {
		fmt.Println(err)
		return
	}
	noise := gplib.PointNoise(1, 1) // the variances are column 1
	s := make([]float64, 2)
	noise.Var(s, x)
	model := gplib.Model{Cov: cov.On(cov.SE(1), 0), Noise: noise}
	fmt.Println(s, model)
	// Output:
	// [0.01 0.04] f ~ GP(0, On(SE(1), [0])), y = f + e, e_i ~ N(0, 1·x[i, 1])
}

func ExampleGroupNoise() {
	x, err := cov.Rows([][]float64{{0, 0}, {1, 1}, {2, 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := make([]float64, 3)
	gplib.GroupNoise(1, 0.1, 0.5).Var(s, x)
	fmt.Println(s)
	// Output:
	// [0.1 0.5 0.5]
}

func ExampleGroupMean() {
	x, err := cov.Rows([][]float64{{0, 0}, {1, 1}, {2, 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := make([]float64, 3)
	gplib.GroupMean(1, 3, -2).Eval(m, x)
	fmt.Println(m)
	// Output:
	// [3 -2 -2]
}

func ExampleExact_Condition() {
	posterior, err := gplib.Condition(exampleModel(), exampleData())
	if err != nil {
		fmt.Println(err)
		return
	}
	more, err := gplib.NewData(cov.Line([]float64{6}), []float64{-0.3})
	if err != nil {
		fmt.Println(err)
		return
	}
	updated, err := posterior.Condition(more)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(updated.Data().Len(), "observations")
	// Output:
	// 7 observations
}

func ExampleExact_Draw() {
	posterior, err := gplib.Condition(exampleModel(), exampleData())
	if err != nil {
		fmt.Println(err)
		return
	}
	path, err := posterior.Draw(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := path.At(cov.Grid(0, 5, 3))
	fmt.Println(len(f), "values of one function", err)
	// Output:
	// 3 values of one function <nil>
}

func ExampleExact_Sample() {
	posterior, err := gplib.Condition(exampleModel(), exampleData())
	if err != nil {
		fmt.Println(err)
		return
	}
	draws, err := posterior.Sample(cov.Grid(0, 5, 3), 4, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(draws.Dims())
	// Output:
	// 4 3
}

func ExampleExact_MeanGradient() {
	posterior, err := gplib.Condition(exampleModel(), exampleData())
	if err != nil {
		fmt.Println(err)
		return
	}
	grad, err := posterior.MeanGradient(cov.Line([]float64{1.5, 4.7}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f %.2f\n", grad.At(0, 0), grad.At(1, 0))
	// Output:
	// 0.13 -0.05
}

func ExampleExact_MarshalJSON() {
	posterior, err := gplib.Condition(exampleModel(), exampleData())
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := json.Marshal(posterior)
	if err != nil {
		fmt.Println(err)
		return
	}
	var read gplib.Exact
	err = json.Unmarshal(text, &read)
	fmt.Println(read.Model(), err)
	// Output:
	// f ~ GP(0, 1·SE(1.5)), y = f + e, e ~ N(0, 0.01) <nil>
}
