package linalg_test

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// TestSymmetricEigenRebuildsTheMatrix: A = V Λ Vᵀ with V orthonormal and Λ
// descending, for small and for large matrices.
func TestSymmetricEigenRebuildsTheMatrix(t *testing.T) {
	for _, n := range []int{1, 2, 10, 150} {
		a := positive(n)
		values, v, err := linalg.SymmetricEigen(a)
		if err != nil {
			t.Fatal(err)
		}
		var gram, rebuilt mat.Dense
		gram.Mul(v.T(), v)
		rebuilt.Mul(v, mat.NewDiagDense(n, values))
		rebuilt.Mul(&rebuilt, v.T())
		identity := mat.NewDense(n, n, nil)
		for i := range n {
			identity.Set(i, i, 1)
			if i > 0 && values[i] > values[i-1] {
				t.Errorf("n = %d: eigenvalue %d is above the one before", n, i)
			}
		}
		if !mat.EqualApprox(&gram, identity, 1e-12) || !mat.EqualApprox(&rebuilt, a, 1e-11*values[0]) {
			t.Errorf("n = %d: V is not orthonormal or V Λ Vᵀ is not A", n)
		}
	}
	if _, _, err := linalg.SymmetricEigen(mat.NewDense(1, 1, []float64{math.NaN()})); !errors.Is(err, linalg.ErrNotFinite) {
		t.Errorf("NaN: %v", err)
	}
	if _, _, err := linalg.SymmetricEigen(mat.NewDense(1, 2, nil)); err == nil {
		t.Error("1 × 2 was accepted")
	}
}

func TestAddGramAddsTheLowerTriangle(t *testing.T) {
	for _, n := range []int{3, 100, 170} {
		a := positive(max(n, 50)).Slice(0, n, 0, min(n, 50)).(*mat.Dense)
		got := mat.NewDense(n, n, nil)
		got.Apply(func(i, j int, _ float64) float64 { return float64(i - 2*j) }, got)
		var want mat.Dense
		want.Mul(a, a.T())
		linalg.AddGram(got, a)
		for i := range n {
			for j := range n {
				expect := float64(i - 2*j)
				if j <= i {
					expect += want.At(i, j)
				}
				if math.Abs(got.At(i, j)-expect) > 1e-11*(1+math.Abs(expect)) {
					t.Fatalf("n = %d: (%d, %d) is %v, want %v", n, i, j, got.At(i, j), expect)
				}
			}
		}
	}
}
