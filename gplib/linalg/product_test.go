package linalg_test

import (
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

func TestAddMulAddsTheProduct(t *testing.T) {
	a, b := positive(70).Slice(0, 50, 0, 70).(*mat.Dense), positive(70).Slice(0, 70, 0, 40).(*mat.Dense)
	got := mat.NewDense(50, 40, nil)
	got.Set(3, 4, 5)
	linalg.AddMul(got, a, b)
	var want mat.Dense
	want.Mul(a, b)
	want.Set(3, 4, want.At(3, 4)+5)
	if !mat.EqualApprox(got, &want, 1e-10) {
		t.Error("AddMul is not dst + a·b")
	}
}

func TestGemmIsTheProductOfAllTransposes(t *testing.T) {
	left, right := positive(70).Slice(0, 50, 0, 70).(*mat.Dense), positive(70).Slice(0, 70, 0, 40).(*mat.Dense)
	var product mat.Dense
	product.Mul(left, right)
	for _, tA := range []blas.Transpose{blas.NoTrans, blas.Trans} {
		for _, tB := range []blas.Transpose{blas.NoTrans, blas.Trans} {
			a, b := left, right
			if tA == blas.Trans {
				a = mat.DenseCopyOf(left.T())
			}
			if tB == blas.Trans {
				b = mat.DenseCopyOf(right.T())
			}
			got := mat.NewDense(50, 40, nil)
			got.Set(3, 4, 5)
			linalg.Gemm(tA, tB, 2, a, b, 3, got)
			var want mat.Dense
			want.Scale(2, &product)
			want.Set(3, 4, want.At(3, 4)+15)
			if !mat.EqualApprox(got, &want, 1e-10) {
				t.Errorf("Gemm(%c, %c) is not 2·op(a)·op(b) + 3·c", tA, tB)
			}
		}
	}
}

func TestAddGramTransAddsTheLowerTriangle(t *testing.T) {
	for _, n := range []int{1, 64, 150} {
		a := positive(170).Slice(0, 90, 0, n).(*mat.Dense)
		got := mat.NewDense(n, n, nil)
		got.Set(n-1, 0, 5)
		linalg.AddGramTrans(got, a)
		linalg.MirrorLower(got)
		var want mat.Dense
		want.Mul(a.T(), a)
		want.Set(n-1, 0, want.At(n-1, 0)+5)
		want.Set(0, n-1, want.At(n-1, 0))
		if !mat.EqualApprox(got, &want, 1e-9) {
			t.Errorf("n = %d: AddGramTrans is not dst + aᵀa", n)
		}
	}
}
