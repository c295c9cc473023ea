package linalg_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"krigo/gplib/linalg"
)

func TestElementwiseProductsAreThoseOfEachElement(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for n := range 70 {
		a, b, sum := make([]float64, n+1), make([]float64, n+2), make([]float64, n)
		for j := range a {
			a[j], b[j] = rng.NormFloat64(), rng.NormFloat64()
		}
		for j := range sum {
			sum[j] = rng.NormFloat64()
		}
		before := append([]float64(nil), sum...)
		product := make([]float64, n+1)
		product[n] = 7
		linalg.MulTo(product[:n], a, b)
		linalg.MulAdd(sum, a, b)
		for j := range n {
			if product[j] != a[j]*b[j] {
				t.Errorf("n=%d: product %d is %v, want %v", n, j, product[j], a[j]*b[j])
			}
			if want := before[j] + a[j]*b[j]; !(math.Abs(sum[j]-want) <= 1e-15*(math.Abs(before[j])+math.Abs(a[j]*b[j]))) {
				t.Errorf("n=%d: sum %d is %v, want %v", n, j, sum[j], want)
			}
		}
		if product[n] != 7 {
			t.Errorf("n=%d: the element behind the end is %v", n, product[n])
		}
	}
}

func TestElementwiseProductInPlace(t *testing.T) {
	a := []float64{1, 2, 3, 4, 5}
	linalg.MulTo(a, a, a)
	for j, v := range a {
		if v != float64((j+1)*(j+1)) {
			t.Errorf("square %d is %v", j, v)
		}
	}
}

func TestElementwiseProductsRefuseShortFactors(t *testing.T) {
	for name, f := range map[string]func(dst, a, b []float64){"MulTo": linalg.MulTo, "MulAdd": linalg.MulAdd} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s took a factor of 2 numbers for 3", name)
				}
			}()
			f(make([]float64, 3), make([]float64, 3), make([]float64, 2))
		}()
	}
}
