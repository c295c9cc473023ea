package cov

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// The Gram matrices of terms add up to that of the sum, and terms have names and dimensions.
func TestTermsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	x := Points(mat.NewDense(6, 3, nil))
	for i := range x.data {
		x.data[i] = rng.NormFloat64()
	}
	short := Product(Scale(2, SE(0.3)), Periodic(1, 2))
	for name, c := range map[string]struct {
		k     Func
		names []string
		dims  [][]int
	}{
		"one":     {Scale(3, SE(1)), []string{"se"}, [][]int{nil}},
		"sum":     {Sum(SE(1), short, Linear(2)), []string{"se", "se·periodic", "linear"}, [][]int{nil, nil, nil}},
		"equal":   {Sum(SE(1), Scale(2, SE(3)), Constant(4)), []string{"se1", "se2", "constant"}, [][]int{nil, nil, {}}},
		"scaled":  {Scale(3, Sum(SE(1), Scale(2, Sum(Periodic(1, 1), Linear(1))))), []string{"se", "periodic", "linear"}, [][]int{nil, nil, nil}},
		"inputs":  {Sum(On(SE(1), 0), On(SE(2, 1), 2, 1), Product(On(SE(1), 0), On(Linear(1), 2))), []string{"se(a)", "se(b, c)", "se·linear(a, c)"}, [][]int{{0}, {1, 2}, {0, 2}}},
		"on sum":  {On(Sum(On(SE(1), 1), Linear(1)), 2, 0), []string{"se(a)", "linear(a, c)"}, [][]int{{0}, {0, 2}}},
		"fixed":   {Fix(Sum(SE(1), Scale(2, Periodic(1, 1))), "periodic"), []string{"se", "periodic"}, [][]int{nil, nil}},
		"tied":    {Tie(Sum(SE(1), On(SE(1), 1)), "lengthscale"), []string{"se", "se(b)"}, [][]int{nil, {1}}},
		"power":   {Sum(Power(On(SE(1), 1), 2), SE(1)), []string{"se(b)", "se"}, [][]int{{1}, nil}},
		"first":   {Additive([]float64{3}, On(SE(1), 0), On(SE(2), 2)), []string{"se(a)", "se(c)"}, [][]int{{0}, {2}}},
		"second":  {Additive([]float64{3, 1}, On(SE(1), 0), On(SE(2), 2)), []string{"additive(a, c)"}, [][]int{{0, 2}}},
		"product": {Product(Sum(SE(1), Linear(1)), SE(2)), []string{"sum·se"}, [][]int{nil}},
	} {
		if err := c.k.Check(x); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want, got, part := mat.NewDense(6, 6, nil), mat.NewDense(6, 6, nil), mat.NewDense(6, 6, nil)
		c.k.Gram(want, x, x)
		terms := Terms(c.k, "a", "b", "c")
		var names []string
		var dims [][]int
		for _, term := range terms {
			term.Func.Gram(part, x, x)
			got.Add(got, part)
			names, dims = append(names, term.Name), append(dims, term.Dims)
		}
		if !reflect.DeepEqual(names, c.names) || !reflect.DeepEqual(dims, c.dims) {
			t.Errorf("%s: the terms are %q on %v, not %q on %v", name, names, dims, c.names, c.dims)
		}
		// Sums of a few products of numbers below 10 in another order.
		if !floats.EqualApprox(got.RawMatrix().Data, want.RawMatrix().Data, 1e-13) {
			t.Errorf("%s: the terms add up to %v, not %v", name, got, want)
		}
	}
}

// Dimensions without names have numbers, and invalid functions are one term or more.
func TestTermsOfAnyFunction(t *testing.T) {
	for _, c := range []struct {
		k    Func
		want string
	}{
		{On(SE(1), 1), "se(x[1])"},
		{nil, "broken"},
		{On(On(SE(1), 5), 0), "se"},
	} {
		terms := Terms(c.k)
		if len(terms) != 1 || terms[0].Name != c.want {
			t.Errorf("%v has the terms %v, not %q", c.k, terms, c.want)
		}
	}
}
