package gplib_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

var kernels = []cov.Func{
	cov.Scale(1.3, cov.SE(0.7)),
	cov.Scale(1.3, cov.Matern12(0.7)),
	cov.Scale(1.3, cov.Matern32(0.7)),
	cov.Scale(1.3, cov.Matern52(0.7)),
	cov.Scale(1.3, cov.RationalQuadratic(0.9, 0.7)),
	cov.Scale(1.3, cov.Periodic(0.9, 1.7)),
	cov.Scale(1.3, cov.LocallyPeriodic(0.9, 1.7)),
	cov.Sum(cov.Scale(0.5, cov.Linear(2)), cov.Constant(0.4), cov.Scale(1, cov.SE(0.5)), cov.White(0.1)),
	cov.Product(cov.Scale(0.8, cov.SE(2)), cov.Periodic(0.9, 1.7)),
}

// bruteLML returns the formula with a general inverse and determinant.
func bruteLML(m gplib.Model, d gplib.Data) float64 {
	n := d.Len()
	c := dense(m, d.X)
	mean := make([]float64, n)
	m.Mean.Eval(mean, d.X)
	r := mat.NewVecDense(n, nil)
	for i := range n {
		r.SetVec(i, d.Y[i]-mean[i])
	}
	var inverse mat.Dense
	if err := inverse.Inverse(c); err != nil {
		panic(err)
	}
	logDet, _ := mat.LogDet(c)
	return (mat.Inner(r, &inverse, r) + logDet + float64(n)*math.Log(2*math.Pi)) / 2
}

func TestLMLIsTheDenseFormula(t *testing.T) {
	d := sample(t, 25, 1)
	for _, k := range kernels {
		m := model(k)
		got, err := gplib.LML{}.Eval(m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprintf("LML of %v", m), got, bruteLML(m, d), 1e-10)
	}
}

// The terms of one observation y = 3 of variance 2: -9/4, -log(2)/2 and -log(2π)/2.
func TestTermsOfTheLML(t *testing.T) {
	d, err := gplib.NewData(cov.Line([]float64{0.5}), []float64{3})
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{Cov: cov.Scale(1.5, cov.SE(1)), Noise: gplib.Gaussian(0.5)}
	got, err := gplib.LML{}.Terms(m, d)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "data fit", got.DataFit, -2.25, 1e-14)
	near(t, "complexity", got.Complexity, -math.Ln2/2, 1e-14)
	near(t, "constant", got.Constant, -math.Log(2*math.Pi)/2, 1e-14)
	value, err := gplib.LML{}.Eval(m, d, nil)
	if err != nil || value != -got.Sum() {
		t.Errorf("Eval is %v, %v; the terms are %v", value, err, got)
	}
}

// A posterior has the terms of its own factor, also where that was extended.
func TestTermsOfAPosteriorAreThoseOfTheLML(t *testing.T) {
	d := sample(t, 20, 2)
	m := model(cov.Scale(1.3, cov.SE(0.7, 0.9)))
	want, err := gplib.LML{}.Terms(m, d)
	if err != nil {
		t.Fatal(err)
	}
	extended, err := condition(t, m, d.Subset(indices(0, 15))).Condition(d.Subset(indices(15, 20)))
	if err != nil {
		t.Fatal(err)
	}
	for name, e := range map[string]*gplib.Exact{"conditioned": condition(t, m, d), "extended": extended} {
		got, err := e.Terms()
		if err != nil {
			t.Fatal(err)
		}
		near(t, name+": data fit", got.DataFit, want.DataFit, 1e-10)
		near(t, name+": complexity", got.Complexity, want.Complexity, 1e-10)
		near(t, name+": constant", got.Constant, want.Constant, 1e-14)
	}
}

func TestLMLGradientAgreesWithDifferences(t *testing.T) {
	d := sample(t, 30, 1)
	for _, k := range kernels {
		m := model(k)
		checkGradient(t, gplib.LML{}, m, d)
	}
	length := []float64{0.7, 1.1, 2}
	checkGradient(t, gplib.LML{}, model(cov.Scale(1.3, cov.SE(length...))), sample(t, 40, 3))
}

// checkGradient compares with Richardson's extrapolation of central
// differences, to 1e-6.
func checkGradient(t *testing.T, o gplib.Objective, m gplib.Model, d gplib.Data) {
	t.Helper()
	theta := m.Theta()
	got := make([]float64, len(theta))
	if _, err := o.Eval(m, d, got); err != nil {
		t.Fatal(err)
	}
	for p, v := range theta {
		h := 1e-3 * math.Abs(v)
		at := func(step float64) float64 {
			moved := slices.Clone(theta)
			moved[p] = v + step
			value, err := o.Eval(m.With(moved), d, nil)
			if err != nil {
				t.Fatal(err)
			}
			return value
		}
		want := (8*(at(h/2)-at(-h/2)) - (at(h) - at(-h))) / (6 * h)
		near(t, fmt.Sprintf("%s of %v, ∂/∂%s", o.Name(), m, m.Params()[p].Name), got[p], want, 1e-6)
	}
}

func TestLMLIsInvariantToTheOrderOfTheData(t *testing.T) {
	d := sample(t, 20, 2)
	m := model(cov.Scale(1.3, cov.SE(0.7, 0.9)))
	index := []int{3, 1, 0, 2, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4}
	a, err := gplib.LML{}.Eval(m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := gplib.LML{}.Eval(m, d.Subset(index), nil)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "LML of the permuted data", b, a, 1e-11)
}
