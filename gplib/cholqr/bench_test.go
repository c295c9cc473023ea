package cholqr_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
)

// BenchmarkSwap is the time of an attempted exchange with its share in
// information pivots, in eight dimensions and with the parameters held.
func BenchmarkSwap(b *testing.B) {
	for _, c := range []struct{ n, m int }{{2000, 64}, {8000, 64}, {32000, 64}, {2000, 256}, {8000, 256}, {32000, 256}} {
		b.Run(fmt.Sprintf("n=%d,m=%d", c.n, c.m), func(b *testing.B) {
			x, y := mat.NewDense(c.n, 8, nil), make([]float64, c.n)
			rng := rand.New(rand.NewPCG(1, 1))
			for i := range c.n {
				for k := range 8 {
					x.Set(i, k, rng.NormFloat64())
				}
				y[i] = math.Sin(x.At(i, 0)) + 0.1*rng.NormFloat64()
			}
			m, err := gplib.Model{Cov: cov.Scale(1, cov.SE(3)), Noise: gplib.Gaussian(0.05)}.Fix()
			if err != nil {
				b.Fatal(err)
			}
			h := cholqr.Hybrid{M: c.m, Swaps: 60, Rules: inducing.Rules{Patience: 1000}}
			done := fmt.Errorf("%d attempts", b.N)
			if _, err := h.Fit(context.Background(), m, gplib.Data{X: cov.Points(x), Y: y}, &gplib.Settings{Observe: func(s gplib.Step) error {
				switch s.Iter {
				case 0:
					b.ResetTimer()
				case b.N:
					b.StopTimer()
					return done
				}
				return nil
			}}); err != done {
				b.Fatal(err)
			}
		})
	}
}
