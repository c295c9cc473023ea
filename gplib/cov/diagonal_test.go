package cov_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

func TestAddGradDiagIsAddGradWithADiagonalOfWeights(t *testing.T) {
	const n = 70
	x, w := mat.NewDense(n, 2, nil), make([]float64, n)
	for i := range n {
		x.SetRow(i, []float64{math.Sin(float64(i)), math.Cos(3 * float64(i))})
		w[i] = math.Sin(7 * float64(i))
	}
	points := cov.Points(x)
	diag := mat.NewDense(n, n, nil)
	for i, v := range w {
		diag.Set(i, i, v)
	}
	k := cov.Sum(cov.Scale(2, cov.SE(0.5, 2)), cov.Polynomial(2, 0.7, 1.5), cov.White(0.3))
	for name, f := range map[string]cov.Func{"own": k, "outside": outside{k}} {
		got, want := make([]float64, len(f.Params())), make([]float64, len(f.Params()))
		cov.AddGradDiag(f, got, w, points)
		f.AddGrad(want, diag, points, points)
		for p := range want {
			if math.Abs(got[p]-want[p]) > 1e-10*(1+math.Abs(want[p])) {
				t.Errorf("%s, %s: %v, want %v", name, f.Params()[p].Name, got[p], want[p])
			}
		}
	}
}

func TestAddInputGradWeighsEachPair(t *testing.T) {
	a := cov.Points(mat.NewDense(3, 2, []float64{0, 1, 0.5, -0.2, 2, 1}))
	b := cov.Points(mat.NewDense(4, 2, []float64{0.3, 0, 1, 1, -1, 2, 0.5, -0.2}))
	w := mat.NewDense(3, 4, []float64{1, -2, 0.5, 3, 0, 1, 2, -1, 0.7, 0.1, -0.4, 2})
	k := cov.Scale(1.7, cov.SE(0.8, 1.3))
	got := mat.NewDense(3, 2, nil)
	if err := cov.AddInputGrad(got, k, w, a, b); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		one := mat.NewDense(1, 2, nil)
		if err := cov.InputGrad(one, k, a.Subset([]int{i}), b, w.RawRowView(i)); err != nil {
			t.Fatal(err)
		}
		for d := range 2 {
			if math.Abs(got.At(i, d)-one.At(0, d)) > 1e-14 {
				t.Errorf("point %d, dimension %d: %v, want %v", i, d, got.At(i, d), one.At(0, d))
			}
		}
	}
	if cov.AddInputGrad(got, cov.Hamming(1), w, a, b) == nil {
		t.Error("no error for a function that is not differentiable by its inputs")
	}
}
