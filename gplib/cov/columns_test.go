package cov_test

import (
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

func TestColumnsAreThoseOfTheGramMatrix(t *testing.T) {
	words := make(cov.Strings, 700)
	for i := range words {
		words[i] = string(rune('a' + i%7))
	}
	line := make([]float64, 700)
	for i := range line {
		line[i] = float64(i*i%101) / 10
	}
	for _, c := range []struct {
		k cov.Func
		x cov.Inputs
	}{
		{cov.Sum(cov.Scale(2, cov.SE(0.7)), cov.White(0.1)), cov.Line(line)},
		{cov.Product(cov.Matern32(1), cov.Linear(0.5)), cov.Line(line)},
		{cov.Hamming(1), words},
		{cov.Scale(2, cov.Memo(cov.Hamming(1), 3)), cov.Index(words)},
	} {
		n := c.x.Len()
		g, column := mat.NewDense(n, n, nil), make([]float64, n)
		c.k.Gram(g, c.x, c.x)
		columns := cov.NewColumns(c.k, c.x)
		for _, j := range []int{0, 511, 512, n - 1} {
			columns.Column(column, j)
			if !floats.EqualApprox(column, mat.Col(nil, j, g), 1e-14) {
				t.Errorf("%v: column %d differs", c.k, j)
			}
		}
		_, indexed := c.x.(*cov.Indexed)
		if a := testing.AllocsPerRun(5, func() { columns.Column(column, 3) }); a > 0 && !indexed {
			t.Errorf("%v: %v allocations", c.k, a)
		}
	}
}
