package linalg_test

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

func factorOf(t *testing.T, a *mat.Dense) *linalg.Cholesky {
	t.Helper()
	c, err := linalg.Factorize(mat.DenseCopyOf(a))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// sameFactor compares determinants and solutions.
func sameFactor(t *testing.T, got, want *linalg.Cholesky) {
	t.Helper()
	if math.Abs(got.LogDet()-want.LogDet()) > 1e-10*(1+math.Abs(want.LogDet())) {
		t.Errorf("LogDet %v, want %v", got.LogDet(), want.LogDet())
	}
	b := make([]float64, want.Len())
	for i := range b {
		b[i] = math.Cos(float64(i))
	}
	x, y := make([]float64, len(b)), make([]float64, len(b))
	got.SolveVec(x, b)
	want.SolveVec(y, b)
	for i := range x {
		if math.Abs(x[i]-y[i]) > 1e-10 {
			t.Fatalf("solution %d is %v, want %v", i, x[i], y[i])
		}
	}
}

func TestUpdateAndDowndateAreThoseOfTheChangedMatrix(t *testing.T) {
	const n = 40
	a, x := positive(n), make([]float64, n)
	for i := range x {
		x[i] = math.Sin(float64(3 * i))
	}
	more := mat.DenseCopyOf(a)
	for i := range n {
		for j := range n {
			more.Set(i, j, a.At(i, j)+x[i]*x[j])
		}
	}
	up, err := factorOf(t, a).Update(x)
	if err != nil {
		t.Fatal(err)
	}
	sameFactor(t, up, factorOf(t, more))
	down, err := up.Downdate(x)
	if err != nil {
		t.Fatal(err)
	}
	sameFactor(t, down, factorOf(t, a))
	x[0] = 1e6
	if _, err := up.Downdate(x); !errors.Is(err, linalg.ErrNotPositiveDefinite) {
		t.Errorf("an indefinite Downdate: %v", err)
	}
	if _, err := up.Update(x[1:]); err == nil {
		t.Error("Update took a vector of another length")
	}
}

func TestExtendIsTheFactorOfTheBorderedMatrix(t *testing.T) {
	const n, m = 70, 9
	a := positive(n + m)
	part := func(i, k, j, l int) *mat.Dense { return mat.DenseCopyOf(a.Slice(i, k, j, l)) }
	got, err := factorOf(t, part(0, n, 0, n)).Extend(part(0, n, n, n+m), part(n, n+m, n, n+m))
	if err != nil {
		t.Fatal(err)
	}
	sameFactor(t, got, factorOf(t, a))
	if _, err := got.Extend(mat.NewDense(3, 2, nil), mat.NewDense(2, 2, nil)); err == nil {
		t.Error("Extend took a border of another height")
	}
}

func TestExtendByTheSamePointsTakesJitterOfTheirScale(t *testing.T) {
	const n = 10
	k := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			r := 0.3 * float64(i-j)
			k.Set(i, j, 1.3*math.Exp(-r*r/2))
		}
	}
	extended, err := factorOf(t, k).Extend(k, k)
	if err != nil {
		t.Fatal(err)
	}
	if j := extended.Jitter(); j == 0 || j > 1e-6 {
		t.Errorf("jitter of %g was added", j)
	}
	l := mat.NewDense(2*n, 2*n, nil)
	for j := range 2 * n {
		column := make([]float64, 2*n)
		column[j] = 1
		extended.MulHalf(column, column)
		l.SetCol(j, column)
	}
	var product mat.Dense
	product.Mul(l, l.T())
	for i := range 2 * n {
		for j := range 2 * n {
			if want := k.At(i%n, j%n); math.Abs(product.At(i, j)-want) > 2e-6 {
				t.Errorf("element (%d, %d) of L Lᵀ is %v, want %v", i, j, product.At(i, j), want)
			}
		}
	}
}
