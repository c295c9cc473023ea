package linalg_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// TestAdjointAgreesWithDifferences of Σ_ij w_ij L_ij, i >= j, by A.
func TestAdjointAgreesWithDifferences(t *testing.T) {
	const n, h = 6, 1e-6
	a, w := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			a.Set(i, j, math.Exp(-float64((i-j)*(i-j))/3))
			w.Set(i, j, math.Sin(float64(1+3*i+7*j)))
		}
		a.Set(i, i, 1.3)
	}
	value := func(i, j int, by float64) (sum float64) {
		moved := mat.DenseCopyOf(a)
		moved.Set(i, j, moved.At(i, j)+by)
		if i != j {
			moved.Set(j, i, moved.At(i, j))
		}
		chol, err := linalg.Factorize(moved)
		if err != nil {
			t.Fatal(err)
		}
		l := chol.Lower()
		for r := range n {
			for c := range r + 1 {
				sum += w.At(r, c) * l.At(r, c)
			}
		}
		return sum
	}
	chol, err := linalg.Factorize(mat.DenseCopyOf(a))
	if err != nil {
		t.Fatal(err)
	}
	got := mat.DenseCopyOf(w)
	chol.Adjoint(got)
	for i := range n {
		for j := range i + 1 {
			want := (value(i, j, h) - value(i, j, -h)) / (2 * h)
			if i != j {
				want /= 2 // it is in two places
			}
			if math.Abs(got.At(i, j)-want) > 1e-7 || got.At(i, j) != got.At(j, i) && math.Abs(got.At(i, j)-got.At(j, i)) > 1e-14 {
				t.Errorf("[%d, %d]: %v and %v, not %v", i, j, got.At(i, j), got.At(j, i), want)
			}
		}
	}
}

func TestAFactorComesBackFromItsTriangle(t *testing.T) {
	a := mat.NewDense(2, 2, []float64{4, 2, 2, 5})
	chol, err := linalg.Factorize(mat.DenseCopyOf(a))
	if err != nil {
		t.Fatal(err)
	}
	back, err := linalg.FromLower(chol.Lower())
	if err != nil || back.LogDet() != chol.LogDet() {
		t.Errorf("log|A| is %v, not %v (%v)", back.LogDet(), chol.LogDet(), err)
	}
	for _, bad := range []*mat.Dense{mat.NewDense(2, 1, nil), mat.NewDense(2, 2, []float64{1, 0, 1, math.NaN()})} {
		if _, err := linalg.FromLower(bad); err == nil {
			t.Errorf("%v is taken for a factor", mat.Formatted(bad))
		}
	}
}
