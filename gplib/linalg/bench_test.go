package linalg_test

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// BenchmarkCholesky is a factor and an inverse of n = 2000, n³ floating-point
// operations of multiplication and addition in all.
func BenchmarkCholesky(b *testing.B) {
	const n = 2000
	a := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			a.Set(i, j, 1/(1+float64((i-j)*(i-j))))
		}
	}
	c := mat.NewDense(n, n, nil)
	for _, invert := range []bool{false, true} {
		b.Run(fmt.Sprintf("n=%d,invert=%v", n, invert), func(b *testing.B) {
			for b.Loop() {
				c.Copy(a)
				f, err := linalg.Factorize(c)
				if err != nil {
					b.Fatal(err)
				}
				if invert {
					f.Invert()
				}
			}
		})
	}
}
