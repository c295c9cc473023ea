package cov

import (
	"fmt"
	"go/token"
	"slices"

	"krigo/gplib/internal/jet"
	"krigo/gplib/param"
)

// Formula returns a covariance function written as a formula:
//
//	cov.Formula("s2*exp(-r2/(2*l^2)) + c",
//		cov.Positive("s2", 1), cov.Positive("l", 0.5), cov.Positive("c", 0.1))
//
// Names in it are the parameters given, the constant pi, r2 = |x - x'|², r = |x - x'|,
// and the coordinates x[k] and y[k] of the two points, k from 0; x and y alone are x[0]
// and y[0]. There are + - * / and ^ (a power, which binds tighter than the others and
// to the right), parentheses, numbers, and the functions exp, log, sqrt, abs, sin, cos,
// tan, tanh, atan, min and max. The formula is compiled: it is evaluated over whole
// rows, and differentiated exactly, at nearly the speed of a built-in function. At a
// kink, such as that of r at 0, a derivative is 0.
//
// Check returns an error that shows the column for a formula that cannot be read, and
// for one that is not symmetric in x and y or not finite on some of the inputs' points.
// It does not check that the formula is positive semi-definite; covtest.Check tries
// that. If it is not, the Cholesky factorisation fails.
func Formula(text string, params ...Param) Func {
	seen := map[string]bool{}
	for _, p := range params {
		if seen[p.Name] {
			return function{broken{fmt.Errorf("cov: Formula was given the parameter %q twice", p.Name)}}
		}
		seen[p.Name] = true
		if !token.IsIdentifier(p.Name) || slices.Contains(reserved, p.Name) {
			return function{broken{fmt.Errorf("cov: Formula: a parameter cannot be named %q", p.Name)}}
		}
	}
	t, err := compile(text, params)
	if err != nil {
		return function{broken{fmt.Errorf("cov: Formula: %w", err)}}
	}
	return function{expression{text, t, slices.Clone(params)}}
}

var reserved = []string{"r", "r2", "x", "y", "pi"}

func init() {
	register("Formula", needs{}, func(w written) Func { return Formula(w.Text, w.params...) })
}

// expression is the body of a Formula.
type expression struct {
	text string
	tape *tape
	ps   []Param
}

func (f expression) label() string   { return "formula" }
func (f expression) params() []Param { return slices.Clone(f.ps) }
func (f expression) String() string  { return fmt.Sprintf("Formula(%q)", f.text) }

func (f expression) with(theta []float64) body {
	f.ps = param.WithValues(f.ps, theta)
	return f
}

func (f expression) check(x Inputs) error {
	m, err := matrixOf("Formula", x)
	if err != nil {
		return err
	}
	if f.tape.dim > m.d {
		return fmt.Errorf("cov: %v uses coordinate %d, the inputs have dimension %d", f, f.tape.dim-1, m.d)
	}
	return try(f, m)
}

func (f expression) diag(dst []float64, a Inputs) { diagonal(f, dst, a) }

func (f expression) Describe() (Spec, error) {
	ps, err := param.Describe(f.ps)
	return Spec{Kind: "Formula", Text: f.text, Params: ps}, err
}

func (f expression) rows(a, b Inputs) evaluator {
	return newTapeRows(f.tape, f.ps, a.(*Matrix), b.(*Matrix))
}

func (f expression) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	return f.tape.jet(r, theta, x, y)
}
