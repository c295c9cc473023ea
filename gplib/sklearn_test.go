package gplib_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/internal/peer"
)

// reference is one case of testdata/exact_gp.py.
type reference struct {
	Kernel    string
	N         int
	LML       float64
	Gradient  []float64
	Mean, Std []float64
}

func references(t *testing.T, text []byte) []reference {
	t.Helper()
	var cases []reference
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

func stored(t *testing.T) []reference {
	t.Helper()
	text, err := os.ReadFile("testdata/exact_gp.json")
	if err != nil {
		t.Fatal(err)
	}
	return references(t, text)
}

var sklearnKernels = map[string]cov.Func{
	"SE":                cov.SE(0.7),
	"Matern12":          cov.Matern12(0.7),
	"Matern32":          cov.Matern32(0.7),
	"Matern52":          cov.Matern52(0.7),
	"RationalQuadratic": cov.RationalQuadratic(0.9, 0.7),
	"Periodic":          cov.Periodic(0.9, 1.7),
}

func TestFiguresOfScikitLearn(t *testing.T) {
	compareAll(t, stored(t), 1e-8)
}

func compareAll(t *testing.T, cases []reference, tol float64) {
	t.Helper()
	for _, c := range cases {
		t.Run(fmt.Sprintf("%s/%d", c.Kernel, c.N), func(t *testing.T) {
			m := gplib.Model{Cov: cov.Scale(1.3, sklearnKernels[c.Kernel]), Noise: gplib.Gaussian(0.05)}
			compare(t, m, c, tol)
		})
	}
}

func compare(t *testing.T, m gplib.Model, c reference, tol float64) {
	t.Helper()
	x, y := make([]float64, c.N), make([]float64, c.N)
	for i := range x {
		x[i] = float64(7*i%c.N)/4 + float64(i*i)/900
		y[i] = math.Sin(1.7*x[i]) + x[i]/3
	}
	d, err := gplib.NewData(cov.Line(x), y)
	if err != nil {
		t.Fatal(err)
	}
	grad := make([]float64, len(m.Params()))
	value, err := gplib.LML{}.Eval(m, d, grad)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "log marginal likelihood", -value, c.LML, tol)
	for i, p := range m.Params() {
		near(t, "derivative by log "+p.Name, -grad[i]*p.Value, c.Gradient[i], tol)
	}
	e, err := gplib.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Predict(cov.Line([]float64{-1, 0.35, 2, 9}))
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range p.Std() {
		near(t, "mean", p.Mean[i], c.Mean[i], tol)
		near(t, "standard deviation", s, c.Std[i], tol)
	}
}

func TestScikitLearnInThisRunAgrees(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Python")
	}
	text, err := exec.Command(peer.Python(t, "sklearn"), "testdata/exact_gp.py").Output()
	if err != nil {
		t.Fatal(err)
	}
	now := references(t, text)
	if len(now) < 15 {
		t.Fatalf("%d cases", len(now))
	}
	compareAll(t, now, 1e-6)
}
