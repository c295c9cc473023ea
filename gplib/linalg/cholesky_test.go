package linalg_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// positive draws a positive definite n × n matrix.
func positive(n int) *mat.Dense {
	rng := rand.New(rand.NewPCG(uint64(n), 7))
	b := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			b.Set(i, j, rng.NormFloat64())
		}
	}
	a := mat.NewDense(n, n, nil)
	a.Mul(b, mat.DenseCopyOf(b.T()))
	for i := range n {
		a.Set(i, i, a.At(i, i)+float64(n))
	}
	return a
}

func TestCholeskySolvesInvertsAndHasTheDeterminant(t *testing.T) {
	for _, n := range []int{1, 2, 5, 64, 150} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			a := positive(n)
			c, err := linalg.Factorize(mat.DenseCopyOf(a))
			if err != nil {
				t.Fatal(err)
			}
			if c.Jitter() != 0 {
				t.Errorf("jitter %v on a well-conditioned matrix", c.Jitter())
			}
			logDet, _ := mat.LogDet(a)
			if math.Abs(c.LogDet()-logDet) > 1e-9*(1+math.Abs(logDet)) {
				t.Errorf("LogDet %v, want %v", c.LogDet(), logDet)
			}
			var square mat.Dense
			square.Mul(c.Lower(), c.Lower().T())
			if !mat.EqualApprox(&square, a, 1e-9) {
				t.Error("L·Lᵀ is not A")
			}
			b := positive(n)
			x := mat.DenseCopyOf(b)
			c.Solve(x)
			var back mat.Dense
			back.Mul(a, x)
			if !mat.EqualApprox(&back, b, 1e-8) {
				t.Error("A·Solve(B) is not B")
			}
			v := make([]float64, n)
			c.SolveVec(v, mat.Col(nil, 0, b))
			for i := range v {
				if math.Abs(v[i]-x.At(i, 0)) > 1e-10 {
					t.Errorf("SolveVec[%d] = %v, Solve %v", i, v[i], x.At(i, 0))
				}
			}
			c.MulHalf(v, mat.Col(nil, 0, b))
			back.ColView(0).(*mat.VecDense).CopyVec(mat.NewVecDense(n, v))
			c.SolveHalf(&back)
			if !mat.EqualApprox(back.ColView(0), b.ColView(0), 1e-9) {
				t.Error("L⁻¹·MulHalf(b) is not b")
			}
			var half mat.Dense
			h := mat.DenseCopyOf(b)
			c.SolveHalf(h)
			half.Mul(mat.DenseCopyOf(h.T()), h)
			var whole mat.Dense
			whole.Mul(b.T(), x)
			if !mat.EqualApprox(&half, &whole, 1e-6) {
				t.Error("(L⁻¹B)ᵀ(L⁻¹B) is not BᵀA⁻¹B")
			}
			inverse := c.Invert()
			var eye mat.Dense
			eye.Mul(a, inverse)
			for i := range n {
				eye.Set(i, i, eye.At(i, i)-1)
			}
			if mat.Max(&eye) > 1e-9 || mat.Min(&eye) < -1e-9 {
				t.Error("A·A⁻¹ is not I")
			}
		})
	}
}

func TestFactorizeAddsTheLeastJitterOfThePolicyAndSaysSo(t *testing.T) {
	a := mat.NewDense(3, 3, []float64{2, 2, 2, 2, 2, 2, 2, 2, 2 - 1e-8})
	c, err := linalg.Factorize(mat.DenseCopyOf(a))
	if err != nil {
		t.Fatal(err)
	}
	if !(c.Jitter() >= 1e-9 && c.Jitter() <= 1e-7) {
		t.Errorf("jitter %v", c.Jitter())
	}
	want := mat.DenseCopyOf(a)
	for i := range 3 {
		want.Set(i, i, a.At(i, i)+c.Jitter())
	}
	det := mat.Det(want)
	if math.Abs(math.Exp(c.LogDet())-det) > 1e-6*det {
		t.Errorf("determinant %v, want that of A + jitter·I, %v", math.Exp(c.LogDet()), det)
	}
}

func TestFactorizeLowerFillsTheMatrixAgainForJitter(t *testing.T) {
	const n = 300
	ones := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			ones.Set(i, j, 1)
		}
	}
	want, err := linalg.Factorize(mat.DenseCopyOf(ones))
	if err != nil {
		t.Fatal(err)
	}
	lower, fills := mat.NewDense(n, n, nil), 0
	fill := func() error {
		fills++
		for i := range n {
			for j := range i + 1 {
				lower.Set(i, j, 1)
			}
		}
		return nil
	}
	if err := fill(); err != nil {
		t.Fatal(err)
	}
	got, err := linalg.FactorizeLower(t.Context(), lower, fill)
	if err != nil {
		t.Fatal(err)
	}
	if fills < 2 || got.Jitter() != want.Jitter() || got.LogDet() != want.LogDet() {
		t.Errorf("jitter %v, log det %v after %d fills, want %v, %v", got.Jitter(), got.LogDet(), fills, want.Jitter(), want.LogDet())
	}
	wrong := errors.New("no row")
	fill()
	if _, err := linalg.FactorizeLower(t.Context(), lower, func() error { return wrong }); !errors.Is(err, wrong) {
		t.Errorf("%v, want what fill says", err)
	}
}

