package linalg_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

func TestInvertHalfIsTheInverseOfTheFactor(t *testing.T) {
	for _, n := range []int{1, 5, 33, 64, 128, 150, 300} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			c, err := linalg.Factorize(positive(n))
			if err != nil {
				t.Fatal(err)
			}
			lower := c.Lower()
			half := c.InvertHalf()
			for i := range n {
				for j := i + 1; j < n; j++ {
					if half.At(i, j) != 0 {
						t.Fatalf("element (%d, %d) above the diagonal is %v", i, j, half.At(i, j))
					}
				}
			}
			var product mat.Dense
			product.Mul(half, lower)
			if !mat.EqualApprox(&product, eye(n), 1e-12) {
				t.Error("L⁻¹L is not the identity")
			}
		})
	}
}

func TestPositiveDefiniteIsTheSignOfTheLeastEigenvalue(t *testing.T) {
	for _, n := range []int{1, 5, 70, 150} {
		a := positive(n)
		values, _, err := linalg.SymmetricEigen(a)
		if err != nil {
			t.Fatal(err)
		}
		for _, shift := range []float64{0.99, 1.01} {
			shifted := mat.DenseCopyOf(a)
			for i := range n {
				shifted.Set(i, i, a.At(i, i)-shift*values[n-1])
			}
			if got, want := linalg.PositiveDefinite(shifted), shift < 1; got != want {
				t.Errorf("n = %d, less %g times the least eigenvalue: %v, want %v", n, shift, got, want)
			}
		}
	}
}

func TestWhatIsNotFiniteIsNotPositiveDefinite(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, n := range []int{1, 64, 150} {
			for _, at := range [][2]int{{0, 0}, {n - 1, n - 1}, {n - 1, 0}, {n - 1, n / 2}} {
				a := positive(n)
				a.Set(at[0], at[1], v)
				if linalg.PositiveDefinite(a) {
					t.Errorf("n = %d, %v at %v: positive definite", n, v, at)
				}
			}
		}
	}
}

func eye(n int) *mat.Dense {
	e := mat.NewDense(n, n, nil)
	for i := range n {
		e.Set(i, i, 1)
	}
	return e
}

// waves returns an r × c matrix of no structure, without zeros.
func waves(r, c int) *mat.Dense {
	a := mat.NewDense(r, c, nil)
	for i := range r {
		for j := range c {
			a.Set(i, j, math.Sin(float64(1+3*i+7*j+i*j)))
		}
	}
	return a
}

// lowerWaves returns the lower triangle of waves.
func lowerWaves(n int) *mat.Dense {
	l := waves(n, n)
	for i := range n {
		clear(l.RawRowView(i)[i+1:])
	}
	return l
}

func TestGemmLowerIsTheProduct(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {3, 5}, {32, 48}, {32, 128}, {128, 128}, {7, 200}} {
		for _, trans := range []blas.Transpose{blas.NoTrans, blas.Trans} {
			n, m := size[0], size[1]
			b, l, c := waves(n, m), lowerWaves(m), waves(n, m)
			want := mat.DenseCopyOf(c)
			linalg.Gemm(blas.NoTrans, trans, 0.7, b, l, -0.3, want)
			linalg.GemmLower(trans, 0.7, b, l, -0.3, c)
			if !mat.EqualApprox(c, want, 1e-12*float64(m)) {
				t.Errorf("%d × %d, transpose %c: not the product of the whole matrices", n, m, trans)
			}
		}
	}
}

func TestGemmLowerHalfIsTheLowerTriangleOfTheProduct(t *testing.T) {
	for _, n := range []int{1, 5, 48, 100, 128} {
		for _, trans := range []blas.Transpose{blas.NoTrans, blas.Trans} {
			b, l := waves(n, n), lowerWaves(n)
			got, want := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
			linalg.Gemm(blas.NoTrans, trans, 2, b, l, 0, want)
			linalg.GemmLowerHalf(trans, 2, b, l, 0, got)
			for i := range n {
				for j := range i + 1 {
					if math.Abs(got.At(i, j)-want.At(i, j)) > 1e-12*float64(n) {
						t.Fatalf("n = %d, transpose %c: element (%d, %d) is %v, want %v", n, trans, i, j, got.At(i, j), want.At(i, j))
					}
				}
			}
		}
	}
}

func TestGemmLowerPanicsOnSizesThatDoNotFit(t *testing.T) {
	for name, call := range map[string]func(){
		"l":    func() { linalg.GemmLower(blas.NoTrans, 1, waves(2, 3), waves(4, 4), 0, waves(2, 3)) },
		"c":    func() { linalg.GemmLower(blas.NoTrans, 1, waves(2, 3), waves(3, 3), 0, waves(3, 3)) },
		"half": func() { linalg.GemmLowerHalf(blas.NoTrans, 1, waves(2, 3), waves(3, 3), 0, waves(2, 3)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of another size: no panic", name)
				}
			}()
			call()
		}()
	}
}
