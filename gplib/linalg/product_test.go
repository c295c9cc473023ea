package linalg_test

import (
	"testing"

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
