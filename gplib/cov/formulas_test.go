package cov_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/cov/covtest"
)

func p(name string, v float64) cov.Param { return cov.Positive(name, v) }

// written are formulas and what they say.
var written = []formula{
	{cov.Formula("s2*exp(-r2/(2*l^2)) + c", p("s2", 1.3), p("l", 0.7), p("c", 0.2)), func(x, y []float64) float64 {
		return 1.3*math.Exp(-scaled2(x, y, 0.7)/2) + 0.2
	}},
	{cov.Formula("(1 + sqrt(3)*r/l) * exp(-sqrt(3)*r/l)", p("l", 0.7)), func(x, y []float64) float64 {
		r := math.Sqrt(3 * scaled2(x, y, 0.7))
		return (1 + r) * math.Exp(-r)
	}},
	{cov.Formula("a*x[0]*y[0] + b*x[2]*y[2] + cos(2*pi*(x[1]-y[1])/q)", p("a", 1.3), p("b", 0.7), p("q", 2)),
		func(x, y []float64) float64 {
			return 1.3*x[0]*y[0] + 0.7*x[2]*y[2] + math.Cos(math.Pi*(x[1]-y[1]))
		}},
	{cov.Formula("(1 + r2/(2*alpha*l^2))^-alpha", p("alpha", 1.4), p("l", 0.7)), func(x, y []float64) float64 {
		return math.Pow(1+scaled2(x, y, 0.7)/2.8, -1.4)
	}},
	{cov.Formula("min(x, y)/(1 + v*max(x, y)) - -2^2^0.5*0 + 2^(3-1)", p("v", 0.3)), func(x, y []float64) float64 {
		return math.Min(x[0], y[0])/(1+0.3*math.Max(x[0], y[0])) + 4
	}},
	{cov.Formula("exp(-abs(x-y)/l)*tanh(x)*tanh(y) + sin(x)*sin(y)*log(s) + atan(x)*atan(y)/s", p("l", 0.7), p("s", 2.2)),
		func(x, y []float64) float64 {
			return math.Exp(-math.Abs(x[0]-y[0])/0.7)*math.Tanh(x[0])*math.Tanh(y[0]) +
				math.Sin(x[0])*math.Sin(y[0])*math.Log(2.2) + math.Atan(x[0])*math.Atan(y[0])/2.2
		}},
	{cov.Formula("(x^3)*(y^3)*s^2 + 0.5", p("s", 0.4)), func(x, y []float64) float64 {
		return math.Pow(x[0]*y[0], 3)*0.16 + 0.5
	}},
	{cov.Formula("v", p("v", 0.4)), func(_, _ []float64) float64 { return 0.4 }},
}

func TestAFormulaIsWhatItSays(t *testing.T) {
	x := points(540, 3)
	k := mat.NewDense(x.Len(), x.Len(), nil)
	for _, c := range written {
		if err := c.f.Check(x); err != nil {
			t.Fatal(err)
		}
		c.f.Gram(k, x, x)
		checkEntries(t, c.f.(interface{ String() string }).String(), k, x, c.at)
		covtest.Check(t, c.f, points(20, 3))
		covtest.Check(t, cov.Product(c.f, cov.SE(1)), points(12, 3))
	}
}

// TestPrecedence is of values only; 2 ^ 3 ^ 2 is 2^9, -2 ^ 2 is -4.
func TestPrecedence(t *testing.T) {
	x := cov.Line([]float64{3})
	k := mat.NewDense(1, 1, nil)
	for text, want := range map[string]float64{
		"2*3^2": 18, "2^3^2": 512, "-2^2": -4, "(-2)^2": 4, "2^-1": 0.5, "2*-3": -6, "1 - 2 - 3": -4, "12/2/3": 2,
		"2+3*4^2/8-1": 7, "-x*-y": 9, "- -2": 2, "+2 - +1": 1, "2*x^2*y": 54, "2^-x*y": 0.375,
	} {
		f := cov.Formula(text)
		if err := f.Check(x); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if f.Gram(k, x, x); k.At(0, 0) != want {
			t.Errorf("%s = %v, want %v", text, k.At(0, 0), want)
		}
	}
}

func TestErrorsOfFormulasShowTheColumn(t *testing.T) {
	x := points(10, 2)
	for _, c := range []struct{ text, want string }{
		{"s2*exp(-r2/l)", "l is not a parameter; available: r, r2, x, y, pi, s2 (column 12)"},
		{"s2*(1 + r", "expected ')'"},
		{"s2 + gauss(r)", "no function gauss (column 6)"},
		{"s2*exp(r, r)", "exp takes 1 arguments, not 2 (column 7)"},
		{"s2 % r", "no operator % (column 4)"},
		{"!s2", "no operator ! (column 1)"},
		{"x[i]", "a coordinate is a whole number from 0 (column 3)"},
		{"r[0]", "only x and y have coordinates (column 1)"},
		{"s2 * \"a\"", `"a" is no number (column 6)`},
		{"func() {}", "a formula has no"},
		{"", "expected operand"},
		{"s2*x[2]*y[2]", "uses coordinate 2, the inputs have dimension 2"},
		{"x - y", "not symmetric"},
		{"log(x-5)*log(y-5)", "is NaN at"},
	} {
		err := cov.Formula(c.text, p("s2", 1)).Check(x)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.text, err, c.want)
		}
	}
	if err := cov.Formula("r2", p("r2", 1)).Check(x); err == nil || !strings.Contains(err.Error(), `named "r2"`) {
		t.Errorf("error %v", err)
	}
	if err := cov.Formula("a", p("a", 1), p("a", 2)).Check(x); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("error %v", err)
	}
}

func TestInputGradOfFormulas(t *testing.T) {
	b := points(25, 3)
	a, _ := cov.Rows([][]float64{{0.3, 1.1, 2.2}, {0.9, 0.4, 1.7}})
	v := make([]float64, b.Len())
	for j := range v {
		v[j] = math.Cos(float64(5 * j))
	}
	for _, c := range written {
		got := mat.NewDense(2, 3, nil)
		if err := cov.InputGrad(got, c.f, a, b, v); err != nil {
			t.Fatal(err)
		}
		for i := range 2 {
			for k := range 3 {
				const h = 1e-4
				at := func(step float64) (sum float64) {
					x := a.Row(i)
					x[k] += step
					for j := range v {
						sum += v[j] * c.at(x, b.Row(j))
					}
					return sum
				}
				want := (8*(at(h/2)-at(-h/2)) - (at(h) - at(-h))) / (6 * h)
				if !(math.Abs(got.At(i, k)-want) <= 1e-6*math.Max(1, math.Abs(want))) {
					t.Errorf("%v: ∂/∂x[%d, %d] = %v, want %v", c.f, i, k, got.At(i, k), want)
				}
			}
		}
	}
}
