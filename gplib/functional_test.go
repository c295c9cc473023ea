package gplib_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/posteriortest"
)

// observedFunctionals returns functionals of sin(1.3x) + x/5 with a column that numbers their kinds: values 0,
// derivatives 1, integrals and differences 2; and their exact values.
func observedFunctionals() (*cov.FunctionalInputs, []float64) {
	f := func(x float64) float64 { return math.Sin(1.3*x) + x/5 }
	slope := func(x float64) float64 { return 1.3*math.Cos(1.3*x) + 0.2 }
	whole := func(x float64) float64 { return -math.Cos(1.3*x)/1.3 + x*x/10 } // an antiderivative
	var all []cov.Functional
	var y []float64
	for i := range 6 {
		x := 0.9 * float64(i)
		all, y = append(all, cov.At(x, 0)), append(y, f(x))
		all, y = append(all, cov.Derivative([]float64{x + 0.3, 1}, 1)), append(y, slope(x+0.3))
	}
	all, y = append(all, cov.Integral([]float64{0, 2}, 0, 0.5, 2.5)), append(y, whole(2.5)-whole(0.5))
	return cov.Functionals(append(all, cov.At(6, 2).Minus(cov.At(5, 2)))...), append(y, f(6)-f(5))
}

func functionalModel() gplib.Model {
	return gplib.Model{Mean: gplib.LinearMean(0.3, 0.2, 0), Cov: cov.On(cov.Scale(1.2, cov.SE(1)), 0), Noise: gplib.GroupNoise(1, 1e-3, 2e-3, 4e-3)}
}

func functionalData(t *testing.T) gplib.Data {
	t.Helper()
	x, y := observedFunctionals()
	d, err := gplib.NewData(x, y)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestAPosteriorOfFunctionalsIsThatOfTheDenseMatrix(t *testing.T) {
	// The values of f on a grid of spacing h as one dense joint normal; differences and sums of them are the functionals.
	const h = 0.005
	d, m := functionalData(t), functionalModel()
	row := func(of map[float64]float64) func(k func(x, y float64) float64, o map[float64]float64) float64 {
		return func(k func(x, y float64) float64, o map[float64]float64) float64 {
			sum := 0.0
			for x, w := range of {
				for y, v := range o {
					sum += w * v * k(x, y)
				}
			}
			return sum
		}
	}
	// As weights of values: differences of sixth order, and Simpson's rule.
	derivative := func(x float64) map[float64]float64 {
		w := map[float64]float64{}
		for s, c := range map[int]float64{1: 45, 2: -9, 3: 1} {
			w[x+float64(s)*h], w[x-float64(s)*h] = c/(60*h), -c/(60*h)
		}
		return w
	}
	simpson := map[float64]float64{}
	const panels = 200
	for i := range panels + 1 {
		c := 2.0
		switch {
		case i == 0 || i == panels:
			c = 1
		case i%2 == 1:
			c = 4
		}
		simpson[0.5+2*float64(i)/panels] = c * 2.0 / panels / 3
	}
	var weights []map[float64]float64
	for i := range 6 {
		x := 0.9 * float64(i)
		weights = append(weights, map[float64]float64{x: 1}, derivative(x+0.3))
	}
	weights = append(weights, simpson, map[float64]float64{6: 1, 5: -1})
	k := func(x, y float64) float64 { return 1.2 * math.Exp(-(x-y)*(x-y)/2) }
	mean := func(w map[float64]float64) (sum float64) {
		for x, v := range w {
			sum += v * (0.3 + 0.2*x)
		}
		return sum
	}
	noise := []float64{1e-3, 2e-3, 4e-3}
	n := d.Len()
	c, r := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			c.SetSym(i, j, row(weights[i])(k, weights[j]))
		}
		kind := 2
		if i < 12 {
			kind = i % 2
		}
		c.SetSym(i, i, c.At(i, i)+noise[kind])
		r.SetVec(i, d.Y[i]-mean(weights[i]))
	}
	var chol mat.Cholesky
	if !chol.Factorize(c) {
		t.Fatal("the dense matrix has no factor")
	}
	var alpha mat.VecDense
	if err := chol.SolveVecTo(&alpha, r); err != nil {
		t.Fatal(err)
	}
	value, err := gplib.LML{}.Eval(m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "likelihood", value, mat.Dot(r, &alpha)/2+chol.LogDet()/2+float64(n)/2*math.Log(2*math.Pi), 1e-6)

	at := cov.Functionals(cov.At(2.2, 0), cov.Derivative([]float64{3.1, 0}, 1), cov.Derivative([]float64{3.1, 0}, 2).Times(0.1), cov.Integral([]float64{0, 0}, 0, 0.5, 2.5))
	q, err := condition(t, m, d).Predict(at)
	if err != nil {
		t.Fatal(err)
	}
	second := map[float64]float64{}
	for s, w := range map[int]float64{0: -490, 1: 270, 2: -27, 3: 2} {
		second[3.1+float64(s)*h], second[3.1-float64(s)*h] = 0.1*w/(180*h*h), 0.1*w/(180*h*h)
	}
	for i, w := range []map[float64]float64{{2.2: 1}, derivative(3.1), second, simpson} {
		cross := mat.NewVecDense(n, nil)
		for j := range n {
			cross.SetVec(j, row(w)(k, weights[j]))
		}
		var solved mat.VecDense
		if err := chol.SolveVecTo(&solved, cross); err != nil {
			t.Fatal(err)
		}
		near(t, "mean", q.Mean[i], mean(w)+mat.Dot(cross, &alpha), 1e-6)
		near(t, "variance", q.Var[i], row(w)(k, w)-mat.Dot(cross, &solved), 1e-6)
	}
}

