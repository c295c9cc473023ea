package cov_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// slanted is a function from outside the package that has input gradients.
type slanted struct{ cov.Func }

func (s slanted) AddInputGrad(dst, w *mat.Dense, a, b cov.Inputs) {
	if err := cov.AddInputGrad(dst, s.Func, w, a, b); err != nil {
		panic(err)
	}
}

// TestAddInputGradDiagAgreesWithDifferences of the variances.
func TestAddInputGradDiagAgreesWithDifferences(t *testing.T) {
	w := []float64{1, -0.5, 2}
	for d, all := range smooth {
		x := points(25, d).Subset([]int{2, 9, 17}).(*cov.Matrix)
		for _, c := range all {
			for name, f := range map[string]cov.Func{"own": c.f, "in a sum": cov.Sum(c.f, cov.Constant(1)), "outside": cov.Sum(slanted{c.f}, cov.Constant(1))} {
				got := mat.NewDense(3, d, nil)
				if err := cov.AddInputGradDiag(got, f, w, x); err != nil {
					t.Fatal(err)
				}
				for i := range 3 {
					for k := range d {
						const h = 1e-4
						at := func(step float64) float64 {
							z := x.Row(i)
							z[k] += step
							return w[i] * c.at(z, z)
						}
						want := (8*(at(h/2)-at(-h/2)) - (at(h) - at(-h))) / (6 * h)
						if math.Abs(got.At(i, k)-want) > 1e-6*math.Max(1, math.Abs(want)) {
							t.Errorf("%v, %s: ∂/∂x[%d, %d] = %v, want %v", c.f, name, i, k, got.At(i, k), want)
						}
					}
				}
			}
		}
	}
	if cov.AddInputGradDiag(mat.NewDense(3, 1, nil), cov.White(1), w, points(3, 1)) == nil {
		t.Error("no error for a function that is not differentiable by its inputs")
	}
	if cov.AddInputGradDiag(mat.NewDense(3, 1, nil), outside{cov.SE(1)}, w, points(3, 1)) == nil {
		t.Error("no error for a function from outside without input gradients")
	}
}

// TestInputGradOfAFunctionFromOutside: a wrapper's gradient equals that of the function
// that it holds, alone and as a part.
func TestInputGradOfAFunctionFromOutside(t *testing.T) {
	k := cov.Scale(1.7, cov.SE(0.8, 1.3))
	a, b := points(3, 2), points(25, 2)
	w := mat.NewDense(3, 25, nil)
	w.Apply(func(i, j int, _ float64) float64 { return math.Sin(float64(i + 3*j)) }, w)
	want := mat.NewDense(3, 2, nil)
	if err := cov.AddInputGrad(want, k, w, a, b); err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]cov.Func{"alone": slanted{k}, "as a part": cov.Sum(slanted{k}, cov.Constant(2))} {
		got := mat.NewDense(3, 2, nil)
		if err := cov.AddInputGrad(got, f, w, a, b); err != nil || !mat.EqualApprox(got, want, 1e-12) {
			t.Errorf("%s: %v, want %v (%v)", name, mat.Formatted(got), mat.Formatted(want), err)
		}
	}
}
