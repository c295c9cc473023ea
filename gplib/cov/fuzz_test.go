package cov_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// FuzzFormula: any text is a function or an error; one that passes its check has a symmetric matrix.
func FuzzFormula(f *testing.F) {
	for _, text := range []string{
		"a*exp(-r2/(2*b^2))", "min(x, y)", "a^b^-2", "((((", "x[0]*y[0]+x[1]*y[1]", "x[999999999]", "1e999", "-(-(-a))", "sin(pi*r)", "r^0.5", "exp(exp(exp(a)))", "",
	} {
		f.Add(text)
	}
	points, err := cov.Rows([][]float64{{0.1, 2}, {1, -3}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		k := cov.Formula(text, cov.Positive("a", 1), cov.Positive("b", 0.5))
		if err := k.Check(points); err != nil {
			return
		}
		g := mat.NewDense(2, 2, nil)
		k.Gram(g, points, points)
		if g.At(0, 1) != g.At(1, 0) {
			t.Errorf("%q is not symmetric: %v", text, mat.Formatted(g))
		}
	})
}