func TestTheLikelihoodOfFunctionalsHasExactDerivatives(t *testing.T) {
	d := functionalData(t)
	m := functionalModel()
	m.Mean = gplib.PolynomialMean(2, 0.3, 0.2, 0.1, 0.05, -0.1)
	checkGradient(t, gplib.LML{}, m, d)
	m.Mean, m.Cov = gplib.ShiftedMean(gplib.GroupMean(1, 0.3, 0.1, 2), 0.5), cov.On(cov.Sum(cov.Matern52(1), cov.Periodic(1, 5)), 0)
	checkGradient(t, gplib.LML{}, m, d)
}

func TestAPosteriorOfFunctionalsKeepsTheContract(t *testing.T) {
	d, m := functionalData(t), functionalModel()
	free := gplib.Model{Mean: gplib.LinearMean(0.3, 0.2, 0.1), Cov: cov.Scale(1.2, cov.SE(1, 3)), Noise: gplib.Gaussian(1e-3)}
	for name, c := range map[string]struct {
		m  gplib.Model
		at cov.Inputs
	}{
		"functionals": {m, cov.Functionals(cov.At(2.2, 0), cov.Derivative([]float64{3.1, 1}, 1), cov.Integral([]float64{0, 2}, 0, 0.5, 2))},
		"points":      {free, mustRows(t, [][]float64{{0.4, 0}, {2.2, 1}, {5.1, 0}})},
	} {
		t.Run(name, func(t *testing.T) {
			posteriortest.Check(t, posteriortest.Case{
				Posterior: condition(t, c.m, d.Subset(indices(0, 10))), At: c.at, More: d.Subset(indices(10, 14)),
				Anew: func(all gplib.Data) (gplib.Posterior, error) { return gplib.Condition(c.m, all) },
			})
		})
	}
	// Observations at points, predictions of functionals.
	points := gplib.Data{X: mustRows(t, [][]float64{{0, 0}, {1, 0}, {2.5, 0}, {4, 1}}), Y: []float64{0, 1, 0.3, -1}}
	posteriortest.Check(t, posteriortest.Case{
		Posterior: condition(t, m, points),
		At:        cov.Functionals(cov.At(2.2, 0), cov.Derivative([]float64{3.1, 1}, 1), cov.Integral([]float64{0, 2}, 0, 0.5, 2)),
	})
}

func TestAFitOfFunctionalsFindsTheFunction(t *testing.T) {
	x, y := observedFunctionals()
	m := gplib.Model{Cov: cov.On(cov.Scale(1, cov.SE(10)), 0), Noise: gplib.GroupNoise(1, 1, 1, 1)}
	r, err := gplib.Fit(t.Context(), m, gplib.Data{X: x, Y: y}, nil)
	if err != nil {
		t.Fatal(err)
	}
	at := mustRows(t, [][]float64{{0.45, 0}, {1.7, 0}, {3.3, 0}, {4.9, 0}})
	q, err := r.Predict(at)
	if err != nil {
		t.Fatal(err)
	}
	for i, mean := range q.Mean {
		v := at.At(i, 0)
		// Half of the noiseless functionals' own scale is 0.5; exact values of f and f' determine it far better.
		near(t, "f", mean, math.Sin(1.3*v)+v/5, 0.02)
	}
}

func TestFunctionalsAndWhatTakesNoneAreNamed(t *testing.T) {
	d, m := functionalData(t), functionalModel()
	e := condition(t, m, d)
	flat := condition(t, gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(1)}, d)
	own := m
	own.Mean = foreignMean{}
	points := mustRows(t, [][]float64{{0.4, 0}})
	standardised, err := points.Standardised([]float64{0, 0}, []float64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	for want, err := range map[string]error{
		"foreignMean takes no functionals":   own.Check(d.X),
		"has no coordinates":                 last(e.MeanGradient(d.X)),
		"conditioned at dimension 2":         last(flat.Predict(cov.Functionals(cov.At(1)))),
		"points that were standardised":      last(e.Predict(standardised)),
		"has no single value of it":          m.Check(cov.Functionals(cov.At(1, 0).Minus(cov.At(1, 1)))),
		"reads dimension 1, the functionals": gplib.Model{Cov: cov.SE(1), Noise: m.Noise}.Check(cov.Functionals(cov.At(1))),
		"does not exist":                     gplib.Model{Cov: cov.Matern12(1), Noise: gplib.Gaussian(1)}.Check(d.X),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
}

func last[T any](_ T, err error) error { return err }
