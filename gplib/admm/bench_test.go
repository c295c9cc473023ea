package admm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// ridges returns n noisy values of a function of eight inputs; four of them
// matter.
func ridges(n int, sd float64) (gplib.Model, gplib.Data) {
	const dim = 8
	rng := rand.New(rand.NewPCG(3, 4))
	x, y := mat.NewDense(n, dim, nil), make([]float64, n)
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		y[i] = math.Sin(row[0]+row[1]/2) + row[2]/2 + math.Cos(row[3]) + sd*rng.NormFloat64()
	}
	lengths := make([]float64, dim)
	for j := range lengths {
		lengths[j] = 1
	}
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(lengths...)), Noise: gplib.Gaussian(0.1)}
	return m, gplib.Data{X: cov.Points(x), Y: y}
}

// BenchmarkKFold also reports its time over that of the exact fit.
func BenchmarkKFold(b *testing.B) {
	for _, n := range []int{400, 500} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			m, d := ridges(n, 0.3)
			var exact time.Duration
			for b.Loop() {
				mustFit(b, KFold{}, m, d, nil)
				b.StopTimer()
				exact += mustFit(b, gplib.LBFGS{}, m, d, nil).Elapsed
				b.StartTimer()
			}
			b.ReportMetric(b.Elapsed().Seconds()/exact.Seconds(), "exact-fits")
		})
	}
}
