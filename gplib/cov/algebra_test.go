package cov_test

import (
	"flag"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"krigo/gplib/cov"
)

// TestMain fixes the seed of the property tests.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("rapid.seed", "1"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// anyFunc draws a covariance function of two-dimensional points.
func anyFunc(t *rapid.T, depth int) cov.Func {
	size := func(name string) float64 { return rapid.Float64Range(0.2, 3).Draw(t, name) }
	kinds := 6
	if depth == 0 {
		kinds = 4
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return cov.SE(size("l"), size("m"))
	case 1:
		return cov.Scale(size("variance"), cov.Matern32(size("l")))
	case 2:
		return cov.Polynomial(2, size("offset"), size("l"))
	case 3:
		return cov.On(cov.Periodic(size("l"), size("p")), 1)
	case 4:
		return cov.Sum(anyFunc(t, depth-1), anyFunc(t, depth-1))
	default:
		return cov.Product(anyFunc(t, depth-1), anyFunc(t, depth-1))
	}
}

func TestTheAlgebraIsThatOfMatrices(t *testing.T) {
	x := points(8, 2)
	gram := func(k cov.Func) *mat.Dense {
		g := mat.NewDense(8, 8, nil)
		k.Gram(g, x, x)
		return g
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyFunc(t, 2), anyFunc(t, 2)
		c := rapid.Float64Range(0.1, 10).Draw(t, "c")
		var sum, product, scaled, squared mat.Dense
		sum.Add(gram(a), gram(b))
		product.MulElem(gram(a), gram(b))
		scaled.Scale(c, gram(a))
		squared.MulElem(gram(a), gram(a))
		for name, pair := range map[string][2]mat.Matrix{
			"sum":               {gram(cov.Sum(a, b)), &sum},
			"product":           {gram(cov.Product(a, b)), &product},
			"scale":             {gram(cov.Scale(c, a)), &scaled},
			"power":             {gram(cov.Power(a, 2)), &squared},
			"order of a sum":    {gram(cov.Sum(b, a)), &sum},
			"distributive law":  {gram(cov.Product(cov.Constant(c), cov.Sum(a, b))), gram(cov.Sum(cov.Scale(c, a), cov.Scale(c, b)))},
			"With its own":      {gram(a.With(valuesOf(a))), gram(a)},
			"all dimensions on": {gram(cov.On(a, 0, 1)), gram(a)},
		} {
			if !mat.EqualApprox(pair[0], pair[1], 1e-12*math.Max(1, mat.Max(pair[1]))) {
				t.Errorf("%s of %v and %v", name, a, b)
			}
		}
	})
}

func valuesOf(k cov.Func) []float64 {
	var theta []float64
	for _, p := range k.Params() {
		theta = append(theta, p.Value)
	}
	return theta
}
