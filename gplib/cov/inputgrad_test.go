package cov_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/param"
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

// TestBrownianHasTheSlopesOfTheEarlierTime, half of them where two times are the same, so
// that its variance |t| has the slope of t's sign.
func TestBrownianHasTheSlopesOfTheEarlierTime(t *testing.T) {
	a, b := cov.Line([]float64{1, -2, 3, 0.5}), cov.Line([]float64{2, -1, 3, -4})
	k := mat.NewDense(4, 4, []float64{
		1, 0, 1, 0,
		0, 0, 0, -1,
		0, 0, 0.5, 0,
		1, 0, 1, 0,
	})
	for i := range 4 {
		for j := range 4 {
			got := mat.NewDense(1, 1, nil)
			if err := cov.InputGrad(got, cov.Brownian(), a.Subset([]int{i}), b.Subset([]int{j}), []float64{1}); err != nil || got.At(0, 0) != k.At(i, j) {
				t.Errorf("∂k(%v, %v) = %v (%v), want %v", a.At(i, 0), b.At(j, 0), got.At(0, 0), err, k.At(i, j))
			}
		}
	}
	variance := mat.NewDense(4, 1, nil)
	if err := cov.AddInputGradDiag(variance, cov.Brownian(), []float64{1, 1, 1, 1}, a); err != nil || !mat.Equal(variance, mat.NewDense(4, 1, []float64{1, -1, 1, 1})) {
		t.Errorf("slopes of the variance %v (%v)", variance.RawMatrix().Data, err)
	}
}

func TestPolynomialNamesItsOffsetAndItsDegree(t *testing.T) {
	k := cov.Polynomial(2, 0.5, 1.5)
	if names := param.Names(k.Params()); !slices.Equal(names, []string{"offset", "lengthscale"}) {
		t.Errorf("the parameters are %q", names)
	}
	if err := cov.Polynomial(0, 0.5, 1.5).Check(points(3, 1)); err == nil || !strings.Contains(err.Error(), "the degree of Polynomial is 0") {
		t.Error(err)
	}
}
