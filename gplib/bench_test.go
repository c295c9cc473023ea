package gplib_test

import (
	"fmt"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// BenchmarkLMLGrad runs one evaluation of the marginal likelihood with its gradient,
// ARD squared exponential in 8 dimensions. Command bench measures the same and
// scikit-learn.
func BenchmarkLMLGrad(b *testing.B) {
	for _, n := range []int{500, 1000, 2000, 4000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			d := sample(b, n, 8)
			m := gplib.Model{
				Cov:   cov.Scale(1, cov.SE(1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7)),
				Noise: gplib.Gaussian(0.1),
			}
			grad := make([]float64, len(m.Params()))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (gplib.LML{}).Eval(m, d, grad); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
