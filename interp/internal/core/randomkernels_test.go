package core_test

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"krigo/internal/derivative"
)

// Random functions are compared with the complex step: a parameter moves by 1e-30i, and the derivative is the imaginary
// part of what comes out, exact but for rounding (Squire and Trapp 1998).

// state is the variables of a random function.
type state struct {
	x, y, theta []complex128
	numbers     map[string]complex128
	arrays      map[string][]complex128
	i           int // of the innermost loop
}

// expression and statement are Go, and what it computes.
type expression struct {
	text string
	of   func(s *state) complex128
}

type statement struct {
	text string
	do   func(s *state)
}

// author writes random functions.
type author struct {
	rng     *rand.Rand
	numbers []string
	arrays  []string
	made    int
	inLoop  bool
}

func (a *author) oneOf(choices ...func() expression) expression {
	return choices[a.rng.IntN(len(choices))]()
}

func (a *author) expression(depth int) expression {
	if depth == 0 {
		return a.oneOf(a.constant, a.parameter, a.parameter, a.coordinate, a.number, a.element)
	}
	one := func(format string, f func(x complex128) complex128) func() expression {
		return func() expression {
			x := a.expression(depth - 1)
			return expression{"(" + fmt.Sprintf(format, x.text) + ")", func(s *state) complex128 { return f(x.of(s)) }}
		}
	}
	two := func(format string, f func(x, y complex128) complex128) func() expression {
		return func() expression {
			x, y := a.expression(depth-1), a.expression(depth-1)
			return expression{"(" + fmt.Sprintf(format, x.text, y.text) + ")", func(s *state) complex128 { return f(x.of(s), y.of(s)) }}
		}
	}
	return a.oneOf(
		two("%s + %s", func(x, y complex128) complex128 { return x + y }),
		two("%s - %s", func(x, y complex128) complex128 { return x - y }),
		two("%s * %s", func(x, y complex128) complex128 { return x * y }),
		two("%s / (1.5 + %[2]s*%[2]s)", func(x, y complex128) complex128 { return x / (1.5 + y*y) }),
		two("math.Sin(%s - %s)", func(x, y complex128) complex128 { return cmplx.Sin(x - y) }),
		two("math.Cos(%s * %s)", func(x, y complex128) complex128 { return cmplx.Cos(x * y) }),
		one("math.Exp(-%[1]s * %[1]s)", func(x complex128) complex128 { return cmplx.Exp(-x * x) }),
		two("math.Tanh(%s) + %s", func(x, y complex128) complex128 { return cmplx.Tanh(x) + y }),
		one("math.Sqrt(1 + %[1]s*%[1]s)", func(x complex128) complex128 { return cmplx.Sqrt(1 + x*x) }),
		two("math.Log(1.2 + %[1]s*%[1]s) * %[2]s", func(x, y complex128) complex128 { return cmplx.Log(1.2+x*x) * y }),
		two("math.Pow(1.1 + %[1]s*%[1]s, math.Sin(%[2]s))", func(x, y complex128) complex128 { return cmplx.Pow(1.1+x*x, cmplx.Sin(y)) }),
		one("math.Abs(%s)", func(x complex128) complex128 { return sign(x) * x }),
		two("min(%s, %s)", smaller),
		two("math.Max(%s, %s)", func(x, y complex128) complex128 { return -smaller(-x, -y) }),
		two("helper(%s, %s)", helper),
		two("twice(pair{%s, %s})", func(x, y complex128) complex128 { return 2*x - cmplx.Sin(y) }),
	)
}

// helpers are called: one has a loop, since those without are inlined.
const helpers = `
func helper(a, b float64) float64 {
	if a < 0 {
		return -a * b
	}
	s := 0.0
	for k := range 2 {
		s += a * b * float64(k)
	}
	return s + 0.5*a
}

type pair struct{ a, b float64 }

func twice(p pair) float64 { return 2*p.a - math.Sin(p.b) }
`

func helper(a, b complex128) complex128 {
	if real(a) < 0 {
		return -a * b
	}
	return a*b + 0.5*a
}

