package cov_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

func ExampleSeparate() {
	k := cov.Scale(2, cov.SE(0.5, 3))
	s, err := cov.Separate(k, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Factors[0].Func, s.Factors[1].Func)
	fmt.Println("parameters:", s.Scale, s.Factors[0].Params, s.Factors[1].Params)
	// Output:
	// SE(0.5) SE(3)
	// parameters: [0] [1] [2]
}

// TestFactorsMultiplyToTheWhole: s times the product of the factors is k, also
// at other parameter values.
func TestFactorsMultiplyToTheWhole(t *testing.T) {
	a := cov.Points(mat.NewDense(4, 3, []float64{0, 1, 2, 0.3, -1, 0.5, 2, 2, 2.2, -0.4, 0.1, 1}))
	for _, k := range []cov.Func{
		cov.Scale(2, cov.SE(0.5, 3, 1)),
		cov.SE(0.7),
		cov.Product(cov.Scale(3, cov.On(cov.Matern52(1.5), 2)), cov.On(cov.SE(1, 2), 1, 0), cov.On(cov.Linear(), 1)),
		cov.Power(cov.Scale(1.5, cov.SE(2, 2, 3)), 2),
		cov.Tie(cov.Scale(2, cov.SE(1, 2, 3)), "lengthscale[0]", "lengthscale[2]"),
		cov.Fix(cov.Product(cov.Constant(2), cov.PeriodicARD([]float64{1, 2, 1.5}, []float64{3, 2, 1})), "variance"),
		cov.On(cov.Sum(cov.SE(1), cov.Periodic(1, 2)), 1),
	} {
		s, err := cov.Separate(k, 3)
		if err != nil {
			t.Fatal(err)
		}
		theta := make([]float64, len(k.Params()))
		for p, param := range k.Params() {
			theta[p] = param.Value * (1.1 + 0.2*float64(p))
		}
		want, got, part := mat.NewDense(4, 4, nil), mat.NewDense(4, 4, nil), mat.NewDense(4, 4, nil)
		k.With(theta).Gram(want, a, a)
		got.Apply(func(_, _ int, _ float64) float64 { return s.Value(theta) }, got)
		for d, f := range s.Factors {
			if f.Func == nil {
				continue
			}
			line := cov.Line(a.Column(d))
			f.At(theta).Gram(part, line, line)
			got.MulElem(got, part)
		}
		if !mat.EqualApprox(got, want, 1e-13) {
			t.Errorf("%v: the product of the factors is another function", k)
		}
	}
}

func TestSeparateNamesTheLengthscales(t *testing.T) {
	k := cov.Product(cov.On(cov.RationalQuadratic(2, 1.5), 0), cov.On(cov.Periodic(1, 3), 0), cov.On(cov.SE(2), 1))
	s, err := cov.Separate(k, 2)
	if err != nil {
		t.Fatal(err)
	}
	names := k.Params()
	if at := s.Factors[0].Lengthscales; len(at) != 1 || math.Abs(names[at[0]].Value-1.5) > 0 {
		t.Errorf("lengthscales of dimension 0 at %v of %v", at, names)
	}
}

func TestSeparateNamesWhatIsNot(t *testing.T) {
	for k, want := range map[string]cov.Func{
		"Matern52":        cov.Product(cov.On(cov.SE(1), 0), cov.Matern52(1)),
		"SE":              cov.Sum(cov.SE(1), cov.SE(2)),
		"3 lengths":       cov.SE(1, 2, 3),
		"dimension 5":     cov.On(cov.SE(1), 5),
		"On was given":    cov.On(cov.SE(1)),
		"2 periods":       cov.On(cov.PeriodicARD([]float64{1, 1}, []float64{1, 1}), 0),
		"was given a nil": nil,
	} {
		if _, err := cov.Separate(want, 2); err == nil || !strings.Contains(err.Error(), k) {
			t.Errorf("%v: %v", want, err)
		}
	}
	if _, err := cov.Separate(cov.SE(1), 0); err == nil {
		t.Error("no dimensions were accepted")
	}
}