func TestFactorizeNamesWhatIsWrong(t *testing.T) {
	if _, err := linalg.Factorize(mat.NewDense(2, 2, []float64{1, 2, 2, 1})); !errors.Is(err, linalg.ErrNotPositiveDefinite) {
		t.Errorf("indefinite: %v", err)
	}
	if _, err := linalg.Factorize(mat.NewDense(2, 2, []float64{-1, 0, 0, -1})); !errors.Is(err, linalg.ErrNotPositiveDefinite) {
		t.Errorf("negative: %v", err)
	}
	if _, err := linalg.Factorize(mat.NewDense(2, 2, []float64{math.NaN(), 0, 0, 1})); !errors.Is(err, linalg.ErrNotFinite) {
		t.Errorf("NaN: %v", err)
	}
	if _, err := linalg.Factorize(mat.NewDense(2, 2, []float64{1, math.NaN(), math.NaN(), 1})); err == nil {
		t.Error("NaN off the diagonal: no error")
	}
	if _, err := linalg.Factorize(mat.NewDense(2, 3, nil)); err == nil {
		t.Error("2 × 3: no error")
	}
}

func TestRefactorizeIsFactorizeAgain(t *testing.T) {
	var c linalg.Cholesky
	for _, n := range []int{40, 7} {
		if err := c.Refactorize(positive(n)); err != nil {
			t.Fatal(err)
		}
		want, err := linalg.Factorize(positive(n))
		if err != nil {
			t.Fatal(err)
		}
		if c.Len() != n || c.LogDet() != want.LogDet() {
			t.Errorf("order %d, log det %v; want %d, %v", c.Len(), c.LogDet(), n, want.LogDet())
		}
	}
	bad := mat.NewDense(2, 2, []float64{1, 0, 0, -1})
	if err := c.Refactorize(bad); !errors.Is(err, linalg.ErrNotPositiveDefinite) {
		t.Errorf("a negative pivot: %v", err)
	}
}

func TestSolveIsBothHalves(t *testing.T) {
	c, err := linalg.Factorize(positive(30))
	if err != nil {
		t.Fatal(err)
	}
	whole, halves := positive(30), positive(30)
	c.Solve(whole)
	c.SolveHalf(halves)
	c.SolveHalfTrans(halves)
	if !mat.Equal(whole, halves) {
		t.Error("L⁻ᵀL⁻¹b is not A⁻¹b")
	}
	c.SolveHalfTrans(whole)
	c.MulHalfTrans(whole)
	if !mat.EqualApprox(whole, halves, 1e-10) {
		t.Error("MulHalfTrans does not undo SolveHalfTrans")
	}
}

// Correlations of points that are far apart are as small as 1e-300, and their products denormal numbers, with
// which processors compute a hundred times more slowly. The factor has none of them, and is right
// up to the rounding of n products.
func TestFactorsOfFarPointsHaveNoDenormalNumbers(t *testing.T) {
	const n, least = 200, 0x1p-1022
	rng := rand.New(rand.NewPCG(5, 7))
	x := make([][8]float64, n)
	for i := range x {
		for k := range x[i] {
			x[i][k] = rng.NormFloat64()
		}
	}
	a := mat.NewSymDense(n, nil)
	for i := range x {
		for j := range i {
			square := 0.0
			for k := range x[i] {
				square += (x[i][k] - x[j][k]) * (x[i][k] - x[j][k])
			}
			a.SetSym(i, j, math.Exp(-50*square))
		}
		a.SetSym(i, i, 1.1)
	}
	c, err := linalg.Factorize(mat.DenseCopyOf(a))
	if err != nil {
		t.Fatal(err)
	}
	lower, again := c.Lower(), mat.NewDense(n, n, nil)
	denormal := 0
	for i := range n {
		for j := range i {
			if v := math.Abs(lower.At(i, j)); v > 0 && v < least {
				denormal++
			}
		}
	}
	if denormal > 0 {
		t.Errorf("%d elements of the factor are denormal", denormal)
	}
	again.Mul(lower, lower.T())
	again.Sub(again, a)
	if worst := mat.Max(again); worst > n*0x1p-52 || mat.Min(again) < -n*0x1p-52 {
		t.Errorf("the square of the factor differs by %g", worst)
	}
	var reference mat.Cholesky
	if !reference.Factorize(a) || math.Abs(c.LogDet()-reference.LogDet()) > n*0x1p-52*math.Abs(c.LogDet()) {
		t.Errorf("the logarithm of the determinant is %v, want %v", c.LogDet(), reference.LogDet())
	}
}
