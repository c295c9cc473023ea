package dual

import (
	"math"
	"reflect"
	"strings"

	"gonum.org/v1/gonum/mathext"

	"krigo/interp/machine"
)

// rule replaces the arguments of a compiled function by its results, and their tangents by the results'.
type rule func(x []float64, t []machine.Tangent)

// unary returns the rule of a function that f gives with its slope.
func unary(f func(x float64) (v, slope float64)) rule {
	return func(x []float64, t []machine.Tangent) {
		v, slope := f(x[0])
		x[0] = v
		t[0].Scale(&t[0], slope)
	}
}

// binary returns the rule of a function of two numbers that f gives with its slopes.
func binary(f func(x, y float64) (v, byX, byY float64)) rule {
	return func(x []float64, t []machine.Tangent) {
		v, byX, byY := f(x[0], x[1])
		x[0] = v
		t[0].Scale(&t[0], byX)
		t[1].Scale(&t[1], byY)
		t[0].Add(&t[1])
	}
}

// rules has the rules of compiled functions, by name.
var rules = map[string]struct {
	function any
	rule     rule
}{
	"Exp":   {math.Exp, unary(func(x float64) (v, slope float64) { v = math.Exp(x); return v, v })},
	"Exp2":  {math.Exp2, unary(func(x float64) (v, slope float64) { v = math.Exp2(x); return v, math.Ln2 * v })},
	"Expm1": {math.Expm1, unary(func(x float64) (v, slope float64) { return math.Expm1(x), math.Exp(x) })},
	"Log":   {math.Log, unary(func(x float64) (v, slope float64) { return math.Log(x), 1 / x })},
	"Log2":  {math.Log2, unary(func(x float64) (v, slope float64) { return math.Log2(x), 1 / (x * math.Ln2) })},
	"Log10": {math.Log10, unary(func(x float64) (v, slope float64) { return math.Log10(x), 1 / (x * math.Ln10) })},
	"Log1p": {math.Log1p, unary(func(x float64) (v, slope float64) { return math.Log1p(x), 1 / (1 + x) })},
	"Cbrt":  {math.Cbrt, unary(func(x float64) (v, slope float64) { v = math.Cbrt(x); return v, 1 / (3 * v * v) })},

	"Sin": {math.Sin, unary(math.Sincos)},
	"Cos": {math.Cos, unary(func(x float64) (v, slope float64) { s, c := math.Sincos(x); return c, -s })},
	"Sincos": {math.Sincos, func(x []float64, t []machine.Tangent) {
		sin, cos := math.Sincos(x[0])
		t[1].Scale(&t[0], -sin)
		t[0].Scale(&t[0], cos)
		x[0], x[1] = sin, cos
	}},
	"Tan":   {math.Tan, unary(func(x float64) (v, slope float64) { v = math.Tan(x); return v, 1 + v*v })},
	"Asin":  {math.Asin, unary(func(x float64) (v, slope float64) { return math.Asin(x), 1 / math.Sqrt((1-x)*(1+x)) })},
	"Acos":  {math.Acos, unary(func(x float64) (v, slope float64) { return math.Acos(x), -1 / math.Sqrt((1-x)*(1+x)) })},
	"Atan":  {math.Atan, unary(func(x float64) (v, slope float64) { return math.Atan(x), 1 / (1 + x*x) })},
	"Sinh":  {math.Sinh, unary(func(x float64) (v, slope float64) { return math.Sinh(x), math.Cosh(x) })},
	"Cosh":  {math.Cosh, unary(func(x float64) (v, slope float64) { return math.Cosh(x), math.Sinh(x) })},
	"Tanh":  {math.Tanh, unary(func(x float64) (v, slope float64) { c := math.Cosh(x); return math.Tanh(x), 1 / (c * c) })},
	"Asinh": {math.Asinh, unary(func(x float64) (v, slope float64) { return math.Asinh(x), 1 / math.Hypot(1, x) })},
	"Acosh": {math.Acosh, unary(func(x float64) (v, slope float64) { return math.Acosh(x), 1 / math.Sqrt((x-1)*(x+1)) })},
	"Atanh": {math.Atanh, unary(func(x float64) (v, slope float64) { return math.Atanh(x), 1 / ((1 - x) * (1 + x)) })},

	"Erf":     {math.Erf, unary(func(x float64) (v, slope float64) { return math.Erf(x), bell(x) })},
	"Erfc":    {math.Erfc, unary(func(x float64) (v, slope float64) { return math.Erfc(x), -bell(x) })},
	"Erfinv":  {math.Erfinv, unary(func(x float64) (v, slope float64) { v = math.Erfinv(x); return v, 1 / bell(v) })},
	"Erfcinv": {math.Erfcinv, unary(func(x float64) (v, slope float64) { v = math.Erfcinv(x); return v, -1 / bell(v) })},
	"Gamma":   {math.Gamma, unary(func(x float64) (v, slope float64) { v = math.Gamma(x); return v, v * mathext.Digamma(x) })},
	"Lgamma": {math.Lgamma, func(x []float64, t []machine.Tangent) {
		v, sign := math.Lgamma(x[0])
		t[0].Scale(&t[0], mathext.Digamma(x[0]))
		t[1] = machine.Tangent{}
		x[0], x[1] = v, math.Float64frombits(uint64(sign)) // as registers have it
	}},
	"J0": {math.J0, unary(func(x float64) (v, slope float64) { return math.J0(x), -math.J1(x) })},
	"J1": {math.J1, unary(func(x float64) (v, slope float64) {
		v = math.J1(x)
		if x == 0 {
			return v, 0.5
		}
		return v, math.J0(x) - v/x
	})},

	"Hypot": {math.Hypot, binary(func(x, y float64) (v, byX, byY float64) {
		v = math.Hypot(x, y)
		return v, x / v, y / v
	})},
	"Atan2": {math.Atan2, binary(func(y, x float64) (v, byY, byX float64) {
		r := math.Hypot(x, y)
		return math.Atan2(y, x), x / r / r, -y / r / r
	})},
	"Pow": {math.Pow, binary(power)},
	"FMA": {math.FMA, func(x []float64, t []machine.Tangent) {
		t[0].Scale(&t[0], x[1])
		t[1].Scale(&t[1], x[0])
		t[0].Add(&t[1])
		t[0].Add(&t[2])
		x[0] = math.FMA(x[0], x[1], x[2])
	}},
	"Mod": {math.Mod, binary(func(x, y float64) (v, byX, byY float64) { return math.Mod(x, y), 1, -math.Trunc(x / y) })},
	"Remainder": {math.Remainder, binary(func(x, y float64) (v, byX, byY float64) {
		return math.Remainder(x, y), 1, -math.RoundToEven(x / y)
	})},
	"Max": {math.Max, binary(func(x, y float64) (v, byX, byY float64) {
		byX, byY = choice(x > y, x == y)
		return math.Max(x, y), byX, byY
	})},
	"Min": {math.Min, binary(func(x, y float64) (v, byX, byY float64) {
		byX, byY = choice(x < y, x == y)
		return math.Min(x, y), byX, byY
	})},
	"Dim": {math.Dim, binary(func(x, y float64) (v, byX, byY float64) {
		s, _ := choice(x > y, x == y)
		return math.Dim(x, y), s, -s
	})},
	"Copysign": {math.Copysign, binary(func(x, sign float64) (v, byX, bySign float64) {
		switch v = math.Copysign(x, sign); {
		case x == 0:
			return v, 0, 0
		case v == x:
			return v, 1, 0
		}
		return v, -1, 0
	})},
	"Round":       {math.Round, unary(func(x float64) (v, slope float64) { return math.Round(x), 0 })},
	"RoundToEven": {math.RoundToEven, unary(func(x float64) (v, slope float64) { return math.RoundToEven(x), 0 })},
}