func sign(x complex128) complex128 { return complex(math.Copysign(1, real(x)), 0) }

func smaller(x, y complex128) complex128 {
	if real(x) < real(y) {
		return x
	}
	return y
}

func (a *author) constant() expression {
	v := math.Round(100*a.rng.NormFloat64()) / 100
	return expression{fmt.Sprintf("float64(%v)", v), func(*state) complex128 { return complex(v, 0) }}
}

func (a *author) parameter() expression {
	p := a.rng.IntN(3)
	return expression{fmt.Sprintf("theta[%d]", p), func(s *state) complex128 { return s.theta[p] }}
}

func (a *author) coordinate() expression {
	k := a.rng.IntN(3)
	if a.rng.IntN(2) == 0 {
		return expression{fmt.Sprintf("x[%d]", k), func(s *state) complex128 { return s.x[k] }}
	}
	return expression{fmt.Sprintf("y[%d]", k), func(s *state) complex128 { return s.y[k] }}
}

func (a *author) number() expression {
	if len(a.numbers) == 0 {
		return a.parameter()
	}
	name := a.numbers[a.rng.IntN(len(a.numbers))]
	return expression{name, func(s *state) complex128 { return s.numbers[name] }}
}

func (a *author) element() expression {
	if len(a.arrays) == 0 {
		return a.number()
	}
	name, k := a.arrays[a.rng.IntN(len(a.arrays))], a.rng.IntN(3)
	if a.inLoop && a.rng.IntN(2) == 0 {
		return expression{name + "[i]", func(s *state) complex128 { return s.arrays[name][s.i] }}
	}
	return expression{fmt.Sprintf("%s[%d]", name, k), func(s *state) complex128 { return s.arrays[name][k] }}
}

func (a *author) name(prefix string) string {
	a.made++
	return fmt.Sprint(prefix, a.made)
}

// statement declares or changes something.
func (a *author) statement(depth int) statement {
	switch a.rng.IntN(6) {
	case 0, 1:
		return a.declaration()
	case 2:
		return a.array()
	case 3:
		return a.assignment()
	case 4:
		if depth > 0 {
			return a.branch(depth)
		}
	case 5:
		if depth > 0 && !a.inLoop {
			return a.loop(depth)
		}
	}
	return a.assignment()
}

func (a *author) declaration() statement {
	e, name := a.expression(2), a.name("v")
	a.numbers = append(a.numbers, name)
	return statement{fmt.Sprintf("%s := %s\n_ = %s\n", name, e.text, name), func(s *state) { s.numbers[name] = e.of(s) }}
}

func (a *author) array() statement {
	name := a.name("a")
	text := fmt.Sprintf("var %s [3]float64\n", name)
	if a.rng.IntN(2) == 0 {
		text = fmt.Sprintf("%s := make([]float64, 3)\n", name)
	}
	outer := a.inLoop
	a.inLoop = true
	e := a.expression(2)
	a.inLoop = outer
	a.arrays = append(a.arrays, name)
	text += fmt.Sprintf("for i := range %s {\n%s[i] = %s + float64(i)\n}\n", name, name, e.text)
	return statement{text, func(s *state) {
		before, values := s.i, make([]complex128, 3)
		for s.i = 0; s.i < 3; s.i++ {
			values[s.i] = e.of(s) + complex(float64(s.i), 0)
		}
		s.arrays[name], s.i = values, before
	}}
}

func (a *author) assignment() statement {
	e := a.expression(2)
	if len(a.arrays) > 0 && a.rng.IntN(2) == 0 {
		name, k := a.arrays[a.rng.IntN(len(a.arrays))], a.rng.IntN(3)
		return statement{fmt.Sprintf("%s[%d] = %s\n", name, k, e.text), func(s *state) { s.arrays[name][k] = e.of(s) }}
	}
	if len(a.numbers) == 0 {
		return a.declaration()
	}
	name := a.numbers[a.rng.IntN(len(a.numbers))]
	return statement{fmt.Sprintf("%s = 0.5*%s + %s\n", name, name, e.text), func(s *state) { s.numbers[name] = 0.5*s.numbers[name] + e.of(s) }}
}

