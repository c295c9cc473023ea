package jet_test

import (
	"math"
	"math/big"
	"testing"

	"krigo/gplib/internal/jet"
)

// difference returns ∂^order f at x by central differences of step h in arithmetic of 400 bits of its
// weights only: f itself is a float64, so that an error of 2⁻⁵² f/h^order remains.
func difference(f func(x []float64) float64, x []float64, order []int, h float64) float64 {
	for k, o := range order {
		if o == 0 {
			continue
		}
		less := append([]int(nil), order...)
		less[k]--
		at := func(step float64) float64 {
			moved := append([]float64(nil), x...)
			moved[k] += step
			return difference(f, moved, less, h)
		}
		return (8*(at(h)-at(-h)) - (at(2*h) - at(-2*h))) / (12 * h)
	}
	return f(x)
}

// functions of two variables and a parameter, by jets and by numbers.
var functions = map[string]struct {
	jet   func(s, t, p jet.Jet) jet.Jet
	value func(s, t, p float64) float64
}{
	"exp": {func(s, t, p jet.Jet) jet.Jet { return s.Mul(t).Mul(p).Exp() }, func(s, t, p float64) float64 { return math.Exp(s * t * p) }},
	"log": {func(s, t, p jet.Jet) jet.Jet { return s.Mul(t).Add(p).Log() }, func(s, t, p float64) float64 { return math.Log(s*t + p) }},
	"log1p": {func(s, t, p jet.Jet) jet.Jet { return s.Mul(t).Mul(p).Log1p() },
		func(s, t, p float64) float64 { return math.Log1p(s * t * p) }},
	"quotient": {func(s, t, p jet.Jet) jet.Jet { return s.Sub(t).Div(p.Add(s.Square()).Shift(1)) },
		func(s, t, p float64) float64 { return (s - t) / (p + s*s + 1) }},
	"power": {func(s, t, p jet.Jet) jet.Jet { return s.Shift(1).Pow(t.Mul(p)) }, func(s, t, p float64) float64 { return math.Pow(s+1, t*p) }},
	"cube":  {func(s, t, p jet.Jet) jet.Jet { return s.Sub(t).Power(3).Mul(p) }, func(s, t, p float64) float64 { return math.Pow(s-t, 3) * p }},
	"root":  {func(s, t, p jet.Jet) jet.Jet { return s.Mul(t).Mul(p).Sqrt() }, func(s, t, p float64) float64 { return math.Sqrt(s * t * p) }},
	"sin":   {func(s, t, p jet.Jet) jet.Jet { return s.Mul(t).Mul(p).Sin() }, func(s, t, p float64) float64 { return math.Sin(s * t * p) }},
	"cos":   {func(s, t, p jet.Jet) jet.Jet { return s.Mul(t).Mul(p).Cos() }, func(s, t, p float64) float64 { return math.Cos(s * t * p) }},
	"tan":   {func(s, t, p jet.Jet) jet.Jet { return s.Mul(t).Mul(p).Tan() }, func(s, t, p float64) float64 { return math.Tan(s * t * p) }},
	"tanh":  {func(s, t, p jet.Jet) jet.Jet { return s.Mul(t).Mul(p).Tanh() }, func(s, t, p float64) float64 { return math.Tanh(s * t * p) }},
	"atan":  {func(s, t, p jet.Jet) jet.Jet { return s.Mul(t).Mul(p).Atan() }, func(s, t, p float64) float64 { return math.Atan(s * t * p) }},
	"abs":   {func(s, t, p jet.Jet) jet.Jet { return s.Mul(t).Mul(p).Scale(-1).Abs() }, func(s, t, p float64) float64 { return math.Abs(s * t * p) }},
	"min":   {func(s, t, p jet.Jet) jet.Jet { return s.Mul(p).Shift(1).Min(t.Square()) }, func(s, t, p float64) float64 { return math.Min(s*p+1, t*t) }},
	"max":   {func(s, t, p jet.Jet) jet.Jet { return s.Mul(p).Shift(1).Max(t.Square()) }, func(s, t, p float64) float64 { return math.Max(s*p+1, t*t) }},
}

func TestDerivativesAgreeWithDifferences(t *testing.T) {
	at := []float64{0.7, 0.9, 1.1}
	for name, f := range functions {
		for _, order := range [][]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 1}, {2, 2}} {
			r := jet.NewRing(order, 1)
			got := f.jet(r.Variable(at[0], 0), r.Variable(at[1], 1), r.Param(at[2], 0))
			value := func(x []float64) float64 { return f.value(x[0], x[1], x[2]) }
			// A step of 0.01 leaves h⁴/30 of the fifth derivative, about 1e-7, and 2⁻⁵²/h⁵ = 2e-6 of rounding.
			want := difference(value, at, append(order[:2:2], 0), 0.01)
			if !(math.Abs(got.Derivative()-want) <= 2e-5*math.Max(1, math.Abs(want))) {
				t.Errorf("%s: derivative %v is %v, want %v", name, order, got.Derivative(), want)
			}
			slope := []float64{0}
			got.AddParamGrad(slope, 2)
			want = 2 * difference(value, at, append(order[:2:2], 1), 0.01)
			if !(math.Abs(slope[0]-want) <= 1e-4*math.Max(1, math.Abs(want))) {
				t.Errorf("%s: derivative %v by the parameter is %v, want %v", name, order, slope[0], want)
			}
		}
	}
}

func TestHighDerivativesOfAPolynomialAreExact(t *testing.T) {
	r := jet.NewRing([]int{6, 4}, 0)
	s, u := r.Variable(2, 0), r.Variable(3, 1)
	// (s² u)⁵ = s¹⁰ u⁵: the derivatives are 10!/4! s⁴ and 5! u.
	var want big.Int
	want.Mul(want.MulRange(5, 10), big.NewInt(16*120*3))
	if got := s.Square().Mul(u).Power(5).Derivative(); !(math.Abs(got/float64(want.Int64())-1) <= 1e-14) {
		t.Errorf("∂¹⁰(s²u)⁵/∂s⁶∂u⁴ = %v, want %v", got, &want)
	}
}

func TestAKinkHasNoDerivative(t *testing.T) {
	for _, order := range []int{0, 1, 2} {
		r := jet.NewRing([]int{order}, 0)
		x := r.Variable(0, 0)
		for name, y := range map[string]jet.Jet{"abs": x.Abs(), "min": x.Min(r.Constant(0)), "max": x.Max(x.Scale(2)), "step": r.Step(r.Constant(0), x)} {
			if got := y.Derivative(); order == 0 && got != 0 || order > 0 && !math.IsNaN(got) {
				t.Errorf("%s at its kink has the derivative %v of order %d", name, got, order)
			}
		}
	}
	r := jet.NewRing([]int{2}, 0)
	if got := r.Variable(0, 0).Square().Sqrt().Derivative(); !math.IsInf(got, 1) {
		t.Errorf("√x² at 0 has the second derivative %v", got)
	}
}