// bell returns the derivative of math.Erf.
func bell(x float64) float64 { return 2 / math.SqrtPi * math.Exp(-x*x) }

// power returns x^y with its slopes.
func power(x, y float64) (v, byX, byY float64) {
	v = math.Pow(x, y)
	byX, byY = y*v/x, v*math.Log(x)
	if v == 0 || v-v != 0 {
		byX = y * math.Pow(x, y-1)
	}
	if x == 0 && y > 0 {
		byY = 0
	}
	return v, byX, byY
}

// choice returns the slopes of a choice between two numbers: at the kink between them the mean of both sides.
func choice(first, equal bool) (byX, byY float64) {
	switch {
	case equal:
		return 0.5, 0.5
	case first:
		return 1, 0
	}
	return 0, 1
}

// ruleNames are the names of rules by the code of the functions that they are for.
var ruleNames = func() map[uintptr]string {
	names := map[uintptr]string{}
	for name, r := range rules {
		names[reflect.ValueOf(r.function).Pointer()] = name
	}
	return names
}()

// ruleOf names the rule of a compiled function, if it has one.
func ruleOf(e machine.Extern, linker machine.Linker) string {
	if f, ok := linker.Symbol(e.Symbol); ok && f.Kind() == reflect.Func {
		return ruleNames[f.Pointer()]
	}
	return ""
}

// answers reports whether a compiled function takes and returns nothing but numbers, and returns truths only: it has no
// derivative to lose.
func answers(e machine.Extern, linker machine.Linker) bool {
	f, ok := linker.Symbol(e.Symbol)
	if !ok || f.Kind() != reflect.Func {
		return false
	}
	for i := range f.Type().NumIn() {
		if k := f.Type().In(i).Kind(); k < reflect.Bool || k > reflect.Float64 {
			return false
		}
	}
	for i := range f.Type().NumOut() {
		if f.Type().Out(i).Kind() != reflect.Bool {
			return false
		}
	}
	return true
}

// withRules is a linker that knows rules by their names, too.
type withRules struct{ machine.Linker }

const rulePrefix = "dual."

func (l withRules) Symbol(name string) (reflect.Value, bool) {
	if name, isRule := strings.CutPrefix(name, rulePrefix); isRule {
		return reflect.ValueOf((func([]float64, []machine.Tangent))(rules[name].rule)), true
	}
	return l.Linker.Symbol(name)
}