// block returns statements whose declarations are not visible after them.
func (a *author) block(n, depth int) statement {
	numbers, arrays := len(a.numbers), len(a.arrays)
	var all []statement
	for range n {
		all = append(all, a.statement(depth))
	}
	a.numbers, a.arrays = a.numbers[:numbers], a.arrays[:arrays]
	text := ""
	for _, s := range all {
		text += s.text
	}
	return statement{text, func(s *state) {
		for _, one := range all {
			one.do(s)
		}
	}}
}

func (a *author) branch(depth int) statement {
	x, y := a.expression(1), a.expression(1)
	yes, no := a.block(2, depth-1), a.block(2, depth-1)
	return statement{fmt.Sprintf("if %s < %s {\n%s} else {\n%s}\n", x.text, y.text, yes.text, no.text), func(s *state) {
		if real(x.of(s)) < real(y.of(s)) {
			yes.do(s)
		} else {
			no.do(s)
		}
	}}
}

func (a *author) loop(depth int) statement {
	a.inLoop = true
	body := a.block(3, depth-1)
	a.inLoop = false
	return statement{"for i := range 3 {\n_ = i\n" + body.text + "}\n", func(s *state) {
		for s.i = 0; s.i < 3; s.i++ {
			body.do(s)
		}
	}}
}

// randomFunction returns Go source, and the function that it computes.
func randomFunction(rng *rand.Rand, name string) (text string, of func(x, y, theta []complex128) complex128) {
	a := &author{rng: rng}
	var body []statement
	for range 6 {
		body = append(body, a.statement(2))
	}
	result := a.expression(2)
	text = "func " + name + "(x, y, theta []float64) float64 {\n"
	for _, s := range body {
		text += s.text
	}
	text += "return " + result.text + "\n}\n"
	return text, func(x, y, theta []complex128) complex128 {
		s := &state{x: x, y: y, theta: theta, numbers: map[string]complex128{}, arrays: map[string][]complex128{}}
		for _, one := range body {
			one.do(s)
		}
		return result.of(s)
	}
}

func TestDerivativesOfRandomFunctionsUnraced(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const functions = 60
	rng := rand.New(rand.NewPCG(7, 7))
	program := "package main\n\nimport (\n\t\"math\"\n\n\t\"krigo/gplib/cov\"\n)\n" + helpers
	main := "func main() {\n_ = math.Sin\n"
	var all []func(x, y, theta []complex128) complex128
	for f := range functions {
		text, of := randomFunction(rng, fmt.Sprint("f", f))
		program += text
		main += fmt.Sprintf("cov.Custom(cov.Definition{Name: \"f%d\", At: f%d})\n", f, f)
		all = append(all, of)
	}
	for f, d := range definitions(t, []byte(program+main+"}\n")) {
		gradient := derivative.Of(d.At)
		if gradient == nil {
			t.Fatalf("%s: nothing is known of its derivative\n%s", d.Name, program)
		}
		for range 5 {
			x, y, theta := point(rng), point(rng), point(rng)
			got := make([]float64, 3)
			if !gradient(got, x, y, theta) {
				t.Errorf("%s: the derivative is not known", d.Name)
				continue
			}
			for p := range theta {
				moved := complexes(theta)
				moved[p] += 1e-30i
				v := all[f](complexes(x), complexes(y), moved)
				if cmplx.IsNaN(v) {
					continue // complex numbers overflow before real ones
				}
				if at := d.At(x, y, theta); math.Abs(at-real(v)) > 1e-9*max(1, math.Abs(at)) {
					t.Fatalf("%s = %v, want %v", d.Name, at, real(v))
				}
				if want := imag(v) * 1e30; !(math.Abs(got[p]-want) <= 1e-9*max(1, math.Abs(want))) {
					t.Errorf("%s(%v, %v, %v): the derivative by theta[%d] is %v, want %v", d.Name, x, y, theta, p, got[p], want)
				}
			}
		}
	}
}

func complexes(x []float64) []complex128 {
	out := make([]complex128, len(x))
	for i, v := range x {
		out[i] = complex(v, 0)
	}
	return out
}
